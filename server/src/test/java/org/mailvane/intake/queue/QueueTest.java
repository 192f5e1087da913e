package org.mailvane.intake.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.MailvaneApplication;
import org.mailvane.intake.FreeSpace;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.intake.reading.Envelope;
import org.mailvane.intake.reading.Pipeline.ReadingFailed;
import org.mailvane.platform.jobs.QueueTurns;
import org.mailvane.platform.jobs.QueueTurns.Turn;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.springframework.context.ConfigurableApplicationContext;

/** Leases, turns and tries of the queue. */
@Tag("slow")
class QueueTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Database database = TestDatabases.migrated();
    private final TestSql sql = new TestSql(database);
    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private @Nullable TestService service;

    @AfterEach
    void close() {
        if (service != null) {
            service.close();
        }
    }

    private TestService start() {
        service = TestService.start(Map.of(), database, clock);
        return service;
    }

    /** Puts messages into the queue, as another server would: without a word. */
    private void queue(long account, String... names) throws IOException {
        for (String name : names) {
            byte[] message = ("no report: " + name).getBytes(StandardCharsets.UTF_8);
            queue(account, Origin.UPLOAD, name, message);
        }
    }

    private void queue(long account, Origin origin, String name, byte[] message)
            throws IOException {
        try (ConfigurableApplicationContext parts = parts()) {
            parts.getBean(MailIntake.class)
                    .take(
                            List.of(
                                    new Delivery(
                                            account,
                                            origin,
                                            "",
                                            name,
                                            RawMessage.read(new ByteArrayInputStream(message)),
                                            null)));
        }
    }

    /** The parts as a command has them, of which none works the queue. */
    private ConfigurableApplicationContext parts() {
        return MailvaneApplication.command(SettingsReader.read(Map.of(), Map.of(), null), database);
    }

    private void awaitState(String name, String state) {
        Awaiting.until(name + " is " + state, SOON, () -> state(name).equals(state));
    }

    private String state(String name) {
        return sql.value("select state from ledger_entry where name = '" + name + "'");
    }

    @Test
    void whatIsLeasedIsLeftAloneAndWhatHasEndedWorkersTooOftenIsGivenUp() throws Exception {
        long account = account("queue");
        queue(account, "leased", "given up", "tried");
        lease("leased", clock.instant().plus(Duration.ofHours(1)), 0);
        Instant over = clock.instant().minusSeconds(1);
        lease("given up", over, QueueWorker.MAX_ATTEMPTS - 1);
        lease("tried", over, 0);
        start();
        awaitState("given up", "done");
        awaitState("tried", "done");
        assertThat(state("leased")).isEqualTo("queued");
        assertThat(sql.value("select message from ledger_remark where file = 'given up'"))
                .contains(
                        "imports.message.given_up", "{\"tries\":" + QueueWorker.MAX_ATTEMPTS + "}");
        assertThat(sql.value("select outcome from ledger_remark where file = 'tried'"))
                .isEqualTo("not_a_report");
        clock.advance(Duration.ofHours(2));
        awaitState("leased", "done");
    }

    @Test
    void messageAtWhichWorkersEndedRestsLongerEachTime() throws Exception {
        queue(account("unlucky"), "unlucky");
        try (ConfigurableApplicationContext parts = parts()) {
            QueueWorker worker = worker(parts, () -> FreeSpace.MINIMUM);
            QueueTable queue = parts.getBean(QueueTable.class);
            for (int ended = 1; ended < QueueWorker.MAX_ATTEMPTS; ended++) {
                lease("unlucky", clock.instant().minusSeconds(1), ended - 1);
                worker.maintain();
                Duration rest = QueueWorker.RESTS.get(ended - 1);
                if (!rest.isZero()) {
                    clock.advance(rest.minusSeconds(1));
                    assertThat(queue.isAnyTried(Set.of(), clock.instant())).isFalse();
                    clock.advance(Duration.ofSeconds(1));
                }
                assertThat(queue.isAnyTried(Set.of(), clock.instant())).isTrue();
            }
            worker.stop();
        }
        start();
        awaitState("unlucky", "done");
        assertThat(sql.value("select outcome from ledger_remark where file = 'unlucky'"))
                .isEqualTo("not_a_report");
    }

    @Test
    void uploadsAreReadBeforeMails() throws Exception {
        long account = account("both");
        for (int i = 0; i < 3 * QueueWorker.BETWEEN_UPLOADS; i++) {
            queue(
                    account,
                    Origin.SMTP,
                    "mail " + i,
                    ("no report: " + i).getBytes(StandardCharsets.UTF_8));
        }
        try (ConfigurableApplicationContext parts = parts()) {
            parts.getBean(Imports.class)
                    .enqueue(
                            Scope.ofAccount(account),
                            List.of(
                                    new Imports.Upload(
                                            "upload",
                                            () ->
                                                    new ByteArrayInputStream(
                                                            "nothing"
                                                                    .getBytes(
                                                                            StandardCharsets
                                                                                    .UTF_8)))));
            QueueWorker worker = worker(parts, () -> FreeSpace.MINIMUM);
            assertThat(worker.processBatch()).isTrue();
            assertThat(worker.processBatch()).isFalse();
            worker.stop();
        }
        assertThat(
                        sql.value(
                                "select count(*) from ledger_entry where finished < (select finished from ledger_entry where name = 'upload')"))
                .isEqualTo("0");
    }

    @Test
    void smallMailsAreReadBeforeLargeOnesOfTheSameTime() throws Exception {
        long account = account("sizes");
        byte[] large = new byte[64 << 10];
        new Random(1).nextBytes(large);
        queue(account, Origin.SMTP, "old", large);
        clock.advance(Duration.ofHours(1));
        queue(account, Origin.SMTP, "large", large);
        clock.advance(Duration.ofMinutes(10));
        queue(account, "small");
        try (ConfigurableApplicationContext parts = parts()) {
            List<Claim> claims =
                    parts.getBean(QueueTable.class)
                            .claim(
                                    List.of(new Turn(account, 0)),
                                    2,
                                    clock.instant().plus(QueueWorker.LEASE));
            assertThat(claims.stream().map(Claim::name)).containsExactlyInAnyOrder("old", "small");
        }
    }

    private QueueWorker worker(ConfigurableApplicationContext parts, FreeSpace freeSpace) {
        return new QueueWorker(
                database,
                parts.getBean(Imports.class),
                parts.getBean(QueueSignal.class),
                parts.getBean(QueueTable.class),
                parts.getBean(QueueWork.Maker.class),
                freeSpace,
                clock,
                TestService.loops(clock));
    }

    @Test
    void queueWaitsWhileTheDiskIsNearlyFull() throws Exception {
        queue(account("full"), "one");
        AtomicLong free = new AtomicLong(FreeSpace.MINIMUM - 1);
        try (ConfigurableApplicationContext parts = parts()) {
            QueueWorker worker = worker(parts, free::get);
            assertThat(worker.processBatch()).isFalse();
            assertThat(state("one")).isEqualTo("queued");
            free.set(FreeSpace.MINIMUM);
            assertThat(worker.processBatch()).isTrue();
            assertThat(worker.processBatch()).isFalse();
            assertThat(state("one")).isEqualTo("done");
            worker.stop();
        }
    }

    private void lease(String name, Instant until, int attempts) {
        sql.execute(
                "update ledger_entry set leased_until = '%s', attempts = %d where name = '%s'"
                        .formatted(until, attempts, name));
    }

    private long account(String name) {
        sql.execute(
                "insert into account (name, account_token, created) values ('%1$s', '%1$s', now())"
                        .formatted(name));
        return Long.parseLong(
                sql.value("select account_id from account where name = '" + name + "'"));
    }

    @Test
    void oneMailOfAnAccountDoesNotWaitBehindTheManyOfAnother() throws Exception {
        long many = account("many");
        queue(many, "first");
        // As mails have come for a while: none of them is a message that is there.
        sql.execute(
                """
                insert into ledger_entry (account_id, import_id, name, state, received)
                select e.account_id, e.import_id, 'mail ' || n, 'queued', e.received
                from ledger_entry e, generate_series(1, 5000) n
                """);
        queue(account("one"), "single");
        start();
        awaitState("single", "done");
        String ahead =
                """
                select count(*) from ledger_entry e, ledger_entry single
                where single.name = 'single' and e.account_id <> single.account_id
                    and e.state = 'done' and e.xmin::text::bigint < single.xmin::text::bigint
                """;
        assertThat(Integer.parseInt(sql.value(ahead))).isLessThanOrEqualTo(2 * QueueWorker.CLAIM);
    }

    @Test
    void accountWhoseDomainsSomebodyHoldsRestsWhileOthersGoOn() throws Exception {
        long held = account("held");
        long other = account("other");
        byte[] report =
                SampleReport.about("example.com").record("192.0.2.1", 1, "none", true, true).xml();
        try (Connection connection =
                        DriverManager.getConnection(
                                database.url().jdbcUrl(),
                                database.url().user(),
                                database.url().password());
                Statement statement = connection.createStatement()) {
            // As somebody does who deletes very much.
            statement.execute(
                    "select pg_advisory_lock(hashtextextended('domain tree', " + held + "))");
            queue(held, Origin.UPLOAD, "held", report);
            queue(held, "behind");
            queue(other, Origin.UPLOAD, "free", report);
            start();
            awaitState("free", "done");
            Awaiting.until(
                    "what is held is given back",
                    SOON,
                    () ->
                            sql.value(
                                            "select count(*) from ledger_entry where leased_until is not null")
                                    .equals("0"));
            assertThat(state("held")).isEqualTo("queued");
            queue(other, "later");
            awaitState("later", "done");
        }
        assertThat(state("held")).as("it rests").isEqualTo("queued");
        clock.advance(QueueTurns.REST);
        awaitState("held", "done");
        awaitState("behind", "done");
        assertThat(
                        sql.value(
                                "select sum(attempts) || ' ' || sum(imported) from ledger_entry where account_id = "
                                        + held))
                .as("nobody's fault")
                .isEqualTo("0 1");
    }

    @Test
    void messageThatCanNotBeWrittenIsTriedAloneAndHoldsUpNobody() throws Exception {
        long account = account("poison");
        sql.execute(
                """
                create function refuse() returns trigger language plpgsql as
                    $$ begin raise 'no'; end $$;
                create trigger refuse before insert on ledger_remark
                    for each row when (new.file = 'poison') execute function refuse()
                """);
        queue(account, "before", "poison", "behind");
        queue(account("other"), "other");
        start();
        awaitState("other", "done");
        for (int attempts = 1; attempts <= QueueWorker.MAX_ATTEMPTS; attempts++) {
            Duration rest =
                    attempts <= QueueWorker.RESTS.size()
                            ? QueueWorker.RESTS.get(attempts - 1)
                            : Duration.ZERO;
            String expected = attempts + " " + rest.toSeconds();
            Awaiting.until(
                    "it has failed " + attempts + " times, and rests",
                    SOON,
                    () ->
                            sql.value(
                                            """
                                            select attempts || ' ' || coalesce(round(extract(
                                                epoch from rests_until - timestamptz '%s')), 0)
                                            from ledger_entry where name = 'poison'
                                            """
                                                    .formatted(clock.instant()))
                                    .equals(expected));
            clock.advance(rest.plus(QueueTurns.REST));
        }
        awaitState("before", "done");
        awaitState("behind", "done");
        assertThat(state("poison")).isEqualTo("queued");
        sql.execute("drop trigger refuse on ledger_remark");
        clock.advance(QueueTurns.REST);
        awaitState("poison", "done");
        assertThat(sql.value("select count(*) from ledger_entry where leased_until is not null"))
                .isEqualTo("0");
    }

    @Test
    void errorInReadingGivesBackEverythingAndBlamesTheMessageThatWasRead() throws Exception {
        long account = account("memory");
        queue(account, "one", "two", "three");
        try (ConfigurableApplicationContext parts = parts()) {
            QueueTable table = parts.getBean(QueueTable.class);
            QueueTurns turns = new QueueTurns();
            QueueWork work = parts.getBean(QueueWork.Maker.class).make(turns, () -> true);
            List<Claim> claims =
                    table.claim(
                            List.of(new Turn(account, 0)),
                            3,
                            clock.instant().plus(QueueWorker.LEASE));
            assertThat(claims).hasSize(3);
            work.submit(claims);
            Claim two =
                    claims.stream().filter(c -> c.name().equals("two")).findFirst().orElseThrow();
            Envelope envelope =
                    new Envelope(
                            "two",
                            1,
                            () -> {
                                throw new OutOfMemoryError("a large one");
                            },
                            new Envelope.Queued(two),
                            Envelope.Authenticity.of(ReportAuthentication.NONE));
            work.abandon(new ReadingFailed(envelope, new OutOfMemoryError("a large one")));
        }
        assertThat(
                        sql.rows(
                                "select name, state, attempts, leased_until from ledger_entry order by id"))
                .containsExactly("one|queued|0|null", "two|queued|1|null", "three|queued|0|null");
    }

    @Test
    void messageThatIsPutOffHasNoLeaseAndIsNotTried() throws Exception {
        long account = account("late");
        queue(account, "late");
        try (ConfigurableApplicationContext parts = parts()) {
            QueueTable table = parts.getBean(QueueTable.class);
            Instant lease = clock.instant().plus(QueueWorker.LEASE);
            List<Claim> claims = table.claim(List.of(new Turn(account, 0)), 1, lease);
            Instant tomorrow = clock.instant().plus(Duration.ofDays(1));
            table.defer(
                    Scope.ofAccount(account),
                    List.of(new QueueTable.Deferred(claims.getFirst().lease(), null, null)),
                    tomorrow);
            table.extend(claims, lease);
            assertThat(sql.rows("select leased_until from ledger_entry")).containsExactly("null");
            table.releaseTried(claims, clock.instant(), QueueWorker.RESTS);
            sql.execute("update ledger_entry set leased_until = '" + lease + "'");
            assertThat(table.endDeferrals(tomorrow, 1)).isEqualTo(1);
            assertThat(sql.rows("select attempts, leased_until from ledger_entry"))
                    .containsExactly("0|null");
        }
    }

    @Test
    void entryThatComesBackRestsNoLonger() throws Exception {
        long account = account("back");
        queue(account, "back");
        sql.execute(
                "update ledger_entry set state = 'done', failed = 1, attempts = 4, rests_until = now()");
        try (ConfigurableApplicationContext parts = parts()) {
            long importId = Long.parseLong(sql.value("select import_id from ledger_entry"));
            parts.getBean(QueueTable.class).retry(Scope.ofAccount(account), importId, null);
        }
        assertThat(sql.rows("select attempts, rests_until from ledger_entry"))
                .containsExactly("0|null");
    }

    @Test
    void mailAddsDomainsOnlyWhereTheAccountWantsThat() throws Exception {
        long account = account("mail");
        long willing = account("willing");
        sql.execute(
                "update account set settings = '{\"add_domains_by_mail\": true}' where account_id = "
                        + willing);
        byte[] report =
                SampleReport.about("example.com").record("192.0.2.1", 1, "none", true, true).xml();
        queue(account, Origin.SMTP, "by smtp", report);
        queue(willing, Origin.SMTP, "wanted", report);
        queue(account, Origin.IMAP, "by imap", report);
        queue(account, Origin.FOLDER, "by folder", SampleReport.about("example.net").xml());
        start();
        for (String name : List.of("by smtp", "wanted", "by imap", "by folder")) {
            awaitState(name, "done");
        }
        assertThat(
                        sql.rows(
                                "select name, imported, waiting, duplicate from ledger_entry order by id"))
                .containsExactly(
                        "by smtp|0|1|0", "wanted|1|0|0", "by imap|0|0|1", "by folder|1|0|0");
        assertThat(sql.rows("select account_id, name from domain order by name"))
                .containsExactly(willing + "|example.com", account + "|example.net");
    }
}
