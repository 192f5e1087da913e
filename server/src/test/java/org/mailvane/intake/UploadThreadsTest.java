package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uploads are taken in beside the threads of requests. */
class UploadThreadsTest {

    private final UploadThreads threads = new UploadThreads();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void requestsKeepTheirThreads() throws Exception {
        try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> isVirtual =
                    requests.submit(() -> threads.run(() -> Thread.currentThread().isVirtual()));
            assertThat(isVirtual.get()).isFalse();
        }
    }

    @Test
    void onlySoManyAreTakenInAtOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(UploadThreads.AT_ONCE);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        List<Future<Integer>> uploads = new ArrayList<>();
        try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < UploadThreads.AT_ONCE + 1; i++) {
                uploads.add(
                        requests.submit(() ->
                                threads.run(() -> {
                                    int number = started.incrementAndGet();
                                    begun.countDown();
                                    await(go);
                                    return number;
                                })));
            }
            begun.await();
            assertThat(started).hasValue(UploadThreads.AT_ONCE);
            go.countDown();
            for (Future<Integer> upload : uploads) {
                assertThat(upload.get()).isPositive();
            }
        }
        assertThat(started).hasValue(UploadThreads.AT_ONCE + 1);
    }

    @Test
    void whatGoesWrongIsToldToTheRequest() {
        assertThatThrownBy(() ->
                        threads.run(() -> {
                            throw new IllegalArgumentException("bad");
                        }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bad");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
