package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.domains.Domain;
import org.mailvane.jobs.Lease;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.settings.SettingsReader;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.EventDetails;
import org.mailvane.timeline.NewEvent;
import org.mailvane.traffic.SeenSelectors;
import org.mailvane.traffic.SeenSelectors.Seen;
import org.mailvane.web.German;
import tools.jackson.databind.JsonNode;

/** Domains' records are looked up, and domains show what was found. */
class MonitorTest {

    private static final String ZONE =
            """
            example               SOA  ns.example h.example 1 3600 600 86400 0
            shop.example          SOA  ns.shop.example hostmaster.shop.example 7 3600 600 86400 60
            shop.example          MX   10 mx.shop.example
            shop.example          TXT  "v=spf1 mx -all"
            mx.shop.example       A    192.0.2.1
            _dmarc.shop.example   TXT  "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"
            """;

    private final TestClock clock = new TestClock(Instant.parse("2026-03-01T09:00:00Z"));
    private final TestService service = TestService.shared(clock);
    private final DnsServer dns = service.dns();
    private final TestSql sql = service.sql();
    private final Accounts.Created account = service.account("One");
    private final long shop;

    MonitorTest() {
        // Each test says when it works.
        service.part(MonitorWorker.class).stop();
        dns.add(ZONE);
        shop = add("shop.example");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private long add(String name) {
        String token = account.apiToken();
        long group =
                service.get(token, "/api/v1/domain-groups/").json().at("/results/0/id").asLong();
        service.send(
                "POST",
                token,
                "/api/v1/domain-groups/" + group + "/add-domains/",
                "{\"domains\": [\"" + name + "\"]}");
        return service.get(token, "/api/v1/domains/?domain_exact=" + name)
                .json()
                .at("/results/0/id")
                .asLong();
    }

    private JsonNode domain() {
        return service.get(account.apiToken(), "/api/v1/domains/" + shop + "/").json();
    }

    private void work() throws InterruptedException {
        service.part(MonitorWorker.class).workAll();
    }

    @Test
    void itLooksUpAgainAfterAStop() throws InterruptedException {
        MonitorWorker monitor =
                new MonitorWorker(
                        service.database(),
                        service.part(Monitor.class),
                        SettingsReader.read(Map.of(), Map.of(), null),
                        TestService.loops(clock));
        monitor.start();
        monitor.stop();
        assertThat(monitor.isRunning()).isFalse();
        clock.advance(Duration.ofDays(2));
        dns.remove("_dmarc.shop.example");
        monitor.start();
        try {
            Awaiting.until(
                    "it is looked up",
                    Duration.ofSeconds(20),
                    () -> domain().get("state_dmarc").asString().equals("missing"));
        } finally {
            monitor.stop();
        }
    }

    @Test
    void whatIsDueIsLookedUpAndShown() throws InterruptedException {
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("unknown");
        work();
        JsonNode domain = domain();
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("present");
        assertThat(domain.get("state_spf").asString()).isEqualTo("present");
        assertThat(domain.get("records_spf").asString()).isEqualTo("v=spf1 mx -all");
        assertThat(domain.get("spf_lookup_count").asInt()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(10));
        dns.remove("_dmarc.shop.example");
        work();
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("missing");
    }

    @Test
    void whatANewDomainSaysIsReadOnceMoreAMinuteLater() throws InterruptedException {
        String unconfirmed = "select unconfirmed from domain where id = " + shop;
        work();
        assertThat(sql.value(unconfirmed)).isEqualTo("t");
        clock.advance(CheckTimes.CONFIRM_FIRST.minusSeconds(1));
        work();
        assertThat(sql.value(unconfirmed)).as("a second before").isEqualTo("t");
        clock.advance(Duration.ofSeconds(1));
        work();
        assertThat(sql.value(unconfirmed)).isEqualTo("f");
        // What is known and changes is known until it counts.
        dns.remove("_dmarc.shop.example");
        clock.advance(CheckTimes.DMARC);
        work();
        assertThat(sql.value(unconfirmed)).isEqualTo("f");
    }

    @Test
    void whatARecordRefersToAndIsNotAnsweredIsSaidWithTheState() throws InterruptedException {
        work();
        clock.advance(CheckTimes.CONFIRM_FIRST);
        work();
        assertThat(domain().at("/states/spf").propertyNames()).doesNotContain("failing_since");
        dns.remove("mx.shop.example");
        dns.add("mx.shop.example SERVFAIL");
        clock.advance(CheckTimes.EVERYTHING);
        work();
        JsonNode spf = domain().at("/states/spf");
        assertThat(spf.path("state").asString()).isEqualTo("present");
        assertThat(spf.path("failing_since").asString())
                .isEqualTo(clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Nothing is open about it, since nothing counts yet: that does not mean that all is well. */
    @Test
    void whatIsNotToldWhollyAtFirstIsNotKnown() throws InterruptedException {
        String unconfirmed = "select unconfirmed from domain where id = " + shop;
        String agreement = "shop.example._report._dmarc.other.example";
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject; rua=mailto:a@other.example\"");
        dns.add(agreement + " SERVFAIL");
        work();
        clock.advance(CheckTimes.CONFIRM_FIRST);
        work();
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("present");
        assertThat(sql.value(unconfirmed)).isEqualTo("t");
        dns.remove(agreement);
        dns.add(agreement + " TXT \"v=DMARC1\"");
        refreshed(shop);
        assertThat(sql.value(unconfirmed)).isEqualTo("f");
    }

    @Test
    void anIncludeThatIsNotAnsweredAtFirstMakesNoError() throws InterruptedException {
        dns.remove("shop.example");
        dns.add("shop.example TXT \"v=spf1 include:gone.example -all\"");
        dns.add("gone.example SERVFAIL");
        work();
        assertThat(domain().get("state_spf").asString()).isEqualTo("unknown");
        assertThat(domain().get("records_spf").asString()).contains("include:gone.example");
        assertThat(sql.value("select unconfirmed from domain where name = 'shop.example'"))
                .as("nobody can say that all is well")
                .isEqualTo("t");
        dns.remove("gone.example");
        dns.add("gone.example TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        clock.advance(CheckTimes.EVERYTHING);
        work();
        assertThat(domain().get("state_spf").asString()).isEqualTo("present");
        clock.advance(CheckTimes.EVERYTHING);
        work();
        assertThat(sql.value("select unconfirmed from domain where name = 'shop.example'"))
                .as("it was read a second time")
                .isEqualTo("f");
    }

    @Test
    void refreshAnswersWithWhatIsThereNow() {
        JsonNode refreshed =
                service.send(
                                "POST",
                                account.apiToken(),
                                "/api/v1/domains/" + shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("state_dmarc").asString()).isEqualTo("present");
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject\"");
        refreshed =
                service.send(
                                "POST",
                                account.apiToken(),
                                "/api/v1/domains/" + shop + "/refresh/",
                                "")
                        .json();
        assertThat(refreshed.get("records_dmarc").asString()).isEqualTo("v=DMARC1; p=reject");
    }

    private JsonNode refreshed(long id) {
        Answer answer =
                service.send("POST", account.apiToken(), "/api/v1/domains/" + id + "/refresh/", "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Lets time pass in small steps, and what is due then be looked up. */
    private void pass(Duration time) throws InterruptedException {
        for (Instant end = clock.instant().plus(time); clock.instant().isBefore(end); ) {
            clock.advance(Duration.ofMinutes(5));
            work();
        }
    }

    @Test
    void aServerThatFailsEveryThirdQuestionOfADayIsNoNews() throws InterruptedException {
        refreshed(shop);
        List<String> before = sql.rows("select code, subject from issue order by id");
        dns.failEvery(3);
        pass(Duration.ofHours(24));
        assertThat(sql.rows("select code, subject from issue order by id")).isEqualTo(before);
        assertThat(sql.rows("select change from timeline_event where change <> 'domain_added'"))
                .isEmpty();
        dns.failEvery(0);
        pass(Duration.ofHours(25));
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("present");
        assertThat(sql.rows("select change from timeline_event where change <> 'domain_added'"))
                .isEmpty();
    }

    @Test
    void aDomainBelowInheritsItsPolicy() throws InterruptedException {
        dns.add("news.shop.example A 192.0.2.9");
        long news = add("news.shop.example");
        JsonNode domain = refreshed(news);
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("inherited");
        assertThat(domain.at("/states/dmarc/policy_domain").asString()).isEqualTo("shop.example");
        assertThat(sql.value("select last_seen_dmarc_policy from domain where id = " + news))
                .isEqualTo("on");
        // Errors in the record above are not reported for this domain.
        assertThat(sql.rows("select code from issue where record = 'dmarc'")).isEmpty();
    }

    @Test
    void whatInheritsFollowsAtOnce() throws InterruptedException {
        dns.add("news.shop.example A 192.0.2.9");
        dns.add("own.shop.example A 192.0.2.9");
        dns.add("_dmarc.own.shop.example TXT \"v=DMARC1; p=none\"");
        long news = add("news.shop.example");
        long own = add("own.shop.example");
        List.of(shop, news, own).forEach(this::refreshed);
        work();
        String policies = "select last_seen_dmarc_policy from domain order by name";
        assertThat(sql.rows(policies)).containsExactly("on", "n", "n");
        String due =
                "select domain_id from watched_domain where dmarc_due <= '%s'"
                        .formatted(clock.instant());
        assertThat(sql.rows(due)).isEmpty();
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=reject\"");
        refreshed(shop);
        // One change is enough, also where the name below is not due for long.
        work();
        clock.advance(CheckTimes.CONFIRM);
        work();
        assertThat(sql.rows(policies)).containsExactly("or", "n", "r");
    }

    /** RFC 9989, section 4.10.2: {@code psd=n}. */
    @Test
    void whatLiesBelowAnOrganisationWithinOneInheritsFromThat() {
        dns.add("_dmarc.dept.shop.example TXT \"v=DMARC1; p=reject; sp=quarantine; psd=n\"");
        dns.add("lab.dept.shop.example A 192.0.2.9");
        long dept = add("dept.shop.example");
        long lab = add("lab.dept.shop.example");
        List.of(shop, dept, lab).forEach(this::refreshed);
        assertThat(
                        sql.rows(
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
        refreshed(shop);
        for (String record :
                List.of(
                        "v=DMARC1; p=quarantine; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; t=y; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; sp=bogus; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example",
                        "v=DMARC1; p=rejct")) {
            dns.remove("_dmarc.shop.example");
            dns.add("_dmarc.shop.example TXT \"" + record + "\"");
            clock.advance(Duration.ofMinutes(10));
            refreshed(shop);
        }
        List<Passage> told = EventDetails.of(sql, "change = 'dmarc_policy_changed'");
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
                service.part(ReportAddresses.class)
                        .add(account.account().id(), "reports@shop.example");
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example TXT \"v=DMARC1; p=none; rua=mailto:" + address + "\"");
        dns.add("news.shop.example A 192.0.2.9");
        long news = add("news.shop.example");
        assertThat(refreshed(news).get("is_verified").asBoolean()).isTrue();
        assertThat(refreshed(shop).get("is_verified").asBoolean()).isTrue();
        assertThat(sql.rows("select domain from timeline_event where change = 'domain_verified'"))
                .containsExactly("shop.example");
    }

    @Test
    void aTextOrAReportAddressShowsWhoseTheDomainIs() throws InterruptedException {
        Answer started =
                service.send(
                        "POST", account.apiToken(), "/api/v1/domains/" + shop + "/verify/", "");
        assertThat(started.status()).isEqualTo(202);
        work();
        assertThat(domain().get("is_verified").asBoolean()).isFalse();
        dns.add(
                "shop.example TXT \"mailvane-verification="
                        + started.json().get("verification_token").asString()
                        + "\"");
        service.send("POST", account.apiToken(), "/api/v1/domains/" + shop + "/verify/", "");
        work();
        assertThat(domain().get("is_verified").asBoolean()).isTrue();
        // It stays so.
        dns.remove("shop.example");
        refreshed(shop);
        assertThat(domain().get("is_verified").asBoolean()).isTrue();
        assertThat(sql.rows("select domain from timeline_event where change = 'domain_verified'"))
                .containsExactly("shop.example");
    }

    @Test
    void whatPeopleAskForIsLookedUpWithoutASchedule() {
        service.part(MonitorWorker.class).start();
        String verify = "/api/v1/domains/" + shop + "/verify/";
        String token =
                service.send("POST", account.apiToken(), verify, "")
                        .json()
                        .get("verification_token")
                        .asString();
        awaitDomain("state_dmarc", "present");
        dns.add("shop.example TXT \"mailvane-verification=" + token + "\"");
        service.send("POST", account.apiToken(), verify, "");
        awaitDomain("is_verified", "true");
        service.send(
                "PATCH",
                account.apiToken(),
                "/api/v1/domains/" + shop + "/",
                "{\"selectors\": [\"s1\"]}");
        awaitDomain("state_dkim", "missing");
        // Only once: no check follows by itself.
        clock.advance(Duration.ofDays(2));
        assertThat(service.part(Monitor.class).claimRequested(10)).isEmpty();
        assertThat(service.part(Monitor.class).claim(10)).hasSize(1);
    }

    private void awaitDomain(String member, String value) {
        Awaiting.until(
                member + " is " + value,
                Duration.ofSeconds(20),
                () -> domain().get(member).asString().equals(value));
    }

    @Test
    void ofALongRecordListsShowTheBegin() {
        String part = "\"" + " ip4:192.0.2.1".repeat(18) + "\" ";
        dns.add("long.example TXT \"v=spf1\" " + part.repeat(9) + "\" -all\"");
        JsonNode domain = refreshed(add("long.example"));
        String record = domain.get("records_spf").asString();
        assertThat(record.length()).isGreaterThan(DomainSummary.MAX_SHOWN);
        assertThat(domain.at("/states/spf/record").asString())
                .isEqualTo(record.substring(0, DomainSummary.MAX_SHOWN));
    }

    @Test
    void onlySoManyOldSelectorsAreWatched() {
        refreshed(shop);
        sql.execute(
                """
                insert into watched_record (account_id, domain_id, kind, selector, state,
                    fingerprint, checked)
                select account_id, id, 'dkim', 'old' || i, 'present', 'x', now()
                from domain, generate_series(1, %d) i
                """
                        .formatted(Monitor.MAX_OLD_SELECTORS + 9));
        dns.add("*._domainkey.shop.example TXT \"v=DKIM1; p=AAAA\"");
        refreshed(shop);
        assertThat(sql.value("select count(*) from watched_record where kind = 'dkim'"))
                .isEqualTo(String.valueOf(Monitor.MAX_OLD_SELECTORS));
    }

    @Test
    @Tag("slow")
    void onlySoManyAreLookedUpForPeopleAtOnce() throws Exception {
        dns.add("shop.example DELAY 1000");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers =
                    IntStream.rangeClosed(0, Monitor.MAX_REFRESHES)
                            .mapToObj(i ->
                                    threads.submit(() ->
                                            service.send(
                                                    "POST",
                                                    account.apiToken(),
                                                    "/api/v1/domains/" + shop + "/refresh/",
                                                    "")))
                            .toList();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Answer> answer : answers) {
                statuses.add(answer.get().status());
            }
            assertThat(statuses).contains(200, 503).doesNotContain(500);
        }
    }

    @Test
    void whatNoDatabaseCanStoreIsReplaced() {
        dns.add("_dmarc.nul.example TXT \"v=DMARC1; p=none; x=\\x00\"");
        dns.add("nul.example TXT \"v=spf1 \\x00 -all\"");
        JsonNode domain = refreshed(add("nul.example"));
        assertThat(domain.get("state_spf").asString()).isEqualTo("error");
        assertThat(domain.get("records_spf").asString()).isEqualTo("v=spf1 \uFFFD -all");
    }

    @Test
    void whoAsksAgainAndAgainKeepsNobodyFromAnAnswer() throws InterruptedException {
        Monitor monitor = service.part(Monitor.class);
        WatchedDomain begun = monitor.claim(10).getFirst();
        String verify = "/api/v1/domains/" + shop + "/verify/";
        service.send("POST", account.apiToken(), verify, "");
        service.send("POST", account.apiToken(), verify, "");
        check(begun);
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("present");
        // It is looked up once more, for what they want to know.
        assertThat(monitor.claim(10)).hasSize(1);
    }

    @Test
    void aBrokenRecordBelowIsNotTheOneAbove() {
        dns.add("_dmarc.news.shop.example TXT \"v=dmarc1 p=reject\"");
        long news = add("news.shop.example");
        JsonNode domain = refreshed(news);
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("error");
        assertThat(domain.get("records_dmarc").asString()).isEqualTo("v=dmarc1 p=reject");
        assertThat(sql.value("select last_seen_dmarc_policy from domain where id = " + news))
                .isEqualTo("on");
        assertThat(
                        texts(
                                "select distinct details_message from issue where record = 'dmarc'"
                                        + " and domain_id = "
                                        + news))
                .containsExactly("The record at _dmarc.news.shop.example is: v=dmarc1 p=reject");
    }

    @Test
    void aSelectorThatComesLaterIsNews() throws InterruptedException {
        refreshed(shop);
        dns.add(
                "s1._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        service.send(
                "PATCH",
                account.apiToken(),
                "/api/v1/domains/" + shop + "/",
                "{\"selectors\": [\"s1\", \"s2\"]}");
        work();
        String news = "select change from timeline_event where change like 'dkim%'";
        assertThat(sql.rows(news)).isEmpty();
        refreshed(shop);
        assertThat(sql.rows(news)).containsExactly("dkim_added");
        dns.add(
                "s2._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        refreshed(shop);
        List<Passage> told = EventDetails.of(sql, "change = 'dkim_added'");
        told.forEach(German::assertSaid);
        // Only of the second is it known that it has not been there for long.
        assertThat(told)
                .extracting(MessageFormatter.forPrograms()::format)
                .containsExactly(
                        "The DKIM key of shop.example with selector s1 was seen for the first time. It had not been looked up before.",
                        "The DKIM key of shop.example with selector s2 was published.");
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
                        new Lease(account.account().scope(), shop, 1),
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
        dns.remove("_dmarc.shop.example");
        dns.add("_dmarc.shop.example CNAME _dmarc.nowhere.example");
        refreshed(shop);
        assertThat(sql.value("select details ->> 'alias' from watched_record where kind = 'dmarc'"))
                .isEqualTo("_dmarc.nowhere.example");
        assertThat(texts("select details_message from issue where record = 'dmarc'"))
                .containsExactly(
                        "No DMARC record was found at _dmarc.shop.example (an alias of _dmarc.nowhere.example).");
    }

    @Test
    void itIsSaidWhereReportsShowMoreSelectorsThanAreWatched() throws InterruptedException {
        for (int more = 0; more <= 1; more++) {
            SampleReport report = SampleReport.about("shop.example").id("r" + more);
            String day =
                    LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(1).toString();
            report.period(day + "T00:00:00Z", day + "T23:59:59Z");
            IntStream.range(0, SeenSelectors.MAX_SELECTORS + more)
                    .forEach(i -> report.recordXml(signed("s" + i)));
            take(report, more + 1);
            refreshed(shop);
            assertThat(limited()).as("%d more", more).isEqualTo(more == 1);
            assertThat(sql.value("select cardinality(seen_selectors) from watched_domain"))
                    .isEqualTo(String.valueOf(SeenSelectors.MAX_SELECTORS));
            // The DMARC record alone is looked up.
            clock.advance(Duration.ofHours(1));
            pass(Duration.ofHours(1));
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
                service.call(
                        "POST",
                        account.apiToken(),
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(report.xml()),
                        Map.of());
        assertThat(answer.status()).isEqualTo(202);
        Awaiting.until(
                "the report is taken in",
                Duration.ofSeconds(30),
                () -> sql.value("select count(*) from report").equals(String.valueOf(number)));
    }

    private boolean limited() {
        return domain().at("/states/dkim/selectors_limited").asBoolean(false);
    }

    @Test
    void aKeyThatWasRevokedBeforeItWasLookedForIsNoNews() {
        refreshed(shop);
        dns.add("s1._domainkey.shop.example TXT \"v=DKIM1; p=\"");
        service.send(
                "PATCH",
                account.apiToken(),
                "/api/v1/domains/" + shop + "/",
                "{\"selectors\": [\"s1\"]}");
        refreshed(shop);
        String news = "select change from timeline_event where change like 'dkim%'";
        assertThat(sql.rows(news)).isEmpty();
        dns.remove("s1._domainkey.shop.example");
        dns.add(
                "s1._domainkey.shop.example TXT \"v=DKIM1; k=ed25519; p=YF4jXKdRe0f2z0ToR79VPGYLHw4kftdhnThS9fYUQtA=\"");
        refreshed(shop);
        assertThat(sql.rows(news)).containsExactly("dkim_changed");
    }

    @Test
    void aNameThatDoesNotExistIsToldOnce() {
        long gone = add("gone.example");
        refreshed(gone);
        assertThat(issues(gone)).containsExactly("mx dns.name.missing");
        dns.add("gone.example SOA ns.gone.example h.gone.example 1 3600 600 86400 0");
        refreshed(gone);
        assertThat(issues(gone))
                .containsExactly("dmarc dmarc.record.missing", "spf spf.record.missing");
    }

    private List<String> issues(long domain) {
        return sql.rows(
                "select record || ' ' || code from issue where solved_at is null and domain_id = "
                        + domain
                        + " order by 1");
    }

    @Test
    void aNameBelowIsNotBlamedForHavingNoSpf() {
        dns.add("news.shop.example A 192.0.2.9");
        refreshed(add("news.shop.example"));
        assertThat(sql.rows("select code from issue where record = 'spf'")).isEmpty();
        // With its own policy it counts for itself.
        dns.add("_dmarc.news.shop.example TXT \"v=DMARC1; p=none; rua=mailto:a@shop.example\"");
        refreshed(
                service.get(account.apiToken(), "/api/v1/domains/?domain_exact=news.shop.example")
                        .json()
                        .at("/results/0/id")
                        .asLong());
        assertThat(sql.rows("select code from issue where record = 'spf' and solved_at is null"))
                .containsExactly("spf.record.missing");
    }

    @Test
    void aKeyWithWhichNobodySignsAnyMoreHarmsNobody() {
        String selectors = "/api/v1/domains/" + shop + "/";
        dns.add("old._domainkey.shop.example TXT \"v=DKIM1; p=AAAA\"");
        service.send("PATCH", account.apiToken(), selectors, "{\"selectors\": [\"old\"]}");
        refreshed(shop);
        String errors = "select has_errors from domain where id = " + shop;
        assertThat(sql.value(errors)).isEqualTo("t");
        String open = "select code from issue where record = 'dkim' and solved_at is null";
        assertThat(sql.rows(open)).isNotEmpty();
        service.send("PATCH", account.apiToken(), selectors, "{\"selectors\": []}");
        refreshed(shop);
        assertThat(sql.value(errors)).isEqualTo("f");
        assertThat(sql.rows(open)).isEmpty();
    }

    @Test
    void twoServersDoNotLookTheSameUp() {
        Monitor monitor = service.part(Monitor.class);
        assertThat(monitor.claim(10)).hasSize(1);
        assertThat(monitor.claim(10)).isEmpty();
        clock.advance(Monitor.LEASE.plusSeconds(1));
        assertThat(monitor.claim(10)).hasSize(1);
    }

    private void check(WatchedDomain domain) throws InterruptedException {
        Monitor monitor = service.part(Monitor.class);
        monitor.check(monitor.looks(List.of(domain)).getFirst(), false);
    }

    @Test
    void whoeverLostADomainDoesNotSpeakForItAnyMore() throws InterruptedException {
        Monitor monitor = service.part(Monitor.class);
        WatchedDomain lost = monitor.claim(10).getFirst();
        refreshed(shop);
        dns.remove("_dmarc.shop.example");
        check(lost);
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("present");
    }

    @Test
    void selectorsThatAreGivenWhileADomainIsLookedUpAreNotForgotten() throws InterruptedException {
        Monitor monitor = service.part(Monitor.class);
        WatchedDomain begun = monitor.claim(10).getFirst();
        service.send(
                "PATCH",
                account.apiToken(),
                "/api/v1/domains/" + shop + "/",
                "{\"selectors\": [\"s1\"]}");
        check(begun);
        work();
        assertThat(domain().get("state_dkim").asString()).isEqualTo("missing");
    }

    @Test
    void givenSelectorsAreLookedUpSoon() throws InterruptedException {
        work();
        Answer changed =
                service.send(
                        "PATCH",
                        account.apiToken(),
                        "/api/v1/domains/" + shop + "/",
                        "{\"selectors\": [\"S1\", \"s1\"]}");
        assertThat(changed.json().get("selectors").toString()).isEqualTo("[\"s1\"]");
        work();
        assertThat(domain().get("state_dkim").asString()).isEqualTo("missing");
        assertThat(domain().at("/states/dkim/selectors/0/selector").asString()).isEqualTo("s1");
    }

    @Test
    void onlySoManySelectorsMayBeGiven() {
        String many =
                IntStream.range(0, Domain.MAX_SELECTORS + 1)
                        .mapToObj(i -> "\"s" + i + "\"")
                        .collect(Collectors.joining(","));
        Answer refused =
                service.send(
                        "PATCH",
                        account.apiToken(),
                        "/api/v1/domains/" + shop + "/",
                        "{\"selectors\": [" + many + "]}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().has("selectors")).isTrue();
    }

    /** How often a name was asked for a type from some question on. */
    private long asked(String name, String type, int from) {
        List<String> all = dns.asked();
        return all.subList(from, all.size()).stream().filter((name + " " + type)::equals).count();
    }

    /** Has all that is due looked up until it is known for sure, and starts a new hour. */
    private int settled() throws InterruptedException {
        pass(Duration.ofHours(2));
        return dns.asked().size();
    }

    @Test
    void dmarcIsLookedUpEachHourAndEverythingOnceADay() throws InterruptedException {
        int from = settled();
        pass(CheckTimes.EVERYTHING);
        assertThat(asked("_dmarc.shop.example", "TXT", from)).isEqualTo(24);
        for (String label : List.of("_mta-sts", "_smtp._tls", "default._bimi")) {
            assertThat(asked(label + ".shop.example", "TXT", from)).as(label).isEqualTo(1);
        }
    }

    @Test
    void whatIsNotAnsweredIsAskedForAgainAfterPausesThatGrow() throws InterruptedException {
        settled();
        dns.add("_dmarc.shop.example SERVFAIL");
        // Until it has failed once, at its turn.
        String failing = "select failing_since from watched_record where kind = 'dmarc'";
        while (sql.value(failing).equals("null")) {
            pass(Duration.ofMinutes(5));
        }
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant due =
                    Instant.ofEpochSecond(
                            Long.parseLong(
                                    sql.value(
                                            "select extract(epoch from dmarc_due)::bigint from"
                                                    + " watched_domain")));
            pauses.add(Duration.between(clock.instant(), due).toMinutes());
            clock.advance(Duration.between(clock.instant(), due));
            int from = dns.asked().size();
            work();
            assertThat(asked("_dmarc.shop.example", "TXT", from)).isPositive();
        }
        assertThat(pauses.subList(0, 5)).containsExactly(1L, 1L, 2L, 4L, 8L);
        assertThat(domain().get("state_dmarc").asString()).isEqualTo("unknown");
        assertThat(sql.rows("select 1 from timeline_event where change like 'dmarc%'")).isEmpty();
    }

    @Test
    void whatAnMxChangeMeansForTheMtaStsPolicyIsReadAtOnce() throws InterruptedException {
        dns.add("_mta-sts.shop.example TXT \"v=STSv1; id=1\"");
        dns.add("mta-sts.shop.example A 192.0.2.7");
        refreshed(shop);
        int from = settled();
        dns.remove("shop.example");
        dns.add(
                """
                shop.example MX 10 mx2.shop.example
                shop.example TXT "v=spf1 mx -all"
                mx2.shop.example A 192.0.2.2
                """);
        while (asked("_mta-sts.shop.example", "TXT", from) == 0) {
            pass(Duration.ofMinutes(5));
        }
        // With the look that saw the change, and with that which has it count.
        String policyHost = "mta-sts.shop.example";
        assertThat(asked(policyHost, "A", from)).isEqualTo(1);
        String changed = "select 1 from timeline_event where change = 'mx_changed'";
        assertThat(sql.rows(changed)).isEmpty();
        pass(CheckTimes.CONFIRM);
        assertThat(sql.rows(changed)).hasSize(1);
        assertThat(asked(policyHost, "A", from)).isEqualTo(2);
    }

    /** The English texts of stored messages. */
    private List<String> texts(String query) {
        return sql.rows(query).stream()
                .map(MessageJson::read)
                .map(MessageFormatter.forPrograms()::format)
                .toList();
    }
}
