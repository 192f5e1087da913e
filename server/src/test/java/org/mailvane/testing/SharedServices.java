package org.mailvane.testing;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.mailvane.platform.settings.Setting;

/**
 * The services of this JVM that test classes share: a start takes a second, and there are hundreds
 * of classes. A service is borrowed by one class at a time and emptied before the next one gets it.
 */
final class SharedServices {

    /** Services that are kept though nobody has borrowed them. */
    static final int MAX_IDLE = 3;

    /** After so long without a borrower a service stops its background work, which costs others. */
    private static final Duration RESTLESS = Duration.ofSeconds(1);

    private static final String RECURRING_WORK_DONE =
            """
            select count(*) > 0 and bool_and(last_success is not null and not picked)
            from scheduled_tasks where task_instance = 'recurring'
            """;

    private static final ScheduledExecutorService PARKING =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("parking").factory());

    /** The one that was given back last is the first. */
    private static final Deque<Shared> IDLE = new ArrayDeque<>();

    private SharedServices() {}

    /** A running service, and what belongs to it for as long as it runs. */
    private record Shared(
            Map<Setting, String> settings,
            TestService service,
            SwitchedClock clock,
            DnsServer dns,
            MailServer mails,
            EmptiedDatabase database) {

        void close() {
            service.end();
            dns.close();
            mails.close();
        }
    }

    /**
     * Borrows a service with these settings.
     *
     * @return closed, it goes back
     */
    static synchronized TestService borrow(Map<Setting, String> settings, Clock clock) {
        Optional<Shared> idle =
                IDLE.stream().filter(shared -> shared.settings().equals(settings)).findFirst();
        idle.ifPresent(IDLE::remove);
        Shared shared = idle.orElseGet(() -> start(settings, clock));
        if (idle.isPresent()) {
            // First, since what still works may send a mail and ask DNS.
            shared.service().stopParts();
        }
        shared.dns().reset();
        shared.mails().reset();
        if (idle.isPresent()) {
            shared.database().empty();
            shared.service().forgetAnswers();
            shared.clock().switchTo(clock);
            shared.service().startParts();
        }
        awaitRecurringWork(shared);
        return shared.service().borrowed(shared.dns(), shared.mails(), () -> giveBack(shared));
    }

    /** Starts a service that nobody borrows later. */
    static TestService fresh(Map<Setting, String> settings, Clock clock) {
        Shared started = start(settings, clock);
        started.dns().reset();
        awaitRecurringWork(started);
        return started.service().borrowed(started.dns(), started.mails(), started::close);
    }

    private static Shared start(Map<Setting, String> settings, Clock borrowers) {
        DnsServer dns = DnsServer.of("");
        MailServer mails = new MailServer();
        Map<Setting, String> all = new HashMap<>(settings);
        all.putIfAbsent(Setting.DNS_SERVERS, dns.setting());
        all.putIfAbsent(Setting.MAIL_URL, mails.url());
        SwitchedClock clock = new SwitchedClock(borrowers);
        TestService service = TestService.start(all, TestDatabases.migrated(), clock);
        return new Shared(
                Map.copyOf(settings),
                service,
                clock,
                dns,
                mails,
                new EmptiedDatabase(service.database()));
    }

    /** What recurs is due at every start. It must not meet what the borrower is about to add. */
    private static void awaitRecurringWork(Shared shared) {
        TestSql sql = shared.service().sql();
        Awaiting.until(
                "recurring work was done once",
                Duration.ofSeconds(30),
                () -> sql.value(RECURRING_WORK_DONE).equals("t"));
    }

    private static synchronized void park(Shared shared) {
        if (IDLE.contains(shared)) {
            shared.service().stopParts();
        }
    }

    private static synchronized void giveBack(Shared shared) {
        if (!shared.database().isUnchanged()) {
            shared.close();
            return;
        }
        IDLE.addFirst(shared);
        ScheduledFuture<?> _ =
                PARKING.schedule(() -> park(shared), RESTLESS.toMillis(), TimeUnit.MILLISECONDS);
        if (IDLE.size() > MAX_IDLE) {
            IDLE.removeLast().close();
        }
    }
}
