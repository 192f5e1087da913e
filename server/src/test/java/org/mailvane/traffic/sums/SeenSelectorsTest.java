package org.mailvane.traffic.sums;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.ReclassifiedSums;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.sums.SeenSelectors.Seen;

/** Which selectors of a domain reports have shown. */
class SeenSelectorsTest {

    private static final Days DAY = Days.of(LocalDate.of(2026, 11, 1));

    private static ReclassificationFixture house;

    @BeforeAll
    static void start() {
        house = new ReclassificationFixture("");
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    private static DomainName domain(String name) {
        DomainName domain = new DomainName(name);
        house.service.part(Domains.class).add(house.scope, List.of(domain));
        return domain;
    }

    private static Seen seen(DomainName name, Days days) {
        String id = house.sql.value("select id from domain where name = '%s'".formatted(name));
        return house.service
                .part(SeenSelectors.class)
                .of(house.scope, new DomainId(Long.parseLong(id)), name, days);
    }

    private static String row(
            String from, String signer, String selector, String result, int count) {
        return """
        <record><row><source_ip>192.0.2.1</source_ip><count>%5$d</count><policy_evaluated>\
        <disposition>none</disposition><dkim>%4$s</dkim><spf>fail</spf></policy_evaluated></row>\
        <identifiers><header_from>%1$s</header_from></identifiers><auth_results>\
        <dkim><domain>%2$s</domain><selector>%3$s</selector><result>%4$s</result></dkim>\
        </auth_results></record>
        """
                .formatted(from, signer, selector, result, count);
    }

    @Test
    void onlyThoseOfItsOwnKeysThatPassedAreTold() {
        DomainName shop = domain("shop.example");
        house.take(
                SampleReport.about("shop.example")
                        .recordXml(row("shop.example", "shop.example", "S1", "pass", 1))
                        .recordXml(row("news.shop.example", "SHOP.example", "s2", "pass", 9))
                        .recordXml(row("shop.example", "shop.example", "failed", "fail", 5))
                        .recordXml(row("shop.example", "news.shop.example", "below", "pass", 5))
                        .recordXml(row("shop.example", "shop.example", "no one!", "pass", 5)));
        assertThat(seen(shop, DAY)).isEqualTo(new Seen(List.of("s2", "s1"), false));
        assertThat(seen(shop, Days.of(LocalDate.of(2026, 11, 2))).selectors()).isEmpty();
    }

    @Test
    void onlySoManyAreTold() {
        DomainName many = domain("many.example");
        SampleReport report = SampleReport.about("many.example");
        IntStream.rangeClosed(1, SeenSelectors.MAX_SELECTORS)
                .forEach(i -> report.recordXml(signed(i)));
        house.take(report.id("all"));
        assertThat(seen(many, DAY).selectors()).hasSize(SeenSelectors.MAX_SELECTORS);
        assertThat(seen(many, DAY).more()).as("all of them are told").isFalse();
        house.take(SampleReport.about("many.example").id("one more").recordXml(signed(0)));
        assertThat(seen(many, DAY).selectors())
                .hasSize(SeenSelectors.MAX_SELECTORS)
                .startsWith("s" + SeenSelectors.MAX_SELECTORS)
                .doesNotContain("s0");
        assertThat(seen(many, DAY).more()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"49, evil", "50, own"})
    void strangersShowSelectorsWhereAcceptedReportersReportLittle(int accepted, String selector) {
        DomainName domain = domain("strange%d.example".formatted(accepted));
        String name = domain.value();
        house.take(
                SampleReport.about(name)
                        .id("own")
                        .recordXml(row(name, name, "own", "pass", accepted)));
        house.take(
                SampleReport.about(name).id("evil").recordXml(row(name, name, "evil", "pass", 99)));
        house.sql.execute(
                """
                with r as (update report set trust = 0 where report_id = 'evil' and domain_id = %1$d
                    returning id)
                update fact set trust = 0 where report_id in (select id from r);
                """
                        .formatted(
                                Long.parseLong(
                                        house.sql.value(
                                                "select id from domain where name = '%s'"
                                                        .formatted(name)))));
        ReclassifiedSums.sumUpDaily(house.sql);
        assertThat(seen(domain, DAY).selectors()).startsWith(selector);
        assertThat(seen(domain, DAY).selectors().contains("evil")).isEqualTo(accepted < 50);
    }

    @ParameterizedTest
    @CsvSource({"49, true", "50, false"})
    void subdomainRestsOnAcceptedReportersWhereItsOrganizationDoes(int accepted, boolean isSeen) {
        DomainName shop = domain("organized%d.example".formatted(accepted));
        DomainName www = domain("www." + shop.value());
        house.take(
                SampleReport.about(shop.value())
                        .id("own")
                        .recordXml(row(shop.value(), shop.value(), "own", "pass", accepted)));
        house.take(
                SampleReport.about(shop.value())
                        .id("evil")
                        .recordXml(row(www.value(), www.value(), "evil", "pass", 9)));
        house.sql.execute(
                """
                with r as (update report set trust = 0 where report_id = 'evil'
                        and policy_domain = '%s' returning id)
                update fact set trust = 0 where report_id in (select id from r);
                """
                        .formatted(shop));
        ReclassifiedSums.sumUpDaily(house.sql);
        assertThat(seen(www, DAY).selectors().contains("evil")).isEqualTo(isSeen);
    }

    /** The more messages, the higher the number. */
    private static String signed(int number) {
        return row("many.example", "many.example", "s" + number, "pass", number + 1);
    }
}
