package org.mailvane.platform.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Priority;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.jobs.JobTable.Thing;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Does what is due, of all servers' work, by db-scheduler. Work whose server died is done by
 * another when that has not been heard of for a minute.
 */
@Component
@Profile("service")
class JobRunner implements BackgroundWork {

    /** Work done at the same time by one server. */
    static final int THREADS = 3;

    /** Failures after which a job is given up. */
    static final int MAX_FAILURES = 5;

    /** How long to wait after the first failure; after each further one {@link #GROWTH} times. */
    static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

    /** By what the pauses grow: some seven minutes in all. */
    static final int GROWTH = 4;

    /** How often it looks for what others have made due. */
    private static final Duration POLL = Duration.ofSeconds(2);

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    /** So many heartbeats missed, and a server is taken for dead. */
    private static final int MISSED_HEARTBEATS = 4;

    /** How long work may take on when the service is told to stop; then it is interrupted. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(JobRunner.class);

    private final DataSource dataSource;
    private final Database database;
    private final JobTable table;
    private final Jobs jobs;
    private final List<Job> once;
    private final List<Recurring> recurring;
    private final Clock clock;

    /** Null while this does not run. */
    private volatile @Nullable Scheduler scheduler;

    JobRunner(
            DataSource dataSource,
            Database database,
            JobTable table,
            Jobs jobs,
            List<Job> once,
            List<Recurring> recurring,
            Clock clock) {
        this.dataSource = dataSource;
        this.database = database;
        this.table = table;
        this.jobs = jobs;
        this.once = once;
        this.recurring = recurring;
        this.clock = clock;
    }

    private Scheduler scheduler() {
        List<Task<?>> tasks = new ArrayList<>();
        once.forEach(job -> tasks.add(task(job)));
        return Scheduler.create(dataSource, tasks)
                .startTasks(recurring.stream().map(this::task).toList())
                .threads(THREADS)
                .clock(clock::instant)
                .pollingInterval(POLL)
                .pollUsingLockAndFetch(0.5, 1)
                .enablePriority()
                .heartbeatInterval(HEARTBEAT)
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .shutdownMaxWait(STOP_PATIENCE)
                .build();
    }

    @Override
    public void start() {
        if (database.isEmbedded()) {
            // Nobody else works here: what somebody has was taken by a run that died.
            table.takeBack();
        }
        table.hasten(recurring.stream().map(Recurring::kind).toList(), clock.instant());
        // One that was stopped can't start again.
        Scheduler started = scheduler();
        started.start();
        scheduler = started;
        jobs.tell(this::look);
    }

    /** Looks at once whether something is due. */
    void look() {
        Scheduler current = scheduler;
        if (current != null) {
            current.triggerCheckForDueExecutions();
        }
    }

    @Override
    public void stop() {
        jobs.tell(() -> {});
        Scheduler current = scheduler;
        scheduler = null;
        if (current != null) {
            current.stop();
        }
    }

    @Override
    public boolean isRunning() {
        return scheduler != null;
    }

    private CustomTask<Void> task(Recurring work) {
        return Tasks.custom(work.kind(), Void.class)
                .defaultPriority(Priority.LOW)
                .scheduleOnStartup(RecurringTask.INSTANCE, null, now -> now)
                .onFailure((complete, next) -> again(complete, next, work.every()))
                .onDeadExecution((complete, next) -> again(complete, next, Duration.ZERO))
                .execute((instance, context) -> {
                    try {
                        work.run(stopSign(context));
                    } catch (StopSign.Stopped stopped) {
                        return (complete, next) -> again(complete, next, Duration.ZERO);
                    }
                    return (complete, next) -> again(complete, next, work.every());
                });
    }

    private static void again(
            ExecutionComplete complete, ExecutionOperations<Void> next, Duration pause) {
        next.reschedule(complete, complete.getTimeDone().plus(pause));
    }

    private Task<Void> task(Job job) {
        return Tasks.custom(job.kind(), Void.class)
                .onFailure(JobRunner::failed)
                // A server that dies each time must not be given it for ever.
                .onDeadExecution(JobRunner::failed)
                .execute((instance, context) -> run(job, instance, context));
    }

    private CompletionHandler<Void> run(
            Job job, TaskInstance<Void> instance, ExecutionContext context) {
        Thing thing = Thing.parse(instance.getId());
        if (context.getExecution().consecutiveFailures >= MAX_FAILURES) {
            giveUp(job, thing);
        } else {
            try {
                job.run(thing.scope(), thing.id(), stopSign(context));
            } catch (StopSign.Stopped stopped) {
                return (complete, next) -> again(complete, next, Duration.ZERO);
            }
        }
        return (complete, next) -> next.remove();
    }

    private static void failed(ExecutionComplete complete, ExecutionOperations<Void> next) {
        int failures = complete.getExecution().consecutiveFailures + 1;
        // The last one is followed by a run that gives up, which may fail and be repeated too.
        Duration pause =
                failures == MAX_FAILURES
                        ? Duration.ZERO
                        : FIRST_PAUSE.multipliedBy(
                                (long) Math.pow(GROWTH, Math.min(failures, MAX_FAILURES) - 1));
        again(complete, next, pause);
    }

    private static void giveUp(Job job, Thing thing) {
        log.error(
                "{} {} of account {} is given up after {} failures",
                job.kind(),
                thing.id(),
                thing.scope().accountId(),
                MAX_FAILURES);
        job.giveUp(thing.scope(), thing.id());
    }

    private static StopSign stopSign(ExecutionContext context) {
        return new StopSign(() -> context.getSchedulerState().isShuttingDown());
    }
}
