package org.mailvane.traffic.reclassify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.sources.classify.ClassificationContext.Version;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.ReclassifiedSums;
import org.mailvane.traffic.store.ReportFacts;

/** How rows get their last classification. */
class ReclassificationTest {

    private static final String ZONE =
            """
            example              SOA  ns.example hostmaster.example 7 3600 600 86400 60
            2.0.192.in-addr.arpa SOA  ns.example hostmaster.example 7 3600 600 86400 60
            1.2.0.192.in-addr.arpa 0  PTR  out.senders.example
            out.senders.example    0  A    192.0.2.1
            """;

    private final ReclassificationFixture house = new ReclassificationFixture(ZONE);

    @AfterEach
    void close() {
        house.close();
    }

    private static SampleReport report(String day) {
        return SampleReport.about("example.com")
                .id("report of " + day)
                .period(day + "T00:00:00Z", day + "T23:59:59Z");
    }

    private static final Version VERSION = new Version(1, 0);

    private List<String> organizations() {
        return house.sql.rows(
                """
                select f.address, coalesce(o.name, '-'), f.category, f.rule
                from fact f left join ptr_organization o on o.number = f.source
                order by f.day, f.address
                """);
    }

    @Test
    void rowsAreNamedWhenTheirAddressesAreKnown() {
        house.take(
                report("2026-11-01")
                        .record("192.0.2.1", 4, "none", true, true)
                        .record("192.0.2.2", 3, "reject", false, false));
        assertThat(organizations()).containsExactly("192.0.2.1|-|1|7", "192.0.2.2|-|4|8");
        house.settle();
        assertThat(organizations())
                .containsExactly("192.0.2.1|senders.example|1|7", "192.0.2.2|-|4|8");
        house.sums.assertAgree();
        assertThat(house.sql.rows("select messages, dkim, spf, rejected from daily order by 1"))
                .containsExactly("3|0|0|3", "4|4|4|0");
        assertThat(house.sql.value("select count(*) from reclassification_queue")).isEqualTo("0");
        assertThat(house.service.part(Reclassification.class).refreshed(house.scope))
                .isEqualTo(house.clock.instant());
    }

    @Test
    void whatIsKnownAlreadyNamesNewRowsAtOnce() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        house.take(report("2026-11-02").record("192.0.2.1", 1, "none", true, true));
        assertThat(organizations())
                .containsExactly("192.0.2.1|senders.example|1|7", "192.0.2.1|senders.example|1|7");
        assertThat(house.sql.value("select has_unresolved_addresses from reclassification_queue"))
                .isEqualTo("f");
    }

    @Test
    void rowsThatAnotherServersEvidenceDidNotSeeAreClassifiedAgain() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        house.take(report("2026-11-19").record("192.0.2.1", 1, "none", true, true));
        // As a server does that looked for rows of this address before the last was committed.
        house.sql.execute(
                """
                with other as (
                    insert into ptr_organization (name) values ('other.example')
                    on conflict (name) do update set name = excluded.name returning number)
                update address_evidence set reverse_name = 'out.other.example',
                    organization = (select number from other) where address = '192.0.2.1'
                """);
        house.sql.execute("update known_version set addresses = addresses + 1");
        house.settle();
        assertThat(organizations())
                .containsExactly("192.0.2.1|senders.example|1|7", "192.0.2.1|other.example|1|7");
        house.sums.assertAgree();
    }

    @Test
    void aProgramOfOlderRulesLeavesRowsToTheNewerOne() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.sql.execute("update known_version set rules = rules + 1");
        house.clock.advance(Reclassification.LONGEST);
        assertThat(house.service.part(ReclassificationWorker.class).processBatch()).isFalse();
        assertThat(organizations()).containsExactly("192.0.2.1|-|1|7");
        house.sql.execute("update known_version set rules = rules - 1");
        house.settle();
        assertThat(organizations()).containsExactly("192.0.2.1|senders.example|1|7");
    }

    @Test
    void evidenceThatComesLateChangesRowsAndSums() {
        house.dns.add("1.2.0.192.in-addr.arpa SERVFAIL");
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        assertThat(organizations()).containsExactly("192.0.2.1|-|1|7");
        assertThat(house.sql.value("select waiting_addresses from reclassification_queue"))
                .isEqualTo("1");
        house.dns.remove("1.2.0.192.in-addr.arpa");
        house.dns.add("1.2.0.192.in-addr.arpa PTR out.senders.example");
        house.settleAll();
        assertThat(organizations()).containsExactly("192.0.2.1|senders.example|1|7");
        house.sums.assertAgree();
    }

    @Test
    void evidenceThatComesLateTellsWhoUsesASelectorToo() {
        house.dns.add("9.2.0.192.in-addr.arpa SERVFAIL");
        house.take(report("2026-11-01").record("192.0.2.9", 4, "none", true, false));
        house.settle();
        house.dns.remove("9.2.0.192.in-addr.arpa");
        house.dns.add("9.2.0.192.in-addr.arpa PTR mail-sor-f41.google.com");
        house.dns.add("mail-sor-f41.google.com A 192.0.2.9");
        house.settleAll();
        // Google also passes mail on, but nobody else uses this selector.
        assertThat(house.sql.rows("select category, rule from fact")).containsExactly("1|3");
        house.sums.assertAgree();
    }

    @Test
    void moreReportsPutAMarkOffButNotForEver() {
        house.take(report("2026-11-01").record("192.0.2.1", 1, "none", true, true));
        for (int day = 2; day < 28; day++) {
            house.clock.advance(Reclassification.SOON.minusMillis(500));
            house.take(
                    report("2026-11-%02d".formatted(day))
                            .record("192.0.2.1", 1, "none", true, true));
            if (house.sql.value("select count(*) from address_evidence").equals("1")) {
                assertThat(Duration.ofMillis(1500).multipliedBy(day))
                        .isGreaterThanOrEqualTo(Reclassification.LONGEST.minusSeconds(2));
                return;
            }
        }
        Awaiting.until(
                "it is settled although more and more comes",
                ReclassificationFixture.LIMIT,
                () -> !house.sql.value("select count(*) from address_evidence").equals("0"));
    }

    @Test
    void aMarkWhoseWorkerDiedIsTakenByAnother() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.sql.execute(
                """
                update reclassification_queue set taken_fresh = fresh, taken_has_unresolved_addresses = true,
                    fresh = 'empty', has_unresolved_addresses = false, due = timestamptz '%1$s' + interval '5 min',
                    leased_until = timestamptz '%1$s' + interval '5 min', generation = 1
                """
                        .formatted(house.clock.instant()));
        house.clock.advance(Duration.ofMinutes(4));
        assertThat(organizations()).containsExactly("192.0.2.1|-|1|7");
        house.clock.advance(Duration.ofMinutes(2));
        house.settle();
        assertThat(organizations()).containsExactly("192.0.2.1|senders.example|1|7");
    }

    @Test
    void aDayOfMoreRowsThanAChunkIsSettledInParts() {
        SampleReport large = report("2026-11-01");
        int records = 2 * RowReclassification.CHUNK + 10;
        IntStream.range(0, records).forEach(i -> large.recordXml(record(i)));
        house.take(large);
        house.settle();
        assertThat(
                        house.sql.rows(
                                """
                                select count(*), coalesce(o.name, '-') from fact f
                                left join ptr_organization o on o.number = f.source
                                group by 2 order by 2
                                """))
                .containsExactly(records / 2 + "|-", records / 2 + "|senders.example");
        house.sums.assertAgree();
    }

    @Test
    void afterEachChunkOfALargeDayRowsAndSumsAgree() {
        SampleReport large = report("2026-11-01");
        IntStream.range(0, 2 * RowReclassification.CHUNK + 10)
                .forEach(i -> large.recordXml(record(i)));
        house.take(large);
        house.take(report("2026-10-31").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        List<String> settled = house.rows();
        house.service.part(ReclassificationWorker.class).stop();
        house.sql.execute(
                """
                update fact set category = 2, source = 100, rule = 3;
                update domain_day set capable = 0, forwarded = 0, threat = 0,
                    non_compliant = capable + non_compliant + forwarded + threat
                """);
        ReclassifiedSums.sumUpDaily(house.sql);
        house.sums.assertAgree();
        house.service.part(Reclassification.class).changed(house.scope);
        Instant now = house.clock.instant();
        ReclassificationClaim mark =
                house.service
                        .part(ReclassificationQueueTable.class)
                        .claim(VERSION, 0, now, now.plusSeconds(60), 1)
                        .getFirst();
        RowReclassification settling = house.service.part(RowReclassification.class);
        DetailCache details =
                new DetailCache(
                        house.service.part(StoredRowTable.class), house.scope, mark.domain());
        int chunks = 0;
        for (Days month : settling.months(mark, List.of(Days.ALL))) {
            for (RowChunk chunk : settling.chunks(mark, month)) {
                assertThat(chunk.places()).hasSizeLessThanOrEqualTo(RowReclassification.CHUNK);
                settling.settle(mark, chunk, details);
                house.sums.assertAgree();
                chunks++;
            }
        }
        assertThat(chunks).as("one of October, three of November").isEqualTo(4);
        assertThat(house.rows()).isEqualTo(settled);
    }

    /** Records none of which is like another, of two addresses. */
    private static String record(int number) {
        return """
        <record><row><source_ip>192.0.2.%d</source_ip><count>%d</count><policy_evaluated>\
        <disposition>none</disposition><dkim>fail</dkim><spf>%s</spf></policy_evaluated></row>\
        <identifiers><header_from>example.com</header_from></identifiers><auth_results>\
        <dkim><domain>other.example</domain><selector>s%d</selector><result>pass</result></dkim>\
        </auth_results></record>
        """
                .formatted(number % 2 + 1, number + 1, number % 3 == 0 ? "pass" : "fail", number);
    }

    @Test
    void recordsThatDifferInTheirNumberOnlyAreOneRow() {
        SampleReport repeated =
                report("2026-11-01")
                        .record("192.0.2.1", 4, "none", true, true)
                        .record("192.0.2.2", 1, "none", true, true)
                        .record("192.0.2.1", 3, "none", true, true)
                        .record("192.0.2.1", 5, "reject", true, true)
                        .record("192.0.2.1", 0, "none", true, true);
        house.take(repeated);
        assertThat(house.sql.rows("select address, disposition, messages from fact order by 1, 2"))
                .containsExactly("192.0.2.1|0|7", "192.0.2.1|2|5", "192.0.2.2|0|1");
        assertThat(house.sql.value("select records || ' ' || messages from report"))
                .isEqualTo("5 13");
        house.sums.assertAgree();
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 1"})
    void equalRecordsAreMergedAsLongAsTheyAreHeld(int more, int further) {
        int different = ReportFacts.HELD + more;
        SampleReport large = report("2026-11-01");
        IntStream.range(0, different).forEach(i -> large.recordXml(record(i)));
        house.take(large.recordXml(record(0)));
        assertThat(house.sql.value("select count(*) from fact"))
                .isEqualTo(String.valueOf(different + further));
        house.sums.assertAgree();
    }

    @Test
    void whatIsMarkedWhileItIsWorkedIsNotForgotten() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        ReclassificationQueueTable table = house.service.part(ReclassificationQueueTable.class);
        DomainId domain = new DomainId(Long.parseLong(house.sql.value("select id from domain")));
        house.service.part(ReclassificationWorker.class).stop();
        house.service.part(Reclassification.class).changed(house.scope);
        ReclassificationClaim taken =
                table.claim(
                                VERSION,
                                0,
                                house.clock.instant(),
                                house.clock.instant().plusSeconds(60),
                                10)
                        .getFirst();
        assertThat(taken.domain()).isEqualTo(domain);
        assertThat(
                        table.claim(
                                VERSION,
                                0,
                                house.clock.instant(),
                                house.clock.instant().plusSeconds(60),
                                10))
                .isEmpty();
        assertThat(table.takeStale(taken).days()).contains(Days.ALL);
        house.service
                .part(Reclassification.class)
                .changed(house.scope, List.of(domain), LocalDate.parse("2026-11-03"));
        table.finish(taken, null, UnknownAddresses.NONE, null, null, house.clock.instant());
        assertThat(
                        house.sql.rows(
                                "select lower(stale), isempty(taken_stale) from reclassification_queue"))
                .containsExactly("2026-11-03|t");
        ReclassificationClaim again =
                table.claim(
                                VERSION,
                                0,
                                house.clock.instant(),
                                house.clock.instant().plusSeconds(60),
                                10)
                        .getFirst();
        table.finish(taken, null, UnknownAddresses.NONE, null, null, house.clock.instant());
        assertThat(house.sql.value("select count(*) from reclassification_queue"))
                .as("what another worker says does not count any more")
                .isEqualTo("1");
        table.finish(again, null, UnknownAddresses.NONE, null, null, house.clock.instant());
        assertThat(house.sql.value("select count(*) from reclassification_queue")).isEqualTo("0");
    }

    @Test
    void whatIsToBeLookedUpAgainIsNotForgottenWhileItsDomainIsWorked() {
        house.take(report("2026-11-18").record("192.0.2.1", 4, "none", true, true));
        house.settle();
        house.service.part(ReclassificationWorker.class).stop();
        ReclassificationQueueTable table = house.service.part(ReclassificationQueueTable.class);
        house.service.part(Reclassification.class).changed(house.scope);
        Instant now = house.clock.instant();
        ReclassificationClaim taken =
                table.claim(VERSION, 0, now, now.plusSeconds(60), 1).getFirst();
        house.service.part(FreshEvidence.class).run(new StopSign(() -> false));
        table.finish(taken, null, UnknownAddresses.NONE, null, null, house.clock.instant());
        assertThat(table.claim(VERSION, 0, now, now.plusSeconds(60), 1).getFirst().waiting())
                .contains(new Days(LocalDate.parse("2026-11-14"), LocalDate.parse("2026-11-20")));
    }

    @Test
    void whatAFailedTurnHasTakenComesBackWithAllOfIt() {
        house.service.part(ReclassificationWorker.class).stop();
        house.take(report("2026-11-18").record("192.0.2.1", 4, "none", true, true));
        house.service.part(FreshEvidence.class).run(new StopSign(() -> false));
        house.clock.advance(Reclassification.LONGEST);
        ReclassificationQueueTable table = house.service.part(ReclassificationQueueTable.class);
        Instant now = house.clock.instant();
        Version version =
                house.service.part(ClassificationContextLoader.class).settledBy().orElseThrow();
        ReclassificationClaim taken =
                table.claim(version, 0, now, now.plusSeconds(60), 1).getFirst();
        assertThat(taken.waiting()).isPresent();
        table.failed(taken, now);
        ReclassificationClaim again =
                table.claim(version, 0, now, now.plusSeconds(60), 1).getFirst();
        assertThat(again.fresh()).isEqualTo(taken.fresh());
        assertThat(again.waiting()).isEqualTo(taken.waiting());
        assertThat(again.lacking()).isTrue();
    }

    @Test
    void aLargeDomainThatWaitsForDnsDoesNotKeepWorkersBusy() {
        assertThat(ReclassificationWork.rest(Duration.ofMillis(30)))
                .isEqualTo(Duration.ofMillis(600));
        assertThat(ReclassificationWork.rest(Duration.ofSeconds(60)))
                .isEqualTo(Duration.ofMinutes(20));
        assertThat(ReclassificationWork.rest(Duration.ofMinutes(10)))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aDomainWithManyAddressesIsLookedUpInSeveralTurns() {
        ReclassificationWork work = house.service.part(ReclassificationWork.class);
        house.service.part(ReclassificationWorker.class).stop();
        house.take(
                report("2026-11-01")
                        .record("192.0.2.1", 4, "none", true, true)
                        .record("192.0.2.2", 3, "none", true, true)
                        .record("192.0.2.3", 2, "none", true, true)
                        .record("192.0.2.4", 1, "none", true, true));
        house.take(
                SampleReport.about("small.example")
                        .period("2026-11-01T00:00:00Z", "2026-11-01T23:59:59Z")
                        .record("192.0.2.9", 4, "none", true, true));
        house.clock.advance(Reclassification.LONGEST);
        List<ReclassificationClaim> both = claim(2);
        int usual = work.lookUps;
        // Two addresses of each domain.
        work.lookUps = 4;
        try {
            assertThat(work.lookUp(both, NEVER, () -> {}))
                    .extracting(ReclassificationClaim::domain)
                    .containsExactly(domain("small.example"));
        } finally {
            work.lookUps = usual;
        }
        assertThat(house.sql.rows("select address from address_evidence order by 1"))
                .containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.9");
        ReclassificationClaim large = both.stream().filter(this::isLarge).findFirst().orElseThrow();
        work.settle(large, false, NEVER, () -> {});
        assertThat(organizations().getFirst()).isEqualTo("192.0.2.1|senders.example|1|7");
        assertThat(waiting()).isEqualTo("2 2");

        ReclassificationClaim second =
                claim(2).stream().filter(this::isLarge).findFirst().orElseThrow();
        assertThat(work.lookUp(List.of(second), NEVER, () -> {})).containsExactly(second);
        work.settle(second, true, NEVER, () -> {});
        assertThat(house.sql.value("select count(*) from address_evidence")).isEqualTo("5");
        assertThat(waiting()).isEmpty();
    }

    private static final StopSign NEVER = new StopSign(() -> false);

    private DomainId domain(String name) {
        return new DomainId(
                Long.parseLong(
                        house.sql.value("select id from domain where name = '" + name + "'")));
    }

    private boolean isLarge(ReclassificationClaim mark) {
        return mark.domain().equals(domain("example.com"));
    }

    private String waiting() {
        return String.join(
                "",
                house.sql.rows(
                        "select waiting_addresses || ' ' || waiting_for_advice from reclassification_queue where domain_id = "
                                + domain("example.com").value()));
    }

    private List<ReclassificationClaim> claim(int most) {
        Instant now = house.clock.instant();
        return house.service
                .part(ReclassificationQueueTable.class)
                .claim(VERSION, 0, now, now.plusSeconds(60), most);
    }

    /** What is known already is asked again one day; it does not make rows wait. */
    @Test
    void addressesThatAreDueAgainAreLookedUpThoughATurnEndsEarly() {
        ReclassificationWork work = house.service.part(ReclassificationWork.class);
        house.take(
                report("2026-11-01")
                        .record("192.0.2.1", 4, "none", true, true)
                        .record("192.0.2.2", 3, "none", true, true));
        house.settle();
        house.service.part(ReclassificationWorker.class).stop();
        house.sql.execute("update address_evidence set due = '2026-11-01'");
        Instant now = house.clock.instant();
        house.service
                .part(ReclassificationQueueTable.class)
                .markWaiting(Days.of(LocalDate.parse("2026-11-01")), now);
        ReclassificationClaim mark = claim(1).getFirst();
        work.settle(mark, false, NEVER, () -> {});
        assertThat(waiting()).as("the next turn goes on").isEqualTo("0 0");
        assertThat(house.sql.value("select isempty(waiting) from reclassification_queue"))
                .isEqualTo("f");
    }

    @ParameterizedTest
    @CsvSource({
        "100, 0, 25, 0, false, true",
        "100, 0, 26, 0, false, false",
        "0, 0, 0, 0, false, false",
        "1, 0, 0, 0, false, true",
        "100, 5, 100, 4, false, true",
        "100, 5, 100, 6, false, false",
        "100, 0, 99, 0, true, true",
        "100, 0, 100, 0, true, false",
        "100, 0, 110, 0, true, true"
    })
    void rowsThatWaitAreClassifiedAgainWhenEnoughIsKnown(
            long before, long adviceBefore, long now, long advice, boolean lookedUp, boolean is) {
        assertThat(
                        ReclassificationWork.isNews(
                                new UnknownAddresses(before, adviceBefore),
                                new UnknownAddresses(now, advice),
                                lookedUp))
                .isEqualTo(is);
    }

    @Test
    void rowsDoNotWaitUntilAllAddressesAreLookedUp() {
        ReclassificationWork work = house.service.part(ReclassificationWork.class);
        Duration usual = work.lookUpTime;
        work.lookUpTime = Duration.ZERO;
        try {
            house.take(report("2026-11-18").record("192.0.2.1", 4, "none", true, true));
            house.service.send(
                    "POST",
                    house.token,
                    "/api/v1/custom-sources/",
                    """
                    {"name": "own", "networks": ["192.0.2.1"], "category": 2}
                    """);
            house.clock.advance(Reclassification.LONGEST);
            Awaiting.until(
                    "it is of the account's own source",
                    ReclassificationFixture.LIMIT,
                    () -> organizations().equals(List.of("192.0.2.1|-|2|1")));
            assertThat(house.sql.value("select count(*) from address_evidence")).isEqualTo("0");
        } finally {
            work.lookUpTime = usual;
        }
        house.settle();
        assertThat(house.sql.rows("select reverse_name from address_evidence"))
                .containsExactly("out.senders.example");
        assertThat(house.sql.value("select count(*) from reclassification_queue")).isEqualTo("0");
    }

    @Test
    void accountsTakeTurns() {
        house.service.part(ReclassificationWorker.class).stop();
        for (int number = 1; number <= 3; number++) {
            long account = house.service.account("Turn" + number).account().id();
            for (int domain = 1; domain <= 3; domain++) {
                house.sql.execute(
                        """
                        insert into reclassification_queue (account_id, domain_id, since, due)
                        values (%d, %d, '%3$s', '%3$s')
                        """
                                .formatted(account, 10 * number + domain, house.clock.instant()));
            }
        }
        ReclassificationQueueTable table = house.service.part(ReclassificationQueueTable.class);
        long last = 0;
        StringBuilder turns = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            ReclassificationClaim mark =
                    table.claim(
                                    VERSION,
                                    last,
                                    house.clock.instant(),
                                    house.clock.instant().plusSeconds(60),
                                    1)
                            .getFirst();
            last = mark.scope().accountId();
            turns.append(mark.domain().value()).append(' ');
        }
        assertThat(turns.toString()).isEqualTo("11 21 31 12 22 32 13 23 33 ");
    }

    @Test
    void aDeletedDomainTakesItsMarkAlong() {
        house.take(report("2026-11-01").record("192.0.2.1", 4, "none", true, true));
        String id = house.sql.value("select id from domain");
        assertThat(
                        house.service
                                .send("DELETE", house.token, "/api/v1/domains/" + id + "/", "")
                                .status())
                .isEqualTo(200);
        assertThat(house.sql.value("select count(*) from reclassification_queue")).isEqualTo("0");
        house.settle();
    }

    @Test
    void domainsInUseAreLookedAtEveryDay() {
        house.take(report("2026-11-18").record("192.0.2.1", 4, "none", true, true));
        house.settleAll();
        house.dns.remove("1.2.0.192.in-addr.arpa");
        house.dns.add("1.2.0.192.in-addr.arpa PTR other.example");
        house.dns.add("other.example A 192.0.2.1");
        house.service.forgetAnswers();
        house.clock.advance(Duration.ofDays(4));
        run();
        assertThat(house.sql.value("select count(*) from address_evidence")).isEqualTo("1");
        house.clock.advance(Duration.ofDays(4));
        house.take(report("2026-11-28").record("192.0.2.1", 1, "none", true, true));
        run();
        assertThat(house.sql.rows("select reverse_name from address_evidence order by valid_from"))
                .containsExactly("out.senders.example", "other.example");
        // Its row came before that was known.
        assertThat(organizations())
                .containsExactly("192.0.2.1|senders.example|1|7", "192.0.2.1|other.example|1|7");
        house.sums.assertAgree();
    }

    private void run() {
        house.service.part(FreshEvidence.class).run(new StopSign(() -> false));
        house.settle();
    }
}
