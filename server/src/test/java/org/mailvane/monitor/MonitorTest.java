package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.EventDetails;
import org.mailvane.timeline.NewEvent;
import org.mailvane.traffic.sums.SeenSelectors.Seen;
import org.mailvane.web.German;
import tools.jackson.databind.JsonNode;

/** Domains' records are looked up, and domains show what was found. */
class MonitorTest {

    private final MonitorFixture watch = new MonitorFixture();

    @AfterEach
    void stop() {
        watch.close();
    }

    @Test
    void whatARecordRefersToAndIsNotAnsweredIsSaidWithTheState() throws InterruptedException {
        watch.work();
        watch.clock.advance(CheckTimes.CONFIRM_FIRST);
        watch.work();
        assertThat(watch.domain().at("/states/spf").propertyNames())
                .doesNotContain("failing_since");
        watch.dns.remove("mx.shop.example");
        watch.dns.add("mx.shop.example SERVFAIL");
        watch.clock.advance(CheckTimes.EVERYTHING);
        watch.work();
        JsonNode spf = watch.domain().at("/states/spf");
        assertThat(spf.path("state").asString()).isEqualTo("present");
        assertThat(spf.path("failing_since").asString())
                .isEqualTo(watch.clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Nothing is open about it, since nothing counts yet: that does not mean that all is well. */
    @Test
    void whatIsNotToldWhollyAtFirstIsNotKnown() throws InterruptedException {
        String unconfirmed = "select unconfirmed from domain where id = " + watch.shop;
        String agreement = "shop.example._report._dmarc.other.example";
        watch.dns.remove("_dmarc.shop.example");
        watch.dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject; rua=mailto:a@other.example\"");
        watch.dns.add(agreement + " SERVFAIL");
        watch.work();
        watch.clock.advance(CheckTimes.CONFIRM_FIRST);
        watch.work();
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("present");
        assertThat(watch.sql.value(unconfirmed)).isEqualTo("t");
        watch.dns.remove(agreement);
        watch.dns.add(agreement + " TXT \"v=DMARC1\"");
        watch.refreshed(watch.shop);
        assertThat(watch.sql.value(unconfirmed)).isEqualTo("f");
    }

    @Test
    void refreshAnswersWithWhatIsThereNow() {
        JsonNode refreshed =
                watch.service
                        .send(
                                "POST",
                                watch.account.apiToken(),
                                "/api/v1/domains/" + watch.shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("state_dmarc").asString()).isEqualTo("present");
        watch.dns.remove("_dmarc.shop.example");
        watch.dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject\"");
        refreshed =
                watch.service
                        .send(
                                "POST",
                                watch.account.apiToken(),
                                "/api/v1/domains/" + watch.shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("records_dmarc").asString()).isEqualTo("v=DMARC1; p=reject");
    }

    @Test
    void aDomainBelowInheritsItsPolicy() throws InterruptedException {
        watch.dns.add("news.shop.example A 192.0.2.9");
        long news = watch.add("news.shop.example");
        JsonNode domain = watch.refreshed(news);
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("inherited");
        assertThat(domain.at("/states/dmarc/policy_domain").asString()).isEqualTo("shop.example");
        assertThat(watch.sql.value("select last_seen_dmarc_policy from domain where id = " + news))
                .isEqualTo("on");
        // Errors in the record above are not reported for this domain.
        assertThat(watch.sql.rows("select code from issue where record = 'dmarc'")).isEmpty();
    }

    @Test
    void whatInheritsFollowsAtOnce() throws InterruptedException {
        watch.dns.add("news.shop.example A 192.0.2.9");
        watch.dns.add("own.shop.example A 192.0.2.9");
        watch.dns.add("_dmarc.own.shop.example TXT \"v=DMARC1; p=none\"");
        long news = watch.add("news.shop.example");
        long own = watch.add("own.shop.example");
        List.of(watch.shop, news, own).forEach(watch::refreshed);
        watch.work();
        String policies = "select last_seen_dmarc_policy from domain order by name";
        assertThat(watch.sql.rows(policies)).containsExactly("on", "n", "n");
        String due =
                "select domain_id from watched_domain where dmarc_due <= '%s'"
                        .formatted(watch.clock.instant());
        assertThat(watch.sql.rows(due)).isEmpty();
        watch.dns.remove("_dmarc.shop.example");
        watch.dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject\"");
        watch.refreshed(watch.shop);
        // One change is enough, also where the name below is not due for long.
        watch.work();
        watch.clock.advance(CheckTimes.CONFIRM);
        watch.work();
        assertThat(watch.sql.rows(policies)).containsExactly("or", "n", "r");
    }

    /** RFC 9989, section 4.10.2: {@code psd=n}. */
    @Test
    void whatLiesBelowAnOrganisationWithinOneInheritsFromThat() {
        watch.dns.add("_dmarc.dept.shop.example TXT \"v=DMARC1; p=reject; sp=quarantine; psd=n\"");
        watch.dns.add("lab.dept.shop.example A 192.0.2.9");
        long dept = watch.add("dept.shop.example");
        long lab = watch.add("lab.dept.shop.example");
        List.of(watch.shop, dept, lab).forEach(watch::refreshed);
        assertThat(
                        watch.sql.rows(
                                """
                                select concat_ws(' ', d.name, r.details ->> 'policy_domain',
                                    r.details ->> 'organization', r.details ->> 'policy')
                                from watched_record r join domain d on d.id = r.domain_id
                                where r.kind = 'dmarc' order by d.name
                                """))
                .containsExactly(
                        "dept.shop.example dept.shop.example dept.shop.example reject",
                        "lab.dept.shop.example dept.shop.example dept.shop.example quarantine",
                        "shop.example shop.example shop.example none");
    }

    @Test
    void anEventTellsOfOnePolicyWhereThereIsOneAndElseOfWhatTheRecordAsksFor() {
        watch.refreshed(watch.shop);
        for (String record :
                List.of(
                        "v=DMARC1; p=quarantine; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; t=y; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; sp=bogus; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=rejct")) {
            watch.dns.remove("_dmarc.shop.example");
            watch.dns.add("_dmarc.shop.example TXT \"" + record + "\"");
            watch.clock.advance(Duration.ofMinutes(10));
            watch.refreshed(watch.shop);
        }
        List<Passage> told = EventDetails.of(watch.sql, "change = 'dmarc_policy_changed'");
        told.forEach(German::assertSaid);
        assertThat(told)
                .extracting(MessageFormatter.forPrograms()::format)
                .containsExactly(
                        "The DMARC policy of shop.example changed from none to quarantine.",
                        "The DMARC record of shop.example now asks for p=reject t=y instead of p=quarantine.",
                        "The DMARC record of shop.example now asks for p=none instead of p=reject t=y.",
                        "The DMARC policy of shop.example changed from none to reject.",
                        "The DMARC record of shop.example now asks for no valid policy instead of p=reject.");
    }

    @Test
    void whatInheritsIsVerifiedWithoutAWord() {
        String address =
                watch.service
                        .part(ReportAddresses.class)
                        .add(watch.account.account().id(), "reports@shop.example");
        watch.dns.remove("_dmarc.shop.example");
        watch.dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=none; rua=mailto:" + address + "\"");
        watch.dns.add("news.shop.example A 192.0.2.9");
        long news = watch.add("news.shop.example");
        assertThat(watch.refreshed(news).get("is_verified").asBoolean()).isTrue();
        assertThat(watch.refreshed(watch.shop).get("is_verified").asBoolean()).isTrue();
        assertThat(
                        watch.sql.rows(
                                "select domain from timeline_event where change = 'domain_verified'"))
                .containsExactly("shop.example");
    }

    @Test
    void aTextOrAReportAddressShowsWhoseTheDomainIs() throws InterruptedException {
        Answer started =
                watch.service.send(
                        "POST",
                        watch.account.apiToken(),
                        "/api/v1/domains/" + watch.shop + "/verify/",
                        "");
        assertThat(started.status()).isEqualTo(202);
        watch.work();
        assertThat(watch.domain().get("is_verified").asBoolean()).isFalse();
        watch.dns.add(
                "shop.example TXT \"mailvane-verification="
                        + started.json().get("verification_token").asString()
                        + "\"");
        watch.service.send(
                "POST", watch.account.apiToken(), "/api/v1/domains/" + watch.shop + "/verify/", "");
        watch.work();
        assertThat(watch.domain().get("is_verified").asBoolean()).isTrue();
        // It stays so.
        watch.dns.remove("shop.example");
        watch.refreshed(watch.shop);
        assertThat(watch.domain().get("is_verified").asBoolean()).isTrue();
        assertThat(
                        watch.sql.rows(
                                "select domain from timeline_event where change = 'domain_verified'"))
                .containsExactly("shop.example");
    }

    @Test
    void ofALongRecordListsShowTheBegin() {
        String part = "\"" + " ip4:192.0.2.1".repeat(18) + "\" ";
        watch.dns.add("long.example TXT \"v=spf1\" " + part.repeat(9) + "\" -all\"");
        JsonNode domain = watch.refreshed(watch.add("long.example"));
        String record = domain.get("records_spf").asString();
        assertThat(record.length()).isGreaterThan(DomainSummary.MAX_SHOWN);
        assertThat(domain.at("/states/spf/record").asString())
                .isEqualTo(record.substring(0, DomainSummary.MAX_SHOWN));
    }

    @Test
    void whatNoDatabaseCanStoreIsReplaced() {
        watch.dns.add("_dmarc.nul.example TXT \"v=DMARC1; p=none; x=\\x00\"");
        watch.dns.add("nul.example TXT \"v=spf1 \\x00 -all\"");
        JsonNode domain = watch.refreshed(watch.add("nul.example"));
        assertThat(domain.get("state_spf").asString()).isEqualTo("error");
        assertThat(domain.get("records_spf").asString()).isEqualTo("v=spf1 \uFFFD -all");
    }

    @Test
    void aBrokenRecordBelowIsNotTheOneAbove() {
        watch.dns.add("_dmarc.news.shop.example TXT \"v=dmarc1 p=reject\"");
        long news = watch.add("news.shop.example");
        JsonNode domain = watch.refreshed(news);
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("error");
        assertThat(domain.get("records_dmarc").asString()).isEqualTo("v=dmarc1 p=reject");
        assertThat(watch.sql.value("select last_seen_dmarc_policy from domain where id = " + news))
                .isEqualTo("on");
        assertThat(
                        texts(
                                "select distinct details_message from issue where record = 'dmarc'"
                                        + " and domain_id = "
                                        + news))
                .containsExactly("The record at _dmarc.news.shop.example is: v=dmarc1 p=reject");
    }

    @Test
    void anMtaStsPolicyChangesWithItsIdOrWithout() {
        List<String> files =
                List.of(
                        "version: STSv1\nmode: testing\nmx: mx.shop.example\nmax_age: 86400\n",
                        "version: STSv1\nmode: enforce\nmx: mx.shop.example\nmax_age: 86400\n",
                        "version: STSv1\nmode: enforce\nmx: *.shop.example\nmax_age: 86400\n");
        WatchedDomain domain =
                new WatchedDomain(
                        new Lease(watch.account.account().scope(), watch.shop, 1),
                        new DomainName("shop.example"),
                        List.of(),
                        new Seen(List.of(), false),
                        false,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        1,
                        false);
        List<NewEvent> events =
                RecordEvents.between(domain, policy(1, files.get(0)), policy(2, files.get(1)));
        events.forEach(event -> German.assertSaid(event.details()));
        assertThat(events)
                .extracting(
                        event -> event.oldValue() + " -> " + event.newValue(), MonitorTest::text)
                .containsExactly(
                        tuple(
                                "v=STSv1; id=1 -> v=STSv1; id=2",
                                "The MTA-STS record of shop.example was changed."),
                        tuple(
                                files.get(0) + " -> " + files.get(1),
                                "The mode of the MTA-STS policy of shop.example changed from testing to enforce."));
        events = RecordEvents.between(domain, policy(2, files.get(1)), policy(2, files.get(2)));
        events.forEach(event -> German.assertSaid(event.details()));
        assertThat(events)
                .extracting(MonitorTest::text)
                .containsExactly(
                        "The MTA-STS policy of shop.example was changed. The id in the MTA-STS record did not change, so senders that know the old policy keep using it until its max_age expires. Publish a new id at _mta-sts.shop.example.");
        assertThat(RecordEvents.between(domain, policy(2, files.get(2)), policy(3, files.get(2))))
                .extracting(NewEvent::newValue)
                .containsExactly("v=STSv1; id=3");
        String unusable = files.get(0).replace("max_age: 86400\n", "");
        assertThat(RecordEvents.between(domain, policy(2, files.get(1)), policy(3, unusable)))
                .extracting(MonitorTest::text)
                .as("senders use no mode of a policy with an error")
                .contains("The MTA-STS policy of shop.example was changed.");
    }

    private static String text(NewEvent event) {
        return MessageFormatter.forPrograms().format(event.details());
    }

    private static WatchedRecord policy(int id, String file) {
        RecordContent content =
                new RecordContent(
                        RecordState.PRESENT,
                        "v=STSv1; id=" + id,
                        List.of(),
                        Map.of(RecordReader.POLICY_FILE, file));
        return new WatchedRecord(
                RecordKey.of(RecordKind.MTA_STS),
                content,
                Fingerprint.of(content),
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                false,
                false);
    }

    @Test
    void whatANameIsAnAliasOfIsKept() {
        watch.dns.remove("_dmarc.shop.example");
        watch.dns.add("_dmarc.shop.example CNAME _dmarc.nowhere.example");
        watch.refreshed(watch.shop);
        assertThat(
                        watch.sql.value(
                                "select details ->> 'alias' from watched_record where kind = 'dmarc'"))
                .isEqualTo("_dmarc.nowhere.example");
        assertThat(texts("select details_message from issue where record = 'dmarc'"))
                .containsExactly(
                        "No DMARC record was found at _dmarc.shop.example (an alias of _dmarc.nowhere.example).");
    }

    @Test
    void aNameThatDoesNotExistIsToldOnce() {
        long gone = watch.add("gone.example");
        watch.refreshed(gone);
        assertThat(issues(gone)).containsExactly("mx dns.name.missing");
        watch.dns.add("gone.example SOA ns.gone.example h.gone.example 1 3600 600 86400 0");
        watch.refreshed(gone);
        assertThat(issues(gone))
                .containsExactly("dmarc dmarc.record.missing", "spf spf.record.missing");
    }

    private List<String> issues(long domain) {
        return watch.sql.rows(
                "select record || ' ' || code from issue where solved_at is null and domain_id = "
                        + domain
                        + " order by 1");
    }

    @Test
    void aNameBelowIsNotBlamedForHavingNoSpf() {
        watch.dns.add("news.shop.example A 192.0.2.9");
        watch.refreshed(watch.add("news.shop.example"));
        assertThat(watch.sql.rows("select code from issue where record = 'spf'")).isEmpty();
        // With its own policy it counts for itself.
        watch.dns.add(
                "_dmarc.news.shop.example TXT \"v=DMARC1; p=none; rua=mailto:a@shop.example\"");
        watch.refreshed(
                watch.service
                        .get(
                                watch.account.apiToken(),
                                "/api/v1/domains/?domain_exact=news.shop.example")
                        .json()
                        .at("/results/0/id")
                        .asLong());
        assertThat(
                        watch.sql.rows(
                                "select code from issue where record = 'spf' and solved_at is null"))
                .containsExactly("spf.record.missing");
    }

    @Test
    void whatAnMxChangeMeansForTheMtaStsPolicyIsReadAtOnce() throws InterruptedException {
        watch.dns.add("_mta-sts.shop.example TXT \"v=STSv1; id=1\"");
        watch.dns.add("mta-sts.shop.example A 192.0.2.7");
        watch.refreshed(watch.shop);
        int from = watch.settled();
        watch.dns.remove("shop.example");
        watch.dns.add(
                """
                shop.example MX 10 mx2.shop.example
                shop.example TXT "v=spf1 mx -all"
                mx2.shop.example A 192.0.2.2
                """);
        while (watch.asked("_mta-sts.shop.example", "TXT", from) == 0) {
            watch.pass(Duration.ofMinutes(5));
        }
        // With the look that saw the change, and with that which has it count.
        String policyHost = "mta-sts.shop.example";
        assertThat(watch.asked(policyHost, "A", from)).isEqualTo(1);
        String changed = "select 1 from timeline_event where change = 'mx_changed'";
        assertThat(watch.sql.rows(changed)).isEmpty();
        watch.pass(CheckTimes.CONFIRM);
        assertThat(watch.sql.rows(changed)).hasSize(1);
        assertThat(watch.asked(policyHost, "A", from)).isEqualTo(2);
    }

    /** The English texts of stored messages. */
    private List<String> texts(String query) {
        return watch.sql.rows(query).stream()
                .map(MessageJson::read)
                .map(MessageFormatter.forPrograms()::format)
                .toList();
    }
}
