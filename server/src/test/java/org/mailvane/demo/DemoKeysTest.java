package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dkim.DkimInspector;
import org.mailvane.mailauth.finding.Finding;

class DemoKeysTest {

    private static List<Finding> said(String record) {
        DkimInspection inspection = new DkimInspector().validate(record);
        return inspection.records().stream()
                .flatMap(key -> key.tags().stream())
                .flatMap(tag -> tag.messages().stream())
                .toList();
    }

    @Test
    void everySelectorHasAKeyOfItsOwnOfWhichNothingIsSaid() {
        Set<String> keys = new HashSet<>();
        for (String domain : List.of("alder.example", "shop.example", "d17.example")) {
            for (String selector : List.of("mail", "app", "k1")) {
                String record = DemoKeys.record(domain, selector);
                assertThat(record).isEqualTo(DemoKeys.record(domain, selector));
                assertThat(said(record)).as(selector + " of " + domain).isEmpty();
                keys.add(record);
            }
        }
        assertThat(keys).hasSize(9);
    }

    @Test
    void aShortOneIsSaidToBeShort() {
        assertThat(said(DemoKeys.record("shop.example", "bd1", 1_024)))
                .extracting(Finding::code)
                .containsExactly("dkim.key.short");
    }
}
