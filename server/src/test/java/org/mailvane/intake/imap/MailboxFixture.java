package org.mailvane.intake.imap;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.domains.Domains;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** A service with an account, and readers of mailboxes that are quicker to try again. */
final class MailboxFixture implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(30);

    /** So that nothing comes in by a look that should come in by the server's word. */
    static final Duration NEVER = Duration.ofHours(1);

    static final ImapTimes QUICK =
            new ImapTimes(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(5),
                    NEVER,
                    Duration.ofMillis(200),
                    Duration.ofMinutes(3),
                    List.of(Duration.ofMillis(20)),
                    List.of(Duration.ofMillis(50)));

    private final TestService service = TestService.shared();
    private final TestSql sql = service.sql();
    private final Scope scope;

    /** Its own: a shared service would remember those of the test before. */
    private final AccessTokens tokens;

    private final Map<MailboxReader, WorkLoop> running = new HashMap<>();

    MailboxFixture() {
        tokens = new AccessTokens(service.part(OAuthTokenTable.class), Clock.systemUTC());
        scope = service.account("One").account().scope();
        service.part(Domains.class)
                .add(scope, List.of(DomainName.parse("example.com").orElseThrow()));
    }

    TestService service() {
        return service;
    }

    Scope scope() {
        return scope;
    }

    TestSql sql() {
        return sql;
    }

    /** Reads a mailbox until it is stopped. */
    MailboxReader read(String url) {
        return read(url, QUICK);
    }

    MailboxReader read(String url, ImapTimes times) {
        return read(url, times, Map.of());
    }

    MailboxReader read(String url, ImapTimes times, Map<String, String> environment) {
        Settings settings = SettingsReader.read(Map.of(Setting.IMAP_URLS, url), environment, null);
        return read(settings, times, tokens);
    }

    MailboxReader read(Settings settings, ImapTimes times, AccessTokens tokens) {
        ImapUrl parsed = settings.imapUrls().getFirst();
        MailboxReader reader =
                new MailboxReader(
                        parsed,
                        times,
                        false,
                        new MailboxReader.Parts(
                                service.part(MailIntake.class),
                                service.part(ImapMailboxTable.class),
                                new ImapSecrets(settings, tokens),
                                service.part(AccountResolver.class),
                                service.part(ReportAddresses.class),
                                Clock.systemUTC()));
        WorkLoop loop =
                TestService.loops(Clock.systemUTC()).loop(Thread.ofVirtual(), reader, new Signal());
        running.put(reader, loop);
        loop.start();
        return reader;
    }

    void stop(MailboxReader reader) {
        reader.stop();
        requireNonNull(running.remove(reader)).stop(Duration.ofSeconds(5));
    }

    /** A report that is like no other with another number. */
    static byte[] report(int number) {
        return SampleReport.about("example.com")
                .id("r-" + number)
                .record("192.0.2.1", number, "none", true, true)
                .xml();
    }

    long entries() {
        return number("select count(*) from ledger_entry");
    }

    long reports() {
        return number("select count(*) from report");
    }

    long number(String query) {
        return Long.parseLong(sql.value(query));
    }

    void awaitReports(long count) {
        Awaiting.until(count + " reports", SOON, () -> reports() >= count);
    }

    void awaitEntries(long count) {
        Awaiting.until(count + " entries", SOON, () -> entries() >= count);
    }

    @Override
    public void close() {
        for (MailboxReader reader : new ArrayList<>(running.keySet())) {
            stop(reader);
        }
        service.close();
    }
}
