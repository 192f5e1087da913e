package org.mailvane.platform.jobs;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.metrics.Sample;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Figures of what waits in the queues and for how long, and of the work that recurs. All servers of
 * a database show the same.
 */
@Component
@Profile("service")
class QueueFigures implements MeterBinder {

    /** Waiting messages that are counted: counting more takes longer than it helps. */
    static final int MAX_COUNTED = 100_000;

    /** Accounts whose next message is looked at. */
    static final int MAX_ACCOUNTS = 1_000;

    /** One look into the index of the queue for each account that has something in it. */
    private static final String READ =
            """
            with recursive first(account_id, id) as (
                (select account_id, id from published.ledger_entry
                    where state = 'queued' and deferred_until is null
                    order by account_id, turn, id limit 1)
                union all
                select next.account_id, next.id
                from first f cross join lateral (
                    select account_id, id from published.ledger_entry
                    where state = 'queued' and deferred_until is null
                        and account_id > f.account_id
                    order by account_id, turn, id limit 1) next)
            select
                least(:most, (select count(*) from
                    (select 1 from published.ledger_entry
                        where state = 'queued' and deferred_until is null
                        order by account_id, turn, id limit :most) q)
                    + (select count(*) from
                        (select 1 from published.ledger_entry where deferred_until is not null
                            limit :most) d)) as messages,
                -- Of each account the one that is read next. What waits for the next day is not late.
                (select min(e.received) from (select id from first limit :accounts) f
                    join published.ledger_entry e on e.id = f.id) as oldest_message,
                (select count(*) from
                    (select 1 from outgoing_mail where next_try is not null limit :most) m) as mails,
                (select min(created) from outgoing_mail where next_try is not null) as oldest_mail,
                (select count(*) from
                    (select 1 from outgoing_mail where next_try is null limit :most) g)
                    as mails_given_up,
                (select count(*) from (select 1 from published.reclassification_queue limit :most) u) as reclassify,
                (select count(*) from published.detail_report where state in ('queued', 'running'))
                    as detail_reports,
                (select min(created) from published.detail_report where state in ('queued', 'running'))
                    as oldest_detail_report,
                (select count(*) from scheduled_tasks where consecutive_failures > 0)
                    as failing_jobs
            """;

    private static final String READ_JOBS =
            """
            select task_name, last_success, last_failure,
                coalesce(consecutive_failures, 0) as failures
            from scheduled_tasks where task_name = any(:kinds)
            """;

    private final SystemDb system;
    private final Clock clock;
    private final List<String> recurring;
    private final Sample<Figures> figures;

    QueueFigures(SystemDb system, List<Recurring> recurring, Clock clock) {
        this.system = system;
        this.clock = clock;
        this.recurring = recurring.stream().map(Recurring::kind).sorted().toList();
        this.figures = new Sample<>(this::read, clock);
    }

    /** All figures at one time. */
    private record Figures(
            long messages,
            long messageSeconds,
            long mails,
            long mailSeconds,
            long mailsGivenUp,
            long reclassify,
            long detailReports,
            long detailReportSeconds,
            long failingJobs,
            Map<String, Run> jobs) {}

    /** How a job went. */
    private record Run(@Nullable Instant success, @Nullable Instant failure, long failures) {

        private static final Run NONE = new Run(null, null, 0);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        figures.gauge(
                registry,
                "mailvane.queue.messages",
                "Messages and files waiting to be read, at most " + MAX_COUNTED,
                Figures::messages);
        figures.gauge(
                registry,
                "mailvane.queue.messages.age.seconds",
                "Age in seconds of the oldest message that is next in its account's queue",
                Figures::messageSeconds);
        figures.gauge(
                registry,
                "mailvane.outgoing.mails",
                "Outgoing emails waiting to be sent",
                Figures::mails);
        figures.gauge(
                registry,
                "mailvane.outgoing.mails.age.seconds",
                "Age in seconds of the oldest outgoing email",
                Figures::mailSeconds);
        figures.gauge(
                registry,
                "mailvane.outgoing.mails.failed",
                "Outgoing emails that could not be sent and were given up",
                Figures::mailsGivenUp);
        figures.gauge(
                registry,
                "mailvane.reclassification.domains",
                "Domains waiting to be reclassified",
                Figures::reclassify);
        figures.gauge(
                registry,
                "mailvane.queue.detail.reports",
                "Detail reports queued or in progress",
                Figures::detailReports);
        figures.gauge(
                registry,
                "mailvane.queue.detail.reports.age.seconds",
                "Age in seconds of the oldest queued detail report",
                Figures::detailReportSeconds);
        figures.gauge(
                registry,
                "mailvane.jobs.failing",
                "Recurring and single jobs whose last run failed",
                Figures::failingJobs);
        for (String kind : recurring) {
            job(
                    registry,
                    kind,
                    "last.success.timestamp.seconds",
                    "When the recurring job last went well, in Unix time",
                    run -> seconds(run.success()));
            job(
                    registry,
                    kind,
                    "last.failure.timestamp.seconds",
                    "When the recurring job last failed, in Unix time",
                    run -> seconds(run.failure()));
            job(
                    registry,
                    kind,
                    "consecutive.failures",
                    "Failures of the recurring job since its last success",
                    Run::failures);
        }
    }

    private void job(
            MeterRegistry registry,
            String kind,
            String name,
            String help,
            ToDoubleFunction<Run> figure) {
        figures.gauge(
                registry,
                "mailvane.job." + name,
                help,
                List.of(Tag.of("name", kind)),
                all -> figure.applyAsDouble(all.jobs().getOrDefault(kind, Run.NONE)));
    }

    private Figures read() {
        Instant now = clock.instant();
        Map<String, Run> jobs = new HashMap<>();
        system.sql(READ_JOBS)
                .param("kinds", recurring.toArray(String[]::new))
                .list(row ->
                        jobs.put(
                                row.text("task_name"),
                                new Run(
                                        row.optionalInstant("last_success"),
                                        row.optionalInstant("last_failure"),
                                        row.number("failures"))));
        return system.sql(READ)
                .param("most", MAX_COUNTED)
                .param("accounts", MAX_ACCOUNTS)
                .one(row ->
                        new Figures(
                                row.number("messages"),
                                age(row.optionalInstant("oldest_message"), now),
                                row.number("mails"),
                                age(row.optionalInstant("oldest_mail"), now),
                                row.number("mails_given_up"),
                                row.number("reclassify"),
                                row.number("detail_reports"),
                                age(row.optionalInstant("oldest_detail_report"), now),
                                row.number("failing_jobs"),
                                jobs));
    }

    private static long age(@Nullable Instant since, Instant now) {
        return since == null ? 0 : Math.max(0, Duration.between(since, now).toSeconds());
    }

    private static double seconds(@Nullable Instant time) {
        return time == null ? Double.NaN : time.getEpochSecond();
    }
}
