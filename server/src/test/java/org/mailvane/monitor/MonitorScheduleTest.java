package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** When records are looked up, and again where there was no answer. */
class MonitorScheduleTest {

    private final MonitorFixture watch = new MonitorFixture();

    @AfterEach
    void stop() {
        watch.close();
    }

    @Test
    void itLooksUpAgainAfterAStop() throws InterruptedException {
        MonitorWorker monitor =
                new MonitorWorker(
                        watch.service.database(),
                        watch.service.part(Monitor.class),
                        SettingsReader.read(Map.of(), Map.of(), null),
                        TestService.loops(watch.clock));
        monitor.start();
        monitor.stop();
        assertThat(monitor.isRunning()).isFalse();
        watch.clock.advance(Duration.ofDays(2));
        watch.dns.remove("_dmarc.shop.example");
        monitor.start();
        try {
            Awaiting.until(
                    "it is looked up",
                    Duration.ofSeconds(20),
                    () -> watch.domain().get("state_dmarc").asString().equals("missing"));
        } finally {
            monitor.stop();
        }
    }

    @Test
    void whatIsDueIsLookedUpAndShown() throws InterruptedException {
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("unknown");
        watch.work();
        JsonNode domain = watch.domain();
        assertThat(domain.get("state_dmarc").asString()).isEqualTo("present");
        assertThat(domain.get("state_spf").asString()).isEqualTo("present");
        assertThat(domain.get("records_spf").asString()).isEqualTo("v=spf1 mx -all");
        assertThat(domain.get("spf_lookup_count").asInt()).isEqualTo(1);
        watch.clock.advance(Duration.ofMinutes(10));
        watch.dns.remove("_dmarc.shop.example");
        watch.work();
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("missing");
    }

    @Test
    void whatANewDomainSaysIsReadOnceMoreAMinuteLater() throws InterruptedException {
        String unconfirmed = "select unconfirmed from domain where id = " + watch.shop;
        watch.work();
        assertThat(watch.sql.value(unconfirmed)).isEqualTo("t");
        watch.clock.advance(CheckTimes.CONFIRM_FIRST.minusSeconds(1));
        watch.work();
        assertThat(watch.sql.value(unconfirmed)).as("a second before").isEqualTo("t");
        watch.clock.advance(Duration.ofSeconds(1));
        watch.work();
        assertThat(watch.sql.value(unconfirmed)).isEqualTo("f");
        // What is known and changes is known until it counts.
        watch.dns.remove("_dmarc.shop.example");
        watch.clock.advance(CheckTimes.DMARC);
        watch.work();
        assertThat(watch.sql.value(unconfirmed)).isEqualTo("f");
    }

    @Test
    void anIncludeThatIsNotAnsweredAtFirstMakesNoError() throws InterruptedException {
        watch.dns.remove("shop.example");
        watch.dns.add("shop.example TXT \"v=spf1 include:gone.example -all\"");
        watch.dns.add("gone.example SERVFAIL");
        watch.work();
        assertThat(watch.domain().get("state_spf").asString()).isEqualTo("unknown");
        assertThat(watch.domain().get("records_spf").asString()).contains("include:gone.example");
        assertThat(watch.sql.value("select unconfirmed from domain where name = 'shop.example'"))
                .as("nobody can say that all is well")
                .isEqualTo("t");
        watch.dns.remove("gone.example");
        watch.dns.add("gone.example TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        watch.clock.advance(CheckTimes.EVERYTHING);
        watch.work();
        assertThat(watch.domain().get("state_spf").asString()).isEqualTo("present");
        watch.clock.advance(CheckTimes.EVERYTHING);
        watch.work();
        assertThat(watch.sql.value("select unconfirmed from domain where name = 'shop.example'"))
                .as("it was read a second time")
                .isEqualTo("f");
    }

    @Test
    void aServerThatFailsEveryThirdQuestionOfADayIsNoNews() throws InterruptedException {
        watch.refreshed(watch.shop);
        List<String> before = watch.sql.rows("select code, subject from issue order by id");
        watch.dns.failEvery(3);
        watch.pass(Duration.ofHours(24));
        assertThat(watch.sql.rows("select code, subject from issue order by id")).isEqualTo(before);
        assertThat(
                        watch.sql.rows(
                                "select change from timeline_event where change <> 'domain_added'"))
                .isEmpty();
        watch.dns.failEvery(0);
        watch.pass(Duration.ofHours(25));
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("present");
        assertThat(
                        watch.sql.rows(
                                "select change from timeline_event where change <> 'domain_added'"))
                .isEmpty();
    }

    @Test
    void whatPeopleAskForIsLookedUpWithoutASchedule() {
        watch.service.part(MonitorWorker.class).start();
        String verify = "/api/v1/domains/" + watch.shop + "/verify/";
        String token =
                watch.service
                        .send("POST", watch.account.apiToken(), verify, "")
                        .json()
                        .get("verification_token")
                        .asString();
        awaitDomain("state_dmarc", "present");
        watch.dns.add("shop.example TXT \"mailvane-verification=" + token + "\"");
        watch.service.send("POST", watch.account.apiToken(), verify, "");
        awaitDomain("is_verified", "true");
        watch.service.send(
                "PATCH",
                watch.account.apiToken(),
                "/api/v1/domains/" + watch.shop + "/",
                "{\"selectors\": [\"s1\"]}");
        awaitDomain("state_dkim", "missing");
        // Only once: no check follows by itself.
        watch.clock.advance(Duration.ofDays(2));
        assertThat(watch.service.part(Monitor.class).claimRequested(10)).isEmpty();
        assertThat(watch.service.part(Monitor.class).claim(10)).hasSize(1);
    }

    private void awaitDomain(String member, String value) {
        Awaiting.until(
                member + " is " + value,
                Duration.ofSeconds(20),
                () -> watch.domain().get(member).asString().equals(value));
    }

    @Test
    @Tag("slow")
    void onlySoManyAreLookedUpForPeopleAtOnce() throws Exception {
        watch.dns.add("shop.example DELAY 1000");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers =
                    IntStream.rangeClosed(0, Monitor.MAX_REFRESHES)
                            .mapToObj(i ->
                                    threads.submit(() ->
                                            watch.service.send(
                                                    "POST",
                                                    watch.account.apiToken(),
                                                    "/api/v1/domains/" + watch.shop + "/refresh/",
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
    void whoAsksAgainAndAgainKeepsNobodyFromAnAnswer() throws InterruptedException {
        Monitor monitor = watch.service.part(Monitor.class);
        WatchedDomain begun = monitor.claim(10).getFirst();
        String verify = "/api/v1/domains/" + watch.shop + "/verify/";
        watch.service.send("POST", watch.account.apiToken(), verify, "");
        watch.service.send("POST", watch.account.apiToken(), verify, "");
        watch.check(begun);
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("present");
        // It is looked up once more, for what they want to know.
        assertThat(monitor.claim(10)).hasSize(1);
    }

    @Test
    void twoServersDoNotLookTheSameUp() {
        Monitor monitor = watch.service.part(Monitor.class);
        assertThat(monitor.claim(10)).hasSize(1);
        assertThat(monitor.claim(10)).isEmpty();
        watch.clock.advance(Monitor.LEASE.plusSeconds(1));
        assertThat(monitor.claim(10)).hasSize(1);
    }

    @Test
    void whoeverLostADomainDoesNotSpeakForItAnyMore() throws InterruptedException {
        Monitor monitor = watch.service.part(Monitor.class);
        WatchedDomain lost = monitor.claim(10).getFirst();
        watch.refreshed(watch.shop);
        watch.dns.remove("_dmarc.shop.example");
        watch.check(lost);
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("present");
    }

    @Test
    void dmarcIsLookedUpEachHourAndEverythingOnceADay() throws InterruptedException {
        int from = watch.settled();
        watch.pass(CheckTimes.EVERYTHING);
        assertThat(watch.asked("_dmarc.shop.example", "TXT", from)).isEqualTo(24);
        for (String label : List.of("_mta-sts", "_smtp._tls", "default._bimi")) {
            assertThat(watch.asked(label + ".shop.example", "TXT", from)).as(label).isEqualTo(1);
        }
    }

    @Test
    void whatIsNotAnsweredIsAskedForAgainAfterPausesThatGrow() throws InterruptedException {
        watch.settled();
        watch.dns.add("_dmarc.shop.example SERVFAIL");
        // Until it has failed once, at its turn.
        String failing = "select failing_since from watched_record where kind = 'dmarc'";
        while (watch.sql.value(failing).equals("null")) {
            watch.pass(Duration.ofMinutes(5));
        }
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant due =
                    Instant.ofEpochSecond(
                            Long.parseLong(
                                    watch.sql.value(
                                            "select extract(epoch from dmarc_due)::bigint from"
                                                    + " watched_domain")));
            pauses.add(Duration.between(watch.clock.instant(), due).toMinutes());
            watch.clock.advance(Duration.between(watch.clock.instant(), due));
            int from = watch.dns.asked().size();
            watch.work();
            assertThat(watch.asked("_dmarc.shop.example", "TXT", from)).isPositive();
        }
        assertThat(pauses.subList(0, 5)).containsExactly(1L, 1L, 2L, 4L, 8L);
        assertThat(watch.domain().get("state_dmarc").asString()).isEqualTo("unknown");
        assertThat(watch.sql.rows("select 1 from timeline_event where change like 'dmarc%'"))
                .isEmpty();
    }
}
