package org.mailvane.traffic.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.ReadRows;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.store.ExpiredTraffic;
import org.mailvane.traffic.store.FactTable;
import org.springframework.context.SmartLifecycle;

/** Months are packed besides the table of rows, and code that changes rows unpacks them. */
class PackedRowsTest {

    private static final StopSign NEVER = new StopSign(() -> false);

    private static final String ZONE =
            """
            example              SOA  ns.example hostmaster.example 7 3600 600 86400 60
            2.0.192.in-addr.arpa SOA  ns.example hostmaster.example 7 3600 600 86400 60
            1.2.0.192.in-addr.arpa 0  PTR  out.senders.example
            out.senders.example    0  A    192.0.2.1
            """;

    private static final Days ALL =
            new Days(LocalDate.parse("2026-01-01"), LocalDate.parse("2026-12-31"));

    private final ReclassificationFixture house = new ReclassificationFixture(ZONE);
    private final ReadRows rows = new ReadRows(house);
    private int reports;

    /** Nothing is packed or classified again unless a test does it. */
    @BeforeEach
    void stopJobs() {
        house.service.part("jobRunner", SmartLifecycle.class).stop();
        house.service.part("reclassificationWorker", SmartLifecycle.class).stop();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private SampleReport report(String domain, String day) {
        return SampleReport.about(domain)
                .id("report " + reports++)
                .period(day + "T00:00:00Z", day + "T23:59:59Z");
    }

    /** Takes a report with rows of some days. */
    private void take(String domain, String... days) {
        for (String day : days) {
            house.take(
                    report(domain, day)
                            .record("192.0.2.1", 4, "none", true, true)
                            .record("2001:db8::1", 3, "reject", false, false));
        }
    }

    private void run() {
        house.service.part(RowPacking.class).run(NEVER);
    }

    /** Packs all that is marked. */
    private void packAll() {
        house.service.part(RowPacking.class).pack(house.clock.instant(), NEVER);
        assertThat(marks()).isEmpty();
    }

    /** Months that are to be packed. */
    private List<String> marks() {
        return house.sql.rows(
                """
                select d.name, to_char(m.month, 'YYYY-MM') from unpacked_month m
                left join domain d on d.id = m.domain_id and d.account_id = m.account_id
                order by 1, 2
                """);
    }

    private Instant since() {
        return Instant.parse(
                house.sql.value(
                        """
                        select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                        from unpacked_month
                        """));
    }

    /** Months that are packed. */
    private List<String> packed() {
        return house.sql.rows(
                """
                select d.name, to_char(p.month, 'YYYY-MM') from fact_block p
                left join domain d on d.id = p.domain_id and d.account_id = p.account_id
                order by 1, 2
                """);
    }

    private long id(String domain) {
        return Long.parseLong(
                house.sql.value("select id from domain where name = '" + domain + "'"));
    }

    @Test
    void aMonthIsPackedWhenItHasRestedSinceItsFirstRows() {
        take("a.example", "2026-10-31", "2026-11-01", "2026-11-02");
        assertThat(marks()).containsExactly("a.example|2026-10", "a.example|2026-11");
        house.clock.advance(RowPacking.REST.minusMillis(1));
        run();
        assertThat(packed()).isEmpty();
        assertThat(marks()).hasSize(2);
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(6);
        house.clock.advance(Duration.ofMillis(1));
        run();
        assertThat(packed()).containsExactly("a.example|2026-10", "a.example|2026-11");
        assertThat(marks()).isEmpty();
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(6);
        assertThat(
                        house.sql.rows(
                                """
                                select number, first_day, last_day, size, format from fact_block
                                order by month
                                """))
                .containsExactly(
                        "0|2026-10-31|2026-10-31|2|" + RowBlockFormat.FORMAT,
                        "0|2026-11-01|2026-11-02|4|" + RowBlockFormat.FORMAT);
        assertReadsPackedRows();
    }

    /** Without this, all others would pass if nothing were ever read from what is packed. */
    private void assertReadsPackedRows() {
        house.sql.execute("begin; create table away as select * from fact; delete from fact; end");
        Map<String, Long> read = ReadRows.rows(rows.blocks(house.scope, ALL), ALL);
        house.sql.execute("begin; insert into fact select * from away; drop table away; end");
        assertThat(read).isEqualTo(rows.stored(ALL));
    }

    @Test
    void furtherRowsUnpackTheirMonthOnly() {
        take("a.example", "2026-10-31", "2026-11-01");
        take("b.example", "2026-11-01");
        packAll();
        take("a.example", "2026-11-03");
        assertThat(packed()).containsExactly("a.example|2026-10", "b.example|2026-11");
        assertThat(marks()).containsExactly("a.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(8);
        packAll();
        assertThat(packed())
                .containsExactly("a.example|2026-10", "a.example|2026-11", "b.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(8);
        assertReadsPackedRows();
    }

    @Test
    void aMonthThatGetsRowsAgainAndAgainIsPackedAllTheSame() {
        take("a.example", "2026-11-01");
        Instant first = since();
        assertThat(first).isEqualTo(house.clock.instant());
        for (int day = 2; day <= 6; day++) {
            house.clock.advance(RowPacking.REST.dividedBy(5));
            take("a.example", "2026-11-0" + day);
            assertThat(since()).isEqualTo(first);
        }
        run();
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(12);
        // The next rest begins with the next change.
        take("a.example", "2026-11-07");
        assertThat(since()).isEqualTo(house.clock.instant());
    }

    @Test
    void reportsThatAreThereAlreadyUnpackNothing() {
        SampleReport same =
                report("a.example", "2026-11-01").record("192.0.2.1", 4, "none", true, true);
        house.take(same);
        packAll();
        house.take(same);
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(marks()).isEmpty();
    }

    @Test
    void classifyingAgainUnpacksMonthsWithRowsThatDiffer() {
        house.take(report("a.example", "2026-10-01").record("192.0.2.2", 4, "none", true, true));
        house.take(report("a.example", "2026-11-01").record("192.0.2.1", 4, "none", true, true));
        packAll();
        Map<String, Long> before = rows.stored(ALL);
        house.service.part("reclassificationWorker", SmartLifecycle.class).start();
        house.settle();
        assertThat(rows.stored(ALL)).isNotEqualTo(before);
        assertThat(packed()).containsExactly("a.example|2026-10");
        assertThat(marks()).containsExactly("a.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2);
        packAll();
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2);
        assertReadsPackedRows();
    }

    private void expire(String before) {
        house.service.part(ExpiredTraffic.class).delete(LocalDate.parse(before));
    }

    @Test
    void daysThatAreGoneAreNotPacked() {
        take("a.example", "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01");
        packAll();
        expire("2026-10-31");
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(marks()).containsExactly("a.example|2026-10");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(4);
        packAll();
        assertThat(house.sql.rows("select first_day, last_day from fact_block order by month"))
                .containsExactly("2026-10-31|2026-10-31", "2026-11-01|2026-11-01");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(4);
        // Also of a month of which nothing is left.
        expire("2026-11-01");
        packAll();
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2);
        assertReadsPackedRows();
    }

    @Test
    void nothingIsLeftOfAMonthThatIsDropped() {
        take("a.example", "2026-09-30", "2026-10-31", "2026-11-05");
        packAll();
        take("a.example", "2026-09-30");
        assertThat(packed()).containsExactly("a.example|2026-10", "a.example|2026-11");
        assertThat(marks()).containsExactly("a.example|2026-09");
        // Rows without a sum are found by nobody, and go with their months.
        house.sql.execute("delete from daily where day < '2026-11-05'");
        expire("2026-11-03");
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(marks()).isEmpty();
    }

    @Test
    void nothingIsLeftOfADomainThatIsDeleted() {
        take("a.example", "2026-10-31", "2026-11-01");
        take("b.example", "2026-10-31", "2026-11-01");
        packAll();
        take("a.example", "2026-11-02");
        take("b.example", "2026-11-02");
        assertThat(packed()).containsExactly("a.example|2026-10", "b.example|2026-10");
        assertThat(marks()).containsExactly("a.example|2026-11", "b.example|2026-11");
        assertThat(
                        house.service
                                .send(
                                        "DELETE",
                                        house.token,
                                        "/api/v1/domains/" + id("a.example") + "/",
                                        "")
                                .status())
                .isEqualTo(200);
        assertThat(packed()).containsExactly("b.example|2026-10");
        assertThat(marks()).containsExactly("b.example|2026-11");
        packAll();
        assertThat(packed()).containsExactly("b.example|2026-10", "b.example|2026-11");
    }

    @Test
    void whatAnotherProgramPackedIsNotReadAndPackedAgain() {
        take("a.example", "2026-10-31", "2026-11-01");
        packAll();
        String bytes = house.sql.value("select bytes from fact_block where month = '2026-10-01'");
        house.sql.execute(
                """
                update fact_block set format = format - 1, bytes = '\\x00'
                where month = '2026-10-01'
                """);
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(4);
        assertThat(count(ALL, 100)).isEqualTo(4);
        run();
        assertThat(packed()).containsExactly("a.example|2026-11");
        assertThat(marks()).containsExactly("a.example|2026-10");
        house.clock.advance(RowPacking.REST);
        run();
        assertThat(packed()).containsExactly("a.example|2026-10", "a.example|2026-11");
        assertThat(house.sql.rows("select distinct format from fact_block"))
                .containsExactly(String.valueOf(RowBlockFormat.FORMAT));
        assertThat(house.sql.value("select bytes from fact_block where month = '2026-10-01'"))
                .isEqualTo(bytes);
        assertReadsPackedRows();
    }

    @Test
    void aMonthThatFailsKeepsNoOtherFromBeingPacked() {
        take("a.example", "2026-10-31", "2026-11-01");
        take("b.example", "2026-11-01");
        // More than are looked up at once, of which there is nothing to pack.
        for (String domain : List.of("a.example", "b.example")) {
            house.sql.execute(
                    """
                    insert into unpacked_month (account_id, domain_id, month, since)
                    select %d, %d, month, '-infinity'
                    from generate_series(timestamp '2001-01-01', '2026-09-01', '1 month') month
                    """
                            .formatted(house.scope.accountId(), id(domain)));
        }
        assertThat(marks()).hasSizeGreaterThan(600);
        house.sql.execute("update fact set category = 9 where day = '2026-10-31'");
        house.service.part(RowPacking.class).pack(house.clock.instant(), NEVER);
        assertThat(packed()).containsExactly("a.example|2026-11", "b.example|2026-11");
        assertThat(marks()).containsExactly("a.example|2026-10");
        house.sql.execute("update fact set category = 1 where day = '2026-10-31'");
        packAll();
        assertThat(packed())
                .containsExactly("a.example|2026-10", "a.example|2026-11", "b.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(6);
    }

    @Test
    void aServiceThatEndsPacksNoMore() {
        take("a.example", "2026-11-01");
        assertThatThrownBy(() ->
                        house.service
                                .part(RowPacking.class)
                                .pack(house.clock.instant(), new StopSign(() -> true)))
                .isInstanceOf(StopSign.Stopped.class);
        assertThat(packed()).isEmpty();
        assertThat(marks()).hasSize(1);
    }

    private static CompletableFuture<Void> inBackground(Runnable work) {
        return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
    }

    /** Keeps everybody from a table until it is closed. */
    private Connection held(String table) throws SQLException {
        DatabaseUrl url = house.database.url();
        Connection connection =
                DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table " + table + " in access exclusive mode");
        }
        return connection;
    }

    private void awaitWaiting(String what, String query) {
        Awaiting.until(
                what,
                ReclassificationFixture.LIMIT,
                () ->
                        !house.sql
                                .value(
                                        """
                                        select count(*) from pg_stat_activity
                                        where datname = current_database()
                                            and wait_event_type = 'Lock' and query like '%s'
                                        """
                                                .formatted(query))
                                .equals("0"));
    }

    @Test
    void packingDoesNotWaitForRowsThatAreOnTheirWay() throws SQLException {
        take("a.example", "2026-11-01");
        CompletableFuture<Void> importing;
        try (Connection daily = held("daily")) {
            importing = inBackground(() -> take("a.example", "2026-11-02"));
            awaitWaiting("rows are written, and their sums wait", "%daily%");
            packAll();
            assertThat(daily.isClosed()).isFalse();
            assertThat(house.sql.value("select size from fact_block")).isEqualTo("2");
        }
        importing.join();
        assertThat(packed()).isEmpty();
        assertThat(marks()).containsExactly("a.example|2026-11");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(4);
        packAll();
        assertThat(house.sql.value("select size from fact_block")).isEqualTo("4");
        assertReadsPackedRows();
    }

    @Test
    void aMonthThatGetsRowsWhileItIsBeingPackedRestsAgain() throws SQLException {
        take("a.example", "2026-11-01");
        house.clock.advance(Duration.ofHours(1));
        CompletableFuture<Void> importing;
        CompletableFuture<Void> packing;
        try (Connection table = held("fact_block")) {
            packing =
                    inBackground(() ->
                            house.service
                                    .part(RowPacking.class)
                                    .pack(house.clock.instant(), NEVER));
            awaitWaiting("a month is about to be packed", "delete from fact_block where%");
            importing = inBackground(() -> take("a.example", "2026-11-02"));
            awaitWaiting("an import has marked it", "delete from fact_block p using%");
            assertThat(table.isClosed()).isFalse();
        }
        packing.join();
        importing.join();
        assertThat(packed()).isEmpty();
        assertThat(marks()).containsExactly("a.example|2026-11");
        assertThat(since()).isEqualTo(house.clock.instant());
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(4);
        packAll();
        assertReadsPackedRows();
    }

    @Test
    void whoReadsSeesRowsAsTheyWereWhenThatBegan() {
        take("a.example", "2026-10-31", "2026-11-01");
        // October is packed when reading begins, November is not.
        packAll();
        take("a.example", "2026-11-02");
        Map<String, Long> before = rows.stored(ALL);
        List<DomainId> domains = rows.domains();
        List<RowBlock> read =
                house.service
                        .part(Db.class)
                        .inSnapshot(() -> {
                            inBackground(
                                            () -> {
                                                take("a.example", "2026-10-30", "2026-11-03");
                                                house.service
                                                        .part(RowPacking.class)
                                                        .pack(house.clock.instant(), NEVER);
                                                take("a.example", "2026-10-29");
                                            })
                                    .join();
                            List<RowBlock> blocks = new ArrayList<>();
                            house.service
                                    .part(ReportedRows.class)
                                    .blocks(house.scope, domains, ALL, blocks::add);
                            return blocks;
                        });
        assertThat(before).hasSize(6);
        assertThat(ReadRows.rows(read, ALL)).isEqualTo(before);
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(12);
    }

    /** Adds rows to November past the program, without a mark. */
    private void insertRows(String domain, int count) {
        house.sql.execute(
                """
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select %d, %d, 1, date '2026-11-01' + i %% 30, 'h' || i %% 7 || '.%s',
                    inet '10.0.0.0' + i, 1 + i %% 4, i, 1 + i %% 8, 1, i %% 3, i %% 2 = 0,
                    i %% 5 = 0, i, cast(lpad(to_hex(i %% 1000), 32, '0') as uuid)
                from generate_series(1, %d) i
                """
                        .formatted(house.scope.accountId(), id(domain), domain, count));
    }

    private long count(Days days, long limit) {
        return house.service
                .part(Db.class)
                .inSnapshot(() ->
                        house.service
                                .part(ReportedRows.class)
                                .countUpTo(house.scope, rows.domains(), days, limit));
    }

    @Test
    @Tag("slow")
    void aMonthHasAsManyBlocksAsItsRowsNeed() {
        take("a.example", "2026-10-31", "2026-11-01");
        take("b.example", "2026-11-01");
        insertRows("a.example", 2 * RowBlock.MAX_ROWS - 2);
        assertThat(sizes()).containsExactly(2, 2, RowBlock.MAX_ROWS, RowBlock.MAX_ROWS);
        packAll();
        assertThat(packedSizes())
                .containsExactly("0|" + RowBlock.MAX_ROWS, "1|" + RowBlock.MAX_ROWS);
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2 * RowBlock.MAX_ROWS + 4);
        assertThat(count(ALL, Long.MAX_VALUE)).isEqualTo(2 * RowBlock.MAX_ROWS + 4);
        assertReadsPackedRows();
        // With one row more there is one block more.
        house.take(report("a.example", "2026-11-15").record("192.0.2.9", 1, "none", true, true));
        assertThat(packedSizes()).isEmpty();
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2 * RowBlock.MAX_ROWS + 5);
        assertThat(count(ALL, Long.MAX_VALUE)).isEqualTo(2 * RowBlock.MAX_ROWS + 5);
        packAll();
        assertThat(packedSizes())
                .containsExactly("0|" + RowBlock.MAX_ROWS, "1|" + RowBlock.MAX_ROWS, "2|1");
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(2 * RowBlock.MAX_ROWS + 5);
        assertReadsPackedRows();
    }

    private List<String> packedSizes() {
        return house.sql.rows(
                """
                select number, size from fact_block
                where month = '2026-11-01' and domain_id = %d order by number
                """
                        .formatted(id("a.example")));
    }

    private List<Integer> sizes() {
        return rows.blocks(house.scope, ALL).stream().map(RowBlock::size).sorted().toList();
    }

    @Test
    void someDaysOfAMonthAreReadFromTheBlocksThatHaveThem() {
        take("a.example", "2026-10-01", "2026-11-01");
        insertRows("a.example", 2 * RowBlock.MAX_ROWS - 2);
        packAll();
        for (Days days :
                List.of(
                        Days.of(LocalDate.parse("2026-11-01")),
                        Days.of(LocalDate.parse("2026-11-30")),
                        new Days(LocalDate.parse("2026-10-31"), LocalDate.parse("2026-11-02")),
                        new Days(LocalDate.parse("2026-11-14"), LocalDate.parse("2026-11-18")))) {
            assertThat(rows.assertAreThoseOfTheTable(days)).isPositive();
        }
        Days last = Days.of(LocalDate.parse("2026-11-30"));
        assertThat(rows.blocks(house.scope, last)).hasSize(1);
        assertThat(rows.blocks(house.scope, Days.of(LocalDate.parse("2026-10-02")))).isEmpty();
        assertThat(rows.blocks(house.scope, Days.of(LocalDate.parse("2026-09-30")))).isEmpty();
    }

    @Test
    void rowsAreCountedUpToALimit() {
        take("a.example", "2026-10-31", "2026-11-01");
        take("b.example", "2026-11-01");
        assertCounted(6);
        packAll();
        assertCounted(6);
        take("b.example", "2026-10-31");
        assertCounted(8);
        packAll();
        assertCounted(8);
    }

    private void assertCounted(long all) {
        for (long limit = 0; limit < 10; limit++) {
            assertThat(count(ALL, limit)).isEqualTo(Math.min(all, limit));
        }
    }

    @Test
    void nobodyReadsWhatIsPackedOfAnotherAccount() {
        take("a.example", "2026-11-01");
        packAll();
        Scope other = house.service.account("other").account().scope();
        assertThat(rows.blocks(house.scope, ALL)).hasSize(1);
        assertThat(rows.blocks(other, ALL)).isEmpty();
        assertThat(house.service.part(ReportedRows.class).countUpTo(other, rows.domains(), ALL, 10))
                .isZero();
    }

    @Test
    void kindsAreThoseOfTheTable() {
        take("a.example", "2026-11-01");
        house.service.part(Partitions.class).ensure(List.of(LocalDate.parse("2026-11-01")));
        List<RowKind> kinds = RowKindTest.all(1, 8);
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < kinds.size(); i++) {
            RowKind kind = kinds.get(i);
            values.append(i == 0 ? "" : ",")
                    .append(
                            "(%d, %d, %d, %d, %d, %s, %s)"
                                    .formatted(
                                            i,
                                            kind.category().number(),
                                            kind.source(),
                                            kind.rule(),
                                            FactTable.number(kind.disposition()),
                                            kind.dkimAligned(),
                                            kind.spfAligned()));
        }
        house.sql.execute(
                """
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select %d, %d, 1, '2026-11-01', 'a.example', inet '10.0.0.0' + i, category, source,
                    rule, 1, disposition, dkim, spf, 1, '00000000-0000-0000-0000-000000000001'
                from (values %s) v(i, category, source, rule, disposition, dkim, spf)
                """
                        .formatted(house.scope.accountId(), id("a.example"), values));
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(kinds.size() + 2);
        packAll();
        assertThat(rows.assertAreThoseOfTheTable(ALL)).isEqualTo(kinds.size() + 2);
        assertReadsPackedRows();
    }
}
