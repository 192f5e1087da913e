package org.mailvane.platform.jobs;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/** A database on which servers do what is due. */
final class JobFixture implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-20T10:18:50Z");
    static final Scope ACCOUNT = Scope.ofAccount(7);

    final Database database = TestDatabases.migrated();
    final TestSql sql = new TestSql(database);
    final TestClock clock = new TestClock(START);
    final Db db;
    final SystemDb system;
    final JobTable table;
    final Jobs jobs;
    private final HikariDataSource pool;
    private final List<JobRunner> servers = new ArrayList<>();

    JobFixture() {
        pool = TestDatabases.pool(database, 8);
        db = new Db(pool);
        system = new SystemDb(pool);
        table = new JobTable(db, system);
        jobs = new Jobs(db, table, clock);
    }

    /** Starts a server that knows this job. */
    JobRunner server(Job job) {
        return server(List.of(job), List.of());
    }

    /** Starts a server that knows this work. */
    JobRunner server(List<Job> once, List<Recurring> recurring) {
        JobRunner server = new JobRunner(pool, database, table, jobs, once, recurring, clock);
        servers.add(server);
        server.start();
        return server;
    }

    /** Moves the clock on, and has every server look. */
    void advance(Duration by) {
        clock.advance(by);
        servers.forEach(JobRunner::look);
    }

    void await(String what, BooleanSupplier condition) {
        Awaiting.until(what, Duration.ofSeconds(20), condition);
    }

    void awaitNothingLeft() {
        await("nothing is left to do", () -> left() == 0);
    }

    long left() {
        return Long.parseLong(sql.value("select count(*) from scheduled_tasks"));
    }

    @Override
    public void close() {
        servers.stream().filter(JobRunner::isRunning).forEach(JobRunner::stop);
        pool.close();
    }
}
