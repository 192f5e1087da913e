package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.HashingThreads.Rank;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.testing.Awaiting;

/** How many passwords are hashed at once, which go first, and what becomes of the rest. */
class HashingThreadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void strangersBeyondTheirPlacesAreRefusedAtOnceAndKnownUsersGoFirst() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        List<String> done = new CopyOnWriteArrayList<>();
        try (HashingThreads threads = new HashingThreads(1);
                var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            answers.add(
                    requests.submit(() ->
                            threads.run(
                                    Rank.STRANGER,
                                    () -> {
                                        begun.countDown();
                                        hold(hold);
                                        return "first";
                                    })));
            begun.await();
            for (int i = 0; i < HashingThreads.MAX_WAITING; i++) {
                String name = "stranger";
                answers.add(
                        requests.submit(() -> threads.run(Rank.STRANGER, () -> note(done, name))));
            }
            Awaiting.until(
                    "all wait", PATIENCE, () -> threads.waiting() == HashingThreads.MAX_WAITING);
            assertThatExceptionOfType(ApiProblem.class)
                    .isThrownBy(() -> threads.run(Rank.STRANGER, () -> note(done, "late")))
                    .satisfies(busy -> {
                        assertThat(busy.status().value()).isEqualTo(503);
                        assertThat(busy.code()).isEqualTo("busy");
                        assertThat(busy.retryAfter()).hasValue(HashingThreads.RETRY_SECONDS);
                    });
            answers.add(requests.submit(() -> threads.run(Rank.KNOWN, () -> note(done, "known"))));
            Awaiting.until(
                    "they wait too",
                    PATIENCE,
                    () -> threads.waiting() == HashingThreads.MAX_WAITING + 1);
            hold.countDown();
            for (Future<String> answer : answers) {
                answer.get();
            }
            assertThat(done).hasSize(HashingThreads.MAX_WAITING + 1).startsWith("known");
            assertThat(threads.run(Rank.STRANGER, () -> "again")).isEqualTo("again");
        }
    }

    @Test
    void worksOnFewPlatformThreads() {
        try (HashingThreads threads = new HashingThreads()) {
            Thread worker = threads.run(Rank.KNOWN, Thread::currentThread);
            assertThat(worker.isVirtual()).isFalse();
            assertThat(worker.isDaemon()).isTrue();
            assertThat(worker.getName()).startsWith(HashingThreads.NAME);
        }
        assertThat(HashingThreads.MAX_THREADS).isLessThanOrEqualTo(4);
    }

    @Test
    void whatGoesWrongIsThrownWhereItWasAskedFor() {
        try (HashingThreads threads = new HashingThreads(1)) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() ->
                            threads.run(
                                    Rank.KNOWN,
                                    () -> {
                                        throw new IllegalArgumentException("no");
                                    }));
        }
    }

    private static String note(List<String> done, String name) {
        done.add(name);
        return name;
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
