package org.mailvane.traffic.reclassify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.sources.evidence.SelectorUse;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.reclassify.SelectorCount.Use;
import org.mailvane.traffic.sums.AdviceBases;

class SelectorCountTest {

    @Test
    void onlySoManySelectorsAreToldApart() {
        Map<Use, Long> messages = new HashMap<>();
        for (int i = 0; i < SelectorCount.MAX_USES; i++) {
            SelectorCount.add(messages, use(i), 1);
        }
        SelectorCount.add(messages, use(SelectorCount.MAX_USES), 1);
        assertThat(messages)
                .hasSize(SelectorCount.MAX_USES)
                .doesNotContainKey(use(SelectorCount.MAX_USES));
        SelectorCount.add(messages, use(0), 2);
        assertThat(messages).containsEntry(use(0), 3L);
    }

    /** Rows are classified by selectors, so that one message could have all others of a key. */
    @Test
    void strangersCountOnlyWhereAcceptedReportersShowNoSignature() {
        try (ReclassificationFixture house = new ReclassificationFixture("")) {
            DomainName shop = new DomainName("shop.example");
            house.service.part(Domains.class).add(house.scope, List.of(shop));
            DomainId id =
                    new DomainId(
                            Long.parseLong(
                                    house.sql.value(
                                            "select id from domain where name = 'shop.example'")));
            house.take(report("strange", "2026-11-05", true));
            house.sql.execute(
                    "update report set trust = 0; update fact set trust = 0; update daily set trust = 0");
            YearMonth november = YearMonth.of(2026, 11);
            assertThat(selectors(house, id, november)).containsExactly("strange");
            house.take(report("unsigned", "2026-11-06", false));
            assertThat(selectors(house, id, november)).containsExactly("strange");
            house.take(report("before", "2026-10-20", true));
            assertThat(selectors(house, id, november)).as("a month before").isEmpty();
            assertThat(selectors(house, id, november.minusMonths(1))).containsExactly("before");
        }
    }

    @Test
    void strangersDoNotCountWhereAcceptedReportersReportEnough() {
        try (ReclassificationFixture house = new ReclassificationFixture("")) {
            DomainName shop = new DomainName("shop.example");
            house.service.part(Domains.class).add(house.scope, List.of(shop));
            DomainId id =
                    new DomainId(
                            Long.parseLong(
                                    house.sql.value(
                                            "select id from domain where name = 'shop.example'")));
            house.take(report("strange", "2026-11-05", true));
            house.sql.execute(
                    "update report set trust = 0; update fact set trust = 0; update daily set trust = 0");
            house.take(
                    SampleReport.about("shop.example")
                            .id("enough")
                            .period("2026-11-06T00:00:00Z", "2026-11-06T23:59:59Z")
                            .record("192.0.2.1", AdviceBases.ENOUGH_MESSAGES, "none", false, true));
            assertThat(selectors(house, id, YearMonth.of(2026, 11))).isEmpty();
        }
    }

    private static SampleReport report(String selector, String day, boolean signed) {
        return SampleReport.about("shop.example")
                .id(selector)
                .period(day + "T00:00:00Z", day + "T23:59:59Z")
                .recordXml(
                        """
                        <record><row><source_ip>192.0.2.1</source_ip><count>1</count>\
                        <policy_evaluated><disposition>none</disposition><dkim>%1$s</dkim>\
                        <spf>fail</spf></policy_evaluated></row><identifiers>\
                        <header_from>shop.example</header_from></identifiers><auth_results><dkim>\
                        <domain>shop.example</domain><selector>%2$s</selector>\
                        <result>%1$s</result></dkim></auth_results></record>
                        """
                                .formatted(signed ? "pass" : "fail", selector));
    }

    private static List<String> selectors(
            ReclassificationFixture house, DomainId domain, YearMonth month) {
        return house
                .service
                .part(SelectorCount.class)
                .of(
                        house.scope,
                        domain,
                        month,
                        new DetailCache(
                                house.service.part(StoredRowTable.class), house.scope, domain))
                .stream()
                .map(SelectorUse::selector)
                .toList();
    }

    private static Use use(int number) {
        return new Use("shop.example", "s" + number, 0, false);
    }
}
