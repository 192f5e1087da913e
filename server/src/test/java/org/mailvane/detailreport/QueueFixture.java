package org.mailvane.detailreport;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.DetailReportTable.NewReport;
import org.mailvane.detailreport.queue.DetailQueue;
import org.mailvane.detailreport.queue.DetailQueue.Lane;
import org.mailvane.detailreport.queue.DetailQueueTable;
import org.mailvane.detailreport.queue.DetailQueueTable.Claim;
import org.mailvane.detailreport.queue.DetailWorker;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** A service whose queue of reports is worked by the test, until it starts the worker. */
public final class QueueFixture implements AutoCloseable {

    public static final Duration LIMIT = Duration.ofSeconds(30);
    public static final LocalDate OCTOBER = LocalDate.of(2026, 10, 5);
    public static final LocalDate NOVEMBER = LocalDate.of(2026, 11, 5);
    public static final StopSign NEVER = new StopSign(() -> false);

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    public final TestClock clock = new TestClock(START);
    final Database database = TestDatabases.migrated();
    public final TestSql sql = new TestSql(database);
    public TestService service = TestService.start(Map.of(), database, clock);

    public QueueFixture() {
        worker().stop();
    }

    public DetailQueue queue() {
        return service.part(DetailQueue.class);
    }

    public DetailQueueTable table() {
        return service.part(DetailQueueTable.class);
    }

    public DetailWorker worker() {
        return service.part(DetailWorker.class);
    }

    /** Ends the service, and starts it again on the same database. */
    public void restart() {
        service.close();
        service = TestService.start(Map.of(), database, clock);
    }

    /** Removes all reports, and stops the worker if it was started. */
    public void forget() {
        worker().stop();
        sql.execute("delete from detail_report; delete from detail_snapshot");
    }

    /** A user of a new account. */
    public User owner(String name) {
        var created = service.account(name + "-" + sql.value("select count(*) from account"));
        return new User(created.account().scope(), created.owner().id());
    }

    public boolean workNext() {
        return queue().workNext(Lane.ALL, NEVER);
    }

    public Claim take(Lane lane) {
        return queue().claim(lane).orElseThrow();
    }

    /** Notes of a report, joined by bars. */
    public String report(long id, String columns) {
        return sql.value("select %s from detail_report where id = %d".formatted(columns, id));
    }

    public String state(long id) {
        return report(id, "state");
    }

    public void awaitState(long id, String state) {
        Awaiting.until("report " + id + " is " + state, LIMIT, () -> state(id).equals(state));
    }

    /** Somebody who asks for reports. */
    public final class User {

        public final Scope scope;

        User(Scope scope, long id) {
            this.scope = new Scope(scope.accountId(), id, scope.reads(), scope.writes());
        }

        public User colleague(String name) {
            return new User(
                    scope,
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%1$d, '%2$s-%1$d@people.example', true, false, true, false,
                                        false, now())
                                    returning id
                                    """
                                            .formatted(scope.accountId(), name))));
        }

        /**
         * A domain with rows of one day.
         *
         * @param rows how many, each of another address
         * @param sums how many sums of them there are, which say how much there is to read
         */
        public DomainId domain(String name, LocalDate day, int rows, int sums) {
            service.part(Partitions.class).ensure(List.of(day));
            DomainName parsed = DomainName.parse(name).orElseThrow();
            DomainId id =
                    requireNonNull(
                            service.part(Domains.class)
                                    .add(scope, List.of(parsed))
                                    .created()
                                    .get(parsed));
            String hash = "00000000-0000-0000-0000-%012d".formatted(id.value());
            sql.execute(
                    """
                    insert into auth_result (account_id, domain_id, hash, reporter, policy_domain, dkim,
                        spf, reasons)
                    values (%1$d, %2$d, '%3$s', 'Postbox One', '%4$s', '[]', '[]', '[]');
                    insert into fact (account_id, domain_id, report_id, day, header_from, address,
                        category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                        messages, detail)
                    select %1$d, %2$d, 1, '%5$s', '%4$s', inet '10.0.0.0' + i, 1, 1, 7, 1, 0, true,
                        false, 2, '%3$s' from generate_series(1, %6$d) i;
                    insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                        dkim, spf, quarantined, rejected)
                    select %1$d, %2$d, '%5$s', i, 1, 2, 2, 2, 0, 0, 0 from generate_series(1, %7$d) i;
                    """
                            .formatted(scope.accountId(), id.value(), hash, name, day, rows, sums));
            return id;
        }

        /** Asks for a report about domains on this day. */
        public long asks(long weight, LocalDate day, DomainId... domains) {
            return asks(weight, day, null, domains);
        }

        /** Asks for a small report about nothing, and is to work it out until then. */
        public long asksAtOnce(Instant heldUntil) {
            return asks(1, NOVEMBER, heldUntil);
        }

        private long asks(
                long weight, LocalDate day, @Nullable Instant heldUntil, DomainId... domains) {
            Instant now = clock.instant();
            NewReport report =
                    new NewReport(
                            "token%011d"
                                    .formatted(
                                            Long.parseLong(
                                                    sql.value(
                                                            "select coalesce(max(id), 0) from detail_report"))),
                            ReportCriteria.all(List.of(), day, day),
                            new byte[32],
                            List.of(domains),
                            List.of(domains),
                            weight,
                            now,
                            now.plus(Duration.ofDays(3)),
                            heldUntil);
            return service.part(DetailReportTable.class).insert(scope, report);
        }

        /** Asks for a report about nothing. */
        public long asks(long weight) {
            return asks(weight, NOVEMBER);
        }
    }

    /** Keeps everybody from reading a table, until it is closed. */
    public final class Held implements AutoCloseable {

        private final Connection connection;

        /** Of the rows of a day's month. */
        public Held(LocalDate day) {
            this(
                    sql.value(
                            "select distinct tableoid::regclass from fact where day = '%s'"
                                    .formatted(day)));
        }

        public Held(String table) {
            try {
                connection =
                        DriverManager.getConnection(
                                database.url().jdbcUrl(),
                                database.url().user(),
                                database.url().password());
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("lock table " + table + " in access exclusive mode");
                }
            } catch (SQLException failed) {
                throw new AssertionError(failed);
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    /** Waits until so many connections wait for rows that are held. */
    public void awaitWaiting(int readers) {
        Awaiting.until(readers + " read rows that are held", LIMIT, () -> waiting() == readers);
    }

    private int waiting() {
        return Integer.parseInt(
                sql.value(
                        """
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                            and query like 'select f.domain_id%'
                        """));
    }

    public Optional<Claim> claim(Lane lane) {
        return queue().claim(lane);
    }

    @Override
    public void close() {
        service.close();
    }
}
