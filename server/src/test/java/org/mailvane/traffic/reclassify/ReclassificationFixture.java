package org.mailvane.traffic.reclassify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.ReclassifiedSums;

/** A service whose time is moved by the test, with its own DNS server. */
public final class ReclassificationFixture implements AutoCloseable {

    public static final Duration LIMIT = Duration.ofSeconds(60);

    public final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
    public final TestService service;
    public final DnsServer dns;
    public final Database database;
    public final TestSql sql;
    public final ReclassifiedSums sums;
    public final Scope scope;
    public final String token;
    private final AtomicInteger mails = new AtomicInteger();

    public ReclassificationFixture(String zone) {
        this(zone, Map.of());
    }

    public ReclassificationFixture(String zone, Map<Setting, String> settings) {
        service = TestService.shared(settings, clock);
        dns = service.dns();
        dns.add(zone);
        database = service.database();
        sql = service.sql();
        sums = new ReclassifiedSums(database);
        var created = service.account("settling");
        scope = created.account().scope();
        token = created.apiToken();
    }

    public void take(SampleReport report) {
        take(scope, report);
    }

    /** Has a person of an account import a report. */
    public void take(Scope of, SampleReport report) {
        take(of, report.xml());
    }

    /** Has a person of an account import a file. */
    public void take(Scope of, byte[] report) {
        try {
            Path file = Files.createTempFile("mailvane-test-", ".xml");
            Files.write(file, report);
            service.part(Imports.class).importFiles(of, List.of(file), new Unheard(), () -> false);
            Files.delete(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Has an account take mails together, and waits until they are read. */
    public void deliver(Scope to, List<byte[]> together, SmtpClient client) {
        List<Delivery> deliveries = new ArrayList<>();
        for (byte[] mail : together) {
            try {
                deliveries.add(
                        new Delivery(
                                to.accountId(),
                                Origin.SMTP,
                                "",
                                "mail " + mails.incrementAndGet(),
                                RawMessage.read(new ByteArrayInputStream(mail)),
                                client.mailFrom(),
                                client));
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
        service.part(MailIntake.class).take(deliveries);
        Awaiting.until(
                "all mails are read",
                LIMIT,
                () ->
                        sql.value(
                                        "select count(*) from ledger_entry where account_id = %d and state = 'queued'"
                                                .formatted(to.accountId()))
                                .equals("0"));
    }

    /** Lets time pass until nothing is due. */
    public void settle() {
        clock.advance(Reclassification.LONGEST);
        Awaiting.until(
                "nothing is due",
                LIMIT,
                () ->
                        sql.value(
                                        "select count(*) from reclassification_queue where due <= '%s' or leased_until is not null"
                                                .formatted(clock.instant()))
                                .equals("0"));
    }

    /** Lets time pass until there is nothing to do, now or later. */
    void settleAll() {
        settle();
        for (int day = 0; day < 20 && !sql.value(MARKS).equals("0"); day++) {
            service.forgetAnswers();
            clock.advance(Duration.ofHours(13));
            settle();
        }
        String left = sql.value(MARKS);
        if (!left.equals("0")) {
            throw new AssertionError(sql.rows("select * from reclassification_queue").toString());
        }
    }

    private static final String MARKS = "select count(*) from reclassification_queue";

    /** Every row with its classification. */
    List<String> rows() {
        return sql.rows(
                """
                select d.name, f.day, f.address, f.header_from, f.messages, t.reporter, f.category,
                    f.source, f.rule
                from fact f join domain d on d.id = f.domain_id
                    join auth_result t on t.domain_id = f.domain_id and t.hash = f.detail
                order by 1, 2, 3, 4, 5, 6, 7, 8, 9
                """);
    }

    @Override
    public void close() {
        service.close();
    }

    private static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {}
    }
}
