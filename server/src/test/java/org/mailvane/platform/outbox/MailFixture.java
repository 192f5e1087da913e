package org.mailvane.platform.outbox;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.MailUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;

/** A database with one account, a queue, and workers of it. */
final class MailFixture implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-20T10:18:50Z");

    final Db db;
    final Scope scope;
    final Scope other;
    final TestClock clock = new TestClock(START);
    final Mailer mailer;
    final OutgoingMailTable table;
    private final Database database = TestDatabases.migrated();
    private final SystemDb system;
    private final HikariDataSource pool;
    private final List<MailWorker> workers = new ArrayList<>();

    MailFixture() {
        pool = TestDatabases.pool(database, 4);
        db = new Db(pool);
        system = new SystemDb(pool);
        table = new OutgoingMailTable(db, system);
        mailer = new Mailer(db, table, clock);
        scope = account("one");
        other = account("other");
    }

    private Scope account(String name) {
        return Scope.ofAccount(
                system.sql(
                                """
                                insert into account (name, account_token, created)
                                values (:name, :name, now()) returning account_id
                                """)
                        .param("name", name)
                        .one(row -> row.number("account_id")));
    }

    /** A worker that hands mail to this server. */
    MailWorker worker(int port) {
        return worker(
                new SmtpDelivery(
                        MailUrl.parse("smtp://127.0.0.1:" + port).orElseThrow(),
                        new MessageForm("mailvane@reports.example")));
    }

    /** A worker on this way. */
    MailWorker worker(Delivery delivery) {
        MailWorker worker =
                new MailWorker(database, mailer, table, delivery, clock, TestService.loops(clock));
        workers.add(worker);
        worker.start();
        return worker;
    }

    void send(String recipient) {
        send(scope, recipient);
    }

    void send(Scope account, String recipient) {
        mailer.send(account, Mail.to(recipient, "Hello").paragraph("How are you?").mail());
    }

    /** A row of the queue. */
    record Queued(
            int attempts,
            @Nullable Instant nextTry,
            @Nullable Instant leasedUntil,
            @Nullable String failure,
            String text) {}

    /** What is in the table. */
    List<Queued> queued() {
        return db.as(scope)
                .sql("select * from outgoing_mail where account_id = :account order by id")
                .list(row ->
                        new Queued(
                                (int) row.number("attempts"),
                                row.optionalInstant("next_try"),
                                row.optionalInstant("leased_until"),
                                row.optionalText("failure"),
                                row.text("text") + row.text("html")));
    }

    /** Waits for the only mail's row to be so. */
    Queued awaitOnly(String what, Predicate<Queued> condition) {
        Awaiting.until(
                what,
                Duration.ofSeconds(20),
                () -> queued().size() == 1 && condition.test(queued().getFirst()));
        return queued().getFirst();
    }

    void awaitEmpty() {
        Awaiting.until("the queue is empty", Duration.ofSeconds(20), () -> queued().isEmpty());
    }

    void sql(String text) {
        system.sql(text).update();
    }

    @Override
    public void close() {
        workers.forEach(MailWorker::stop);
        pool.close();
    }
}
