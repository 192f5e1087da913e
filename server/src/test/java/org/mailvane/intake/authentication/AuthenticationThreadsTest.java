package org.mailvane.intake.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;

/** How many mails are authenticated at a time. */
class AuthenticationThreadsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AuthenticationThreads threads = new AuthenticationThreads();
    private final CountDownLatch answer = new CountDownLatch(1);

    @AfterEach
    void stop() {
        threads.close();
    }

    /** A mail whose DNS answers when it may. */
    private CompletableFuture<String> slow(String sender) {
        return threads.run(
                sender,
                0,
                () -> {
                    answer.await();
                    return "answered";
                },
                "given up",
                "not started");
    }

    @Test
    void slowOnesDoNotKeepOthersOut() {
        List<CompletableFuture<String>> mails = new ArrayList<>();
        for (int i = 0; i < AuthenticationThreads.FAST; i++) {
            mails.add(slow("sender" + i));
        }
        assertThat(threads.run("other", 0, () -> "answered", "given up", "not started").join())
                .isEqualTo("answered");
        Awaiting.until(
                "those without a place are given up",
                LIMIT,
                () ->
                        mails.stream().filter(CompletableFuture::isDone).count()
                                == AuthenticationThreads.FAST - AuthenticationThreads.SLOW);
        answer.countDown();
        assertThat(mails.stream().map(CompletableFuture::join).filter("answered"::equals).count())
                .isEqualTo(AuthenticationThreads.SLOW);
        Awaiting.until("places are free again", LIMIT, () -> threads.slow() == 0);
    }

    @Test
    void oneSenderHasAFewSlowPlacesOnly() {
        List<CompletableFuture<String>> mails = new ArrayList<>();
        for (int i = 0; i <= AuthenticationThreads.SLOW_OF_ONE; i++) {
            mails.add(slow("sender"));
        }
        Awaiting.until(
                "one is given up", LIMIT, () -> mails.stream().anyMatch(CompletableFuture::isDone));
        assertThat(threads.slow()).isEqualTo(AuthenticationThreads.SLOW_OF_ONE);
        answer.countDown();
        assertThat(mails.stream().map(CompletableFuture::join).filter("given up"::equals).count())
                .isEqualTo(1);
    }

    @Test
    void whatIsCancelledBeforeItHasAPlaceIsNotRun() {
        for (int i = 0; i < AuthenticationThreads.FAST; i++) {
            slow("sender" + i);
        }
        List<String> run = new ArrayList<>();
        CompletableFuture<String> cancelled =
                threads.run(
                        "cancelled",
                        0,
                        () -> {
                            run.add("cancelled");
                            return "";
                        },
                        "",
                        "");
        cancelled.cancel(true);
        answer.countDown();
        threads.run("next", 0, () -> "", "", "").join();
        assertThat(run).isEmpty();
    }

    @Test
    void whatIsCancelledIsInterruptedAndNoLongerHeld() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        CompletableFuture<String> running =
                threads.run(
                        "sender",
                        AuthenticationThreads.MAX_BYTES,
                        () -> {
                            started.countDown();
                            try {
                                answer.await();
                            } finally {
                                ended.countDown();
                            }
                            return "answered";
                        },
                        "given up",
                        "not started");
        started.await();
        assertThat(threads.held()).isEqualTo(AuthenticationThreads.MAX_BYTES);
        running.cancel(true);
        ended.await();
        Awaiting.until("nothing is held", LIMIT, () -> threads.held() == 0);
    }

    @Test
    void whatWaitsForAPlaceIsNoLongerHeldWhenItIsCancelled() {
        for (int i = 0; i < AuthenticationThreads.FAST; i++) {
            slow("sender" + i);
        }
        CompletableFuture<String> waiting =
                threads.run("other", 10, () -> "", "given up", "not started");
        waiting.cancel(true);
        Awaiting.until("nothing is held", LIMIT, () -> threads.held() == 0);
    }

    @Test
    void onlySoManyBytesAreHeld() {
        CompletableFuture<String> large =
                threads.run(
                        "sender",
                        Integer.MAX_VALUE,
                        () -> {
                            answer.await();
                            return "answered";
                        },
                        "given up",
                        "not started");
        assertThat(threads.run("other", 1, () -> "answered", "given up", "not started").join())
                .isEqualTo("not started");
        answer.countDown();
        assertThat(large.join()).isEqualTo("answered");
        Awaiting.until("nothing is held", LIMIT, () -> threads.held() == 0);
        assertThat(threads.run("other", 1, () -> "answered", "given up", "not started").join())
                .isEqualTo("answered");
    }

    @Test
    void defectsAreNoResults() {
        assertThat(
                        threads.run(
                                        "sender",
                                        0,
                                        () -> {
                                            throw new IllegalStateException("a defect");
                                        },
                                        "given up",
                                        "not started")
                                .join())
                .isEqualTo("given up");
    }
}
