package org.mailvane.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestClock;

/** How values are read that take time. */
class SampleTest {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));

    @Test
    void whatCannotBeReadIsMissingAndReadAgainLater() {
        int[] reads = new int[1];
        Sample<Integer> failing =
                new Sample<>(
                        () -> {
                            reads[0]++;
                            throw new IllegalStateException("away");
                        },
                        clock);
        assertThat(failing.current()).isNull();
        assertThat(failing.current()).isNull();
        assertThat(reads[0]).isEqualTo(1);
        clock.advance(Sample.KEPT);
        assertThat(failing.current()).isNull();
        assertThat(reads[0]).isEqualTo(2);
    }

    @Test
    void whatHangsKeepsFiguresBackOnce() {
        Semaphore never = new Semaphore(0);
        Duration patience = Duration.ofHours(1);
        AtomicLong nanos = new AtomicLong();
        // The patience is over whenever somebody asks after the reading has begun.
        Sample<Integer> hanging =
                new Sample<>(
                        () -> {
                            never.acquireUninterruptibly();
                            return 1;
                        },
                        clock,
                        patience,
                        () -> nanos.getAndAdd(patience.toNanos()));
        for (int i = 0; i < 20; i++) {
            assertThat(hanging.current()).isNull();
        }
        never.release();
    }

    @Test
    void whatWasReadIsGivenAgainForAWhile() {
        int[] reads = new int[1];
        Sample<Integer> known = new Sample<>(() -> ++reads[0], clock);
        assertThat(known.current()).isEqualTo(1);
        clock.advance(Sample.KEPT.minusSeconds(1));
        assertThat(known.current()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(known.current()).isEqualTo(2);
        clock.advance(Duration.ofDays(-1));
        assertThat(known.current()).isEqualTo(3);
    }
}
