package org.mailvane.intake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.PackedMonths;

/** What is kept for how long. */
@Tag("slow")
class RetentionTest {

    private static final int RAW_DAYS = 90;
    private static final int ROW_DAYS = 45;

    private final TestClock clock = new TestClock(Instant.parse("2026-03-10T12:00:00Z"));
    private final TestService service =
            TestService.shared(
                    Map.of(
                            Setting.RAW_RETENTION_DAYS,
                            String.valueOf(RAW_DAYS),
                            Setting.RETENTION_DAYS,
                            String.valueOf(ROW_DAYS)),
                    clock);
    private final Database database = service.database();
    private final TestSql sql = service.sql();
    private long account;

    @BeforeEach
    void newAccount() {
        account = service.account("retention").account().id();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void run() {
        service.part(Retention.class).run(new StopSign(() -> false));
    }

    private void deliver(String name, byte[] message) throws IOException {
        service.part(MailIntake.class)
                .take(
                        List.of(
                                new Delivery(
                                        account,
                                        Origin.FOLDER,
                                        "",
                                        name,
                                        RawMessage.read(new ByteArrayInputStream(message)),
                                        null)));
        Awaiting.until(
                name + " is read",
                Duration.ofSeconds(30),
                () ->
                        sql.value(
                                                "select count(*) from ledger_entry where state = 'queued' and leased_until is null")
                                        .equals("0")
                                && sql.value(
                                                "select count(*) from ledger_entry where state = 'queued' and attempts = 0 and name = '"
                                                        + name
                                                        + "'")
                                        .equals("0"));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> names() {
        return sql.rows("select name from ledger_entry order by name");
    }

    @Test
    void messagesTheirEntriesAndEmptyImportsGoWhenTheirTimeIsOver() throws IOException {
        deliver("first", text("no report"));
        deliver("same", text("the same"));
        sql.execute(
                """
                insert into ledger_entry (account_id, import_id, name, raw_id, state, received,
                    leased_until)
                select account_id, import_id, 'waiting', raw_id, 'queued', received,
                    received + interval '10 years'
                from ledger_entry where name = 'first'
                """);
        clock.advance(Duration.ofDays(1));
        deliver("same again", text("the same"));
        clock.advance(Duration.ofDays(RAW_DAYS - 1));
        run();
        assertThat(names())
                .as("the last moment")
                .contains("first", "same", "same again", "waiting");
        clock.advance(Duration.ofSeconds(1));
        run();
        assertThat(names()).containsExactly("same again", "waiting");
        assertThat(sql.value("select count(*) from raw_message"))
                .as("one waits, one came again later")
                .isEqualTo("2");
        assertThat(sql.value("select count(*) from ledger_remark")).isEqualTo("1");
        assertThat(sql.value("select count(*) from import")).isEqualTo("2");
        sql.execute("update ledger_entry set state = 'done', leased_until = null");
        clock.advance(Duration.ofDays(1));
        run();
        assertThat(names()).isEmpty();
        assertThat(sql.value("select count(*) from raw_message")).isEqualTo("0");
        assertThat(sql.value("select count(*) from import")).isEqualTo("0");
    }

    @Test
    void rowsAndSumsGoTogetherDayByDayAndWholeMonthsWithTheirPartition() throws IOException {
        byte[] old = report("2026-02-20");
        deliver("old", old);
        deliver("begin", report("2026-03-01"));
        deliver("newer", report("2026-03-09"));
        String details = sql.value("select count(*) from auth_result");
        assertThat(sql.rows("select distinct day from daily order by day"))
                .containsExactly("2026-02-20", "2026-03-01", "2026-03-09");

        assertThat(packedDays()).containsExactly("2026-02-20|2026-02-20", "2026-03-01|2026-03-09");

        advanceTo(LocalDate.parse("2026-02-20").plusDays(ROW_DAYS));
        run();
        assertThat(days("fact")).as("the last day").contains("2026-02-20");
        advanceTo(LocalDate.parse("2026-02-21").plusDays(ROW_DAYS));
        run();
        for (String table : List.of("fact", "daily", "domain_day")) {
            assertThat(days(table)).as(table).containsExactly("2026-03-01", "2026-03-09");
        }
        assertThat(partitions()).as("its month is not over").contains("fact_2026_02");
        assertThat(sql.rows("select first_day, last_day from fact_block"))
                .containsExactly("2026-03-01|2026-03-09");

        advanceTo(LocalDate.parse("2026-03-02").plusDays(ROW_DAYS));
        run();
        assertThat(days("fact")).containsExactly("2026-03-09");
        assertThat(sql.rows("select first_day, last_day from fact_block")).isEmpty();
        assertThat(packedDays()).containsExactly("2026-03-09|2026-03-09");
        assertThat(partitions()).as("something may still be written").contains("fact_2026_02");
        advanceTo(LocalDate.parse("2026-03-03").plusDays(ROW_DAYS));
        run();
        assertThat(partitions()).containsExactly("fact_2026_03");
        assertThat(Integer.parseInt(sql.value("select count(*) from auth_result")))
                .isLessThan(Integer.parseInt(details));
        assertThat(sql.rows("select begin_at::date from report")).containsExactly("2026-03-09");
        for (String table : List.of("daily", "domain_day")) {
            assertThat(days(table)).as(table).containsExactly("2026-03-09");
        }
        assertThat(sql.value("select sum(messages) from fact"))
                .isEqualTo(sql.value("select sum(messages) from daily"))
                .isEqualTo("7");
        assertThat(
                        sql.value(
                                """
                                select count(*) from fact f where not exists (select from auth_result d
                                    where d.domain_id = f.domain_id and d.hash = f.detail)
                                """))
                .isEqualTo("0");

        assertThat(packedDays()).containsExactly("2026-03-09|2026-03-09");

        deliver("old again", old);
        assertThat(
                        sql.value(
                                "select imported || ' ' || records || ' ' || not_stored from ledger_entry where name = 'old again'"))
                .isEqualTo("1 2 2");
        assertThat(days("fact")).containsExactly("2026-03-09");
        run();
        assertThat(sql.value("select count(*) from report")).isEqualTo("1");
    }

    /** The raw results that rows refer to name reporters and domains of envelopes. */
    @Test
    void nothingIsLeftOfADomainWhoseMailHasStopped() throws IOException {
        deliver("only", report("2026-02-20"));
        assertThat(sql.value("select count(*) from auth_result")).isNotEqualTo("0");
        PackedMonths.ALL.pack(service, sql);
        advanceTo(LocalDate.parse("2026-03-03").plusDays(ROW_DAYS));
        run();
        for (String table :
                List.of("fact", "daily", "domain_day", "auth_result", "report", "fact_block")) {
            assertThat(sql.value("select count(*) from " + table)).as(table).isEqualTo("0");
        }
        assertThat(sql.value("select name from domain")).isEqualTo("example.com");
    }

    /** The first day that is kept is 2026-01-24. */
    @Test
    void whatDnsSaidOfAddressesGoesWithTheDaysThatItIsAbout() {
        sql.execute(
                """
                insert into address_evidence (address, valid_from, valid_to, known, checked, due,
                    failures)
                select a::inet, '2025-01-01', t::date, true, c::timestamptz, '2026-03-10', f
                from (values
                    ('192.0.2.1', '2026-01-24', '2026-02-01', 0),
                    ('192.0.2.2', '2026-01-25', '2025-02-01', 0),
                    ('192.0.2.3', 'infinity', '2025-12-24 23:59:59Z', 0),
                    ('192.0.2.4', 'infinity', '2025-12-25 00:00:00Z', 0),
                    ('192.0.2.5', 'infinity', '2025-07-27 23:59:59Z', 1),
                    ('192.0.2.6', 'infinity', '2025-07-28 00:00:00Z', 1)) v(a, t, c, f)
                """);
        run();
        assertThat(sql.rows("select host(address) from address_evidence order by address"))
                .containsExactly("192.0.2.2", "192.0.2.4", "192.0.2.6");
    }

    /**
     * Of a clock that was years ahead for an hour, and more messages than one step goes through.
     */
    @Test
    void messagesFromTheFutureDoNotKeepWhatCameAfterThem() throws IOException {
        deliver("future", text("from the future"));
        sql.execute(
                """
                update ledger_entry set received = received + interval '10 years';
                insert into ledger_entry (account_id, import_id, name, state, received)
                select account_id, import_id, 'more', 'done', received
                from ledger_entry, generate_series(1, %1$d);
                update raw_message set received = received + interval '10 years';
                update import set created = created + interval '10 years',
                    updated = updated + interval '10 years'
                """
                        .formatted(Retention.STEP));
        deliver("later", text("after it"));
        clock.advance(Duration.ofDays(RAW_DAYS).plusSeconds(1));
        run();
        assertThat(sql.rows("select distinct name from ledger_entry order by 1"))
                .containsExactly("future", "more");
        assertThat(sql.value("select count(*) from raw_message")).isEqualTo("1");
    }

    @Test
    void serviceThatEndsEndsItToo() throws IOException {
        deliver("kept", text("no report"));
        clock.advance(Duration.ofDays(RAW_DAYS + 1));
        assertThatThrownBy(() -> service.part(Retention.class).run(new StopSign(() -> true)))
                .isInstanceOf(StopSign.Stopped.class);
        assertThat(names()).containsExactly("kept");
    }

    /** Issues, tasks and events of a domain, and a reporter that is missed. */
    private void addMatters() {
        // 45 days before 2026-03-10.
        String first = "2026-01-24T00:00:00Z";
        sql.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                values (%1$d, 'shop.example', true, 'm', now());
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created, solved_at, ignored)
                select account_id, id, 'spf', name || i, '', 'err', '', '', '', '2020-01-01', t, i = 4
                from domain, (values (1, timestamptz '%2$s'), (2, timestamptz '%2$s' - interval '1 s'),
                    (3, null), (4, null)) v(i, t);
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    solved_at, ignored)
                select account_id, domain_id, code, '', 'spf', '', created, solved_at, ignored from issue;
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, id, name, 'spf_added', '', '', '', '', t
                from domain, (values (timestamptz '%2$s'), (timestamptz '%2$s' - interval '1 s')) v(t);
                insert into timeline_event (account_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, 'gone.example', 'domain_removed', '', '', '', '', '2025-01-01'
                from domain;
                insert into silent_reporter (account_id, domain_id, reporter, last_day)
                select account_id, id, r, d from domain, (values ('', date '2020-01-01'),
                    ('kept', date '%2$s'), ('gone', date '%2$s' - 1)) v(r, d)
                """
                        .formatted(account, first));
    }

    private List<String> matters() {
        return sql.rows(
                """
                select 'issue ' || count(*) from issue union all
                select 'task ' || count(*) from task union all
                select 'event ' || count(*) from timeline_event union all
                select 'reporter ' || count(*) from silent_reporter
                """);
    }

    @Test
    void whatWasSolvedAndWhatHappenedGoesWithTheDaysThatAreKept() {
        addMatters();
        run();
        assertThat(matters()).containsExactly("issue 3", "task 3", "event 1", "reporter 2");
        assertThat(sql.value("select count(*) from issue where solved_at is null")).isEqualTo("2");
        assertThat(sql.value("select count(*) from task where solved_at is null")).isEqualTo("2");
        assertThat(sql.rows("select reporter from silent_reporter order by 1"))
                .containsExactly("", "kept");
        clock.advance(Duration.ofDays(1));
        run();
        assertThat(matters()).containsExactly("issue 2", "task 2", "event 0", "reporter 1");
    }

    @Test
    void muchThatIsOverGoesInSeveralStatements() {
        addMatters();
        sql.execute(
                """
                insert into issue (account_id, domain_id, record, code, subject, level, problem,
                    solution, details, created, solved_at)
                select account_id, id, 'spf', 'x', '', 'err', '', '', '', '2020-01-01', '2020-01-02'
                from domain, generate_series(1, %d);
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    solved_at)
                select account_id, domain_id, code, '', 'spf', '', created, solved_at from issue
                where code = 'x';
                insert into timeline_event (account_id, domain, change, record_type,
                    old_value, new_value, details, created)
                select account_id, 'gone.example', 'domain_removed', '', '', '', '', created
                from issue where code = 'x'
                """
                        .formatted(2 * SystemDb.FORGOTTEN_AT_ONCE + 1));
        run();
        assertThat(matters()).containsExactly("issue 3", "task 3", "event 1", "reporter 2");
    }

    @Test
    void whereRowsAreKeptForEverWhatHappenedIsToo() {
        addMatters();
        List<String> before = matters();
        try (TestService forEver =
                TestService.start(Map.of(Setting.RETENTION_DAYS, "0"), database, clock)) {
            forEver.part(Retention.class).run(new StopSign(() -> false));
        }
        assertThat(matters()).isEqualTo(before);
    }

    private static byte[] report(String day) {
        return SampleReport.about("example.com")
                .id(day)
                .from("reporter of " + day)
                .period(day + "T00:00:00Z", day + "T23:59:59Z")
                .record("192.0.2.1", 4, "none", true, true)
                .record("192.0.2.2", 3, "none", false, false)
                .xml();
    }

    private void advanceTo(LocalDate day) {
        clock.advance(Duration.between(clock.instant(), Instant.parse(day + "T12:00:00Z")));
    }

    /**
     * Packs all rows; answers the days of what is packed, from the first to the last of a month.
     */
    private List<String> packedDays() {
        PackedMonths.ALL.pack(service, sql);
        return sql.rows("select first_day, last_day from fact_block order by month");
    }

    private List<String> days(String table) {
        return sql.rows("select distinct day from " + table + " order by day");
    }

    private List<String> partitions() {
        return sql.rows(
                "select relname from pg_class where relkind = 'r' and relname ~ '^fact_[0-9]' order by 1");
    }
}
