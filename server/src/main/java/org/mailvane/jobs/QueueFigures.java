package org.mailvane.jobs;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Component;

/**
 * Figures for whoever runs the service: how much waits in each queue and for how long, and which
 * work in the background fails. They are read at most every {@link #KEPT}, however often somebody
 * asks for them.
 */
@Component
class QueueFigures implements MeterBinder {

    /** How long figures are given again. */
    static final Duration KEPT = Duration.ofSeconds(10);

    private static final String READ =
            """
            select
                (select count(*) from ledger_entry
                        where state = 'queued' and deferred_until is null)
                    + (select count(*) from ledger_entry where deferred_until is not null)
                    as messages,
                -- What waits for the next day is not late.
                (select min(received) from ledger_entry
                    where state = 'queued' and deferred_until is null) as oldest_message,
                (select count(*) from outgoing_mail where next_try is not null) as mails,
                (select min(created) from outgoing_mail where next_try is not null) as oldest_mail,
                (select count(*) from outgoing_mail where next_try is null) as mails_given_up,
                (select count(*) from unsettled_domain) as reclassify,
                (select count(*) from detail_report where state in ('queued', 'running'))
                    as detail_reports,
                (select count(*) from scheduled_tasks where consecutive_failures > 0)
                    as failing_jobs
            """;

    private final SystemDb system;
    private final Clock clock;
    private @Nullable Figures figures;

    QueueFigures(SystemDb system, Clock clock) {
        this.system = system;
        this.clock = clock;
    }

    /** All figures at one time. */
    private record Figures(
            Instant read,
            long messages,
            long messageSeconds,
            long mails,
            long mailSeconds,
            long mailsGivenUp,
            long reclassify,
            long detailReports,
            long failingJobs) {}

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "mailvane.queue.messages",
                "Messages and files that wait to be read",
                Figures::messages);
        gauge(
                registry,
                "mailvane.queue.messages.age.seconds",
                "Seconds since the oldest of them was received",
                Figures::messageSeconds);
        gauge(
                registry,
                "mailvane.outgoing.mails",
                "Outgoing mails that wait to be sent",
                Figures::mails);
        gauge(
                registry,
                "mailvane.outgoing.mails.age.seconds",
                "Seconds since the oldest of them was written",
                Figures::mailSeconds);
        gauge(
                registry,
                "mailvane.outgoing.mails.failed",
                "Outgoing mails that could not be sent and were given up",
                Figures::mailsGivenUp);
        gauge(
                registry,
                "mailvane.reclassification.domains",
                "Domains whose rows wait to be classified again",
                Figures::reclassify);
        gauge(
                registry,
                "mailvane.queue.detail.reports",
                "Detail reports that wait or are being made",
                Figures::detailReports);
        gauge(
                registry,
                "mailvane.jobs.failing",
                "Recurring and single jobs whose last run failed",
                Figures::failingJobs);
    }

    private void gauge(
            MeterRegistry registry, String name, String help, ToDoubleFunction<Figures> figure) {
        Gauge.builder(name, this, all -> figure.applyAsDouble(all.current()))
                .description(help)
                .register(registry);
    }

    /** Without the database there are none: then Micrometer gives NaN. */
    private synchronized Figures current() {
        Instant now = clock.instant();
        Figures known = figures;
        if (known == null || !known.read().plus(KEPT).isAfter(now) || known.read().isAfter(now)) {
            known = read(now);
            figures = known;
        }
        return known;
    }

    private Figures read(Instant now) {
        return system.sql(READ)
                .one(row ->
                        new Figures(
                                now,
                                row.number("messages"),
                                seconds(row.optionalInstant("oldest_message"), now),
                                row.number("mails"),
                                seconds(row.optionalInstant("oldest_mail"), now),
                                row.number("mails_given_up"),
                                row.number("reclassify"),
                                row.number("detail_reports"),
                                row.number("failing_jobs")));
    }

    private static long seconds(@Nullable Instant since, Instant now) {
        return since == null ? 0 : Math.max(0, Duration.between(since, now).toSeconds());
    }
}
