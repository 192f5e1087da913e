package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.Domain;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.mailvane.timeline.EventDetails;
import org.mailvane.traffic.sums.SeenSelectors;
import org.mailvane.web.German;

/** Which selectors of DKIM are watched, and what their keys say. */
class WatchedSelectorsTest {

    private final MonitorFixture watch = new MonitorFixture();

    @AfterEach
    void stop() {
        watch.close();
    }

    @Test
    void onlySoManyOldSelectorsAreWatched() {
        watch.refreshed(watch.shop);
        watch.sql.execute(
                """
                insert into watched_record (account_id, domain_id, kind, selector, state,
                    fingerprint, checked)
                select account_id, id, 'dkim', 'old' || i, 'present', 'x', now()
                from domain, generate_series(1, %d) i
                """
                        .formatted(Monitor.MAX_OLD_SELECTORS + 9));
        watch.dns.add("*._domainkey.shop.example TXT \"v=DKIM1; p=AAAA\"");
        watch.refreshed(watch.shop);
        assertThat(watch.sql.value("select count(*) from watched_record where kind = 'dkim'"))
                .isEqualTo(String.valueOf(Monitor.MAX_OLD_SELECTORS));
    }

    @Test
    void aSelectorThatComesLaterIsNews() throws InterruptedException {
        watch.refreshed(watch.shop);
        watch.dns.add(
                "s1._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        watch.service.send(
                "PATCH",
                watch.account.apiToken(),
                "/api/v1/domains/" + watch.shop + "/",
                "{\"selectors\": [\"s1\", \"s2\"]}");
        watch.work();
        String news = "select change from timeline_event where change like 'dkim%'";
        assertThat(watch.sql.rows(news)).isEmpty();
        watch.refreshed(watch.shop);
        assertThat(watch.sql.rows(news)).containsExactly("dkim_added");
        watch.dns.add(
                "s2._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        watch.refreshed(watch.shop);
        List<Passage> told = EventDetails.of(watch.sql, "change = 'dkim_added'");
        told.forEach(German::assertSaid);
        // Only of the second is it known that it has not been there for long.
        assertThat(told)
                .extracting(MessageFormatter.forPrograms()::format)
                .containsExactly(
                        "The DKIM key of shop.example with selector s1 was seen for the first time. It had not been looked up before.",
                        "The DKIM key of shop.example with selector s2 was published.");
    }

    @Test
    void itIsSaidWhereReportsShowMoreSelectorsThanAreWatched() throws InterruptedException {
        for (int more = 0; more <= 1; more++) {
            SampleReport report = SampleReport.about("shop.example").id("r" + more);
            String day =
                    LocalDate.ofInstant(watch.clock.instant(), ZoneOffset.UTC)
                            .minusDays(1)
                            .toString();
            report.period(day + "T00:00:00Z", day + "T23:59:59Z");
            IntStream.range(0, SeenSelectors.MAX_SELECTORS + more)
                    .forEach(i -> report.recordXml(signed("s" + i)));
            take(report, more + 1);
            watch.refreshed(watch.shop);
            assertThat(limited()).as("%d more", more).isEqualTo(more == 1);
            assertThat(watch.sql.value("select cardinality(seen_selectors) from watched_domain"))
                    .isEqualTo(String.valueOf(SeenSelectors.MAX_SELECTORS));
            // The DMARC record alone is looked up.
            watch.clock.advance(Duration.ofHours(1));
            watch.pass(Duration.ofHours(1));
            assertThat(limited()).isEqualTo(more == 1);
        }
    }

    private static String signed(String selector) {
        return """
        <record><row><source_ip>192.0.2.1</source_ip><count>1</count><policy_evaluated>\
        <disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>\
        <identifiers><header_from>shop.example</header_from></identifiers><auth_results>\
        <dkim><domain>shop.example</domain><selector>%s</selector><result>pass</result></dkim>\
        </auth_results></record>
        """
                .formatted(selector);
    }

    /** Uploads a report; answers when there are so many. */
    private void take(SampleReport report, int number) {
        Answer answer =
                watch.service.call(
                        "POST",
                        watch.account.apiToken(),
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(report.xml()),
                        Map.of());
        assertThat(answer.status()).isEqualTo(202);
        Awaiting.until(
                "the report is taken in",
                Duration.ofSeconds(30),
                () ->
                        watch.sql
                                .value("select count(*) from report")
                                .equals(String.valueOf(number)));
    }

    private boolean limited() {
        return watch.domain().at("/states/dkim/selectors_limited").asBoolean(false);
    }

    @Test
    void aKeyThatWasRevokedBeforeItWasLookedForIsNoNews() {
        watch.refreshed(watch.shop);
        watch.dns.add("s1._domainkey.shop.example TXT \"v=DKIM1; p=\"");
        watch.service.send(
                "PATCH",
                watch.account.apiToken(),
                "/api/v1/domains/" + watch.shop + "/",
                "{\"selectors\": [\"s1\"]}");
        watch.refreshed(watch.shop);
        String news = "select change from timeline_event where change like 'dkim%'";
        assertThat(watch.sql.rows(news)).isEmpty();
        watch.dns.remove("s1._domainkey.shop.example");
        watch.dns.add(
                "s1._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        watch.refreshed(watch.shop);
        assertThat(watch.sql.rows(news)).containsExactly("dkim_changed");
    }

    @Test
    void aKeyWithWhichNobodySignsAnyMoreHarmsNobody() {
        String selectors = "/api/v1/domains/" + watch.shop + "/";
        watch.dns.add("old._domainkey.shop.example TXT \"v=DKIM1; p=AAAA\"");
        watch.service.send(
                "PATCH", watch.account.apiToken(), selectors, "{\"selectors\": [\"old\"]}");
        watch.refreshed(watch.shop);
        String errors = "select has_errors from domain where id = " + watch.shop;
        assertThat(watch.sql.value(errors)).isEqualTo("t");
        String open = "select code from issue where record = 'dkim' and solved_at is null";
        assertThat(watch.sql.rows(open)).isNotEmpty();
        watch.service.send("PATCH", watch.account.apiToken(), selectors, "{\"selectors\": []}");
        watch.refreshed(watch.shop);
        assertThat(watch.sql.value(errors)).isEqualTo("f");
        assertThat(watch.sql.rows(open)).isEmpty();
    }

    @Test
    void selectorsThatAreGivenWhileADomainIsLookedUpAreNotForgotten() throws InterruptedException {
        Monitor monitor = watch.service.part(Monitor.class);
        WatchedDomain begun = monitor.claim(10).getFirst();
        watch.service.send(
                "PATCH",
                watch.account.apiToken(),
                "/api/v1/domains/" + watch.shop + "/",
                "{\"selectors\": [\"s1\"]}");
        watch.check(begun);
        watch.work();
        assertThat(watch.domain().get("state_dkim").asString()).isEqualTo("missing");
    }

    @Test
    void givenSelectorsAreLookedUpSoon() throws InterruptedException {
        watch.work();
        Answer changed =
                watch.service.send(
                        "PATCH",
                        watch.account.apiToken(),
                        "/api/v1/domains/" + watch.shop + "/",
                        "{\"selectors\": [\"S1\", \"s1\"]}");
        assertThat(changed.json().get("selectors").toString()).isEqualTo("[\"s1\"]");
        watch.work();
        assertThat(watch.domain().get("state_dkim").asString()).isEqualTo("missing");
        assertThat(watch.domain().at("/states/dkim/selectors/0/selector").asString())
                .isEqualTo("s1");
    }

    @Test
    void onlySoManySelectorsMayBeGiven() {
        String many =
                IntStream.range(0, Domain.MAX_SELECTORS + 1)
                        .mapToObj(i -> "\"s" + i + "\"")
                        .collect(Collectors.joining(","));
        Answer refused =
                watch.service.send(
                        "PATCH",
                        watch.account.apiToken(),
                        "/api/v1/domains/" + watch.shop + "/",
                        "{\"selectors\": [" + many + "]}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().has("selectors")).isTrue();
    }
}
