package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Scope;

/** Work that is done once, and work that recurs. */
class JobsTest {

    private static final String KIND = "counting";

    private final JobFixture house = new JobFixture();
    private final Counting counting = new Counting();

    @AfterEach
    void close() {
        house.close();
    }

    /** A job that notes what it is told. */
    private static final class Counting implements Job {

        final List<String> runs = new CopyOnWriteArrayList<>();
        final List<String> givenUp = new CopyOnWriteArrayList<>();

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public void run(Scope scope, long id, StopSign stop) {
            runs.add(scope.accountId() + ":" + id);
            work(stop);
        }

        void work(StopSign stop) {
            meanwhile.run(stop);
        }

        volatile Meanwhile meanwhile = stop -> {};

        @Override
        public void giveUp(Scope scope, long id) {
            givenUp.add(scope.accountId() + ":" + id);
        }
    }

    @FunctionalInterface
    private interface Meanwhile {
        void run(StopSign stop);
    }

    @Test
    void jobIsDoneOnceItsTransactionIsCommittedAndNeverWhenItIsRolledBack() {
        house.server(counting);
        assertThatThrownBy(() ->
                        house.db.inTransaction(() -> {
                            house.jobs.start(KIND, JobFixture.ACCOUNT, 1);
                            throw new IllegalStateException("back");
                        }))
                .hasMessage("back");
        house.db.inTransaction(() -> {
            house.jobs.start(KIND, JobFixture.ACCOUNT, 2);
            // It is known, and waits.
            house.jobs.start(KIND, JobFixture.ACCOUNT, 2);
            assertThat(counting.runs).isEmpty();
        });
        house.awaitNothingLeft();
        assertThat(counting.runs).containsExactly("7:2");
    }

    @Test
    void jobThatFailsIsTriedLaterAndLaterAndGivenUpInTheEnd() {
        counting.meanwhile =
                stop -> {
                    throw new OutOfMemoryError("a large one");
                };
        house.server(counting);
        house.jobs.start(KIND, JobFixture.ACCOUNT, 3);
        Duration pause = JobRunner.FIRST_PAUSE;
        for (int failures = 1; failures < JobRunner.MAX_FAILURES; failures++) {
            awaitFailures(failures);
            assertThat(counting.runs).hasSize(failures);
            house.advance(pause.minusMillis(1));
            assertThat(due()).as("the pause is not over").isZero();
            house.advance(Duration.ofMillis(1));
            pause = pause.multipliedBy(JobRunner.GROWTH);
        }
        awaitFailures(JobRunner.MAX_FAILURES);
        house.advance(Duration.ZERO);
        house.awaitNothingLeft();
        assertThat(counting.runs).hasSize(JobRunner.MAX_FAILURES);
        assertThat(counting.givenUp).containsExactly("7:3");
    }

    private void awaitFailures(int failures) {
        house.await(
                failures + " failures",
                () ->
                        house.sql
                                .rows(
                                        "select consecutive_failures from scheduled_tasks where not picked")
                                .equals(List.of(String.valueOf(failures))));
    }

    private long due() {
        return Long.parseLong(
                house.sql.value(
                        "select count(*) from scheduled_tasks where execution_time <= '"
                                + house.clock.instant()
                                + "'"));
    }

    @Test
    void workOfAServerThatDiedIsDoneByAnotherAndCountsAsAFailure() {
        // As a server leaves it that was killed.
        house.sql.execute(
                """
                insert into scheduled_tasks (task_name, task_instance, execution_time, picked,
                    picked_by, last_heartbeat, version, consecutive_failures)
                values ('counting', '7/4', '%1$s', true, 'gone', '%1$s', 2, 0),
                    ('counting', '7/5', '%1$s', true, 'gone', '%1$s', 2, %2$d)
                """
                        .formatted(JobFixture.START, JobRunner.MAX_FAILURES - 1));
        house.advance(Duration.ofMinutes(2));
        house.server(counting);
        house.await(
                "they are taken from it",
                () ->
                        house.sql
                                .value("select count(*) from scheduled_tasks where picked")
                                .equals("0"));
        house.advance(JobRunner.FIRST_PAUSE);
        house.awaitNothingLeft();
        assertThat(counting.runs).containsExactly("7:4");
        assertThat(counting.givenUp).as("its last server died too").containsExactly("7:5");
    }

    @Test
    void whatTheOnlyServerHadWhenItDiedIsTakenBack() {
        house.sql.execute(
                """
                insert into scheduled_tasks (task_name, task_instance, execution_time, picked,
                    picked_by, last_heartbeat, version)
                values ('counting', '7/6', now(), true, 'gone', now(), 2)
                """);
        house.table.takeBack();
        assertThat(
                        house.sql.value(
                                "select picked || ' ' || consecutive_failures from scheduled_tasks"))
                .isEqualTo("false 1");
    }

    @Test
    void jobThatEndsBecauseTheServiceDoesIsBegunAgainByTheNext() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        counting.meanwhile =
                stop -> {
                    begun.countDown();
                    while (true) {
                        stop.throwIfStopped();
                        Thread.onSpinWait();
                    }
                };
        JobRunner first = house.server(counting);
        house.jobs.start(KIND, JobFixture.ACCOUNT, 8);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        first.stop();
        assertThat(house.left()).isOne();
        counting.meanwhile = stop -> {};
        house.server(counting);
        house.awaitNothingLeft();
        assertThat(counting.runs).containsExactly("7:8", "7:8");
        assertThat(counting.givenUp).isEmpty();
    }

    @Test
    void whatRecursIsDueAtTheStartAndAgainAfterItsTimeOnOneServerOnly() {
        AtomicInteger runs = new AtomicInteger();
        Recurring daily =
                new Recurring() {
                    @Override
                    public String kind() {
                        return "daily";
                    }

                    @Override
                    public Duration every() {
                        return Duration.ofDays(1);
                    }

                    @Override
                    public void run(StopSign stop) {
                        if (runs.incrementAndGet() == 2) {
                            throw new IllegalStateException("not today");
                        }
                    }
                };
        JobRunner first = house.server(List.of(), List.of(daily));
        awaitRest(runs, 1, Duration.ofDays(1));
        JobRunner second = house.server(List.of(), List.of(daily));
        awaitRest(runs, 2, Duration.ofDays(1));
        house.advance(Duration.ofDays(1));
        awaitRest(runs, 3, Duration.ofDays(1));
        first.stop();
        second.stop();
        assertThat(runs.get()).isEqualTo(3);
    }

    /** Waits until it has run so often, and is due again after this time. */
    private void awaitRest(AtomicInteger runs, int times, Duration rest) {
        String next = house.clock.instant().plus(rest).toString();
        house.await(
                "run " + times + " is over",
                () ->
                        runs.get() == times
                                && house.sql
                                        .value(
                                                "select count(*) from scheduled_tasks where not picked and execution_time = '"
                                                        + next
                                                        + "'")
                                        .equals("1"));
    }
}
