package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.AddressPurpose;
import org.mailvane.mailauth.finding.FindingKind.Entry;
import org.mailvane.mailauth.finding.FindingValue.Count;
import org.mailvane.mailauth.finding.FindingValue.Day;
import org.mailvane.mailauth.finding.FindingValue.Name;
import org.mailvane.mailauth.finding.FindingValue.Names;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

class FindingTest {

    private record Kind(Entry entry) implements FindingKind {}

    private static final Kind KIND =
            new Kind(new Entry("a.b.c", Level.WARN, "RFC 1", List.of("name", "count")));

    private static FindingValue valueOf(Object value) {
        return KIND.with(value, "").values().get("name");
    }

    @Test
    void valuesHaveTheNamesOfTheArguments() {
        Finding finding = KIND.with("x", 2);
        assertThat(finding.values())
                .containsExactly(entry("name", new Name("x")), entry("count", new Count(2)));
        assertThat(finding.code()).isEqualTo("a.b.c");
        assertThat(finding.level()).isEqualTo(Level.WARN);
        assertThat(finding.reference()).isEqualTo("RFC 1");
        assertThat(finding.is(KIND)).isTrue();
        assertThat(finding.is(DnsFindings.TIMEOUT)).isFalse();
    }

    @Test
    void thereIsOneValueForEachArgument() {
        assertThatIllegalArgumentException().isThrownBy(() -> KIND.with("x"));
        assertThatIllegalArgumentException().isThrownBy(() -> KIND.with("x", 2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> FindingPhrase.OCTET.with());
    }

    @Test
    void valuesAreTyped() {
        LocalDate day = LocalDate.of(2026, 11, 9);
        assertThat(valueOf(7L)).isEqualTo(new Count(7));
        assertThat(valueOf(day)).isEqualTo(new Day(day));
        assertThat(valueOf(Instant.parse("2026-11-09T23:59:59Z"))).isEqualTo(new Day(day));
        assertThat(valueOf('x')).isEqualTo(new Name("x"));
        assertThat(valueOf(FindingPhrase.TAB)).isEqualTo(new Phrase("character.tab", Map.of()));
        assertThat(valueOf(FindingPhrase.OCTET.with("0x01")))
                .isEqualTo(new Phrase("character.octet", Map.of("octet", new Name("0x01"))));
        assertThat(valueOf(AddressPurpose.LINK_LOCAL))
                .isEqualTo(new Phrase("address.link_local", Map.of()));
        assertThat(valueOf(new Name("same"))).isEqualTo(new Name("same"));
    }

    @Test
    void onlySoManyNamesAreKept() {
        List<String> most = Collections.nCopies(FindingValue.MAX_NAMES, "x");
        assertThat(valueOf(most)).isEqualTo(new Names(most, 0));
        assertThat(valueOf(Collections.nCopies(FindingValue.MAX_NAMES + 3, "x")))
                .isEqualTo(new Names(most, 3));
    }

    @Test
    void aFindingCanPointAtATagAndAPlace() {
        Finding finding = KIND.with("x", "y").about("p").at(17);
        assertThat(finding.tag()).isEqualTo("p");
        assertThat(finding.position()).isEqualTo(17);
        assertThat(finding.values()).isEqualTo(KIND.with("x", "y").values());
        assertThat(finding.anywhere()).isEqualTo(KIND.with("x", "y").about("p"));
    }

    @Test
    void longValuesAreShortened() {
        String longest = "x".repeat(Finding.MAX_VALUE_LENGTH);
        assertThat(valueOf(longest)).isEqualTo(new Name(longest));
        assertThat(valueOf(longest + "y")).isEqualTo(new Name(longest + "..."));
        assertThat(valueOf(List.of(longest + "y")))
                .isEqualTo(new Names(List.of(longest + "..."), 0));
        assertThat(KIND.with("", "").about(longest + "y").tag()).isEqualTo(longest + "...");
    }

    @Test
    void levelsAreTheWordsOfTheApi() {
        assertThat(Arrays.stream(Level.values()).map(Level::toString))
                .containsExactly("err", "warn", "info");
    }
}
