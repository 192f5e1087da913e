package org.mailvane.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
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
        Sample<Integer> hanging =
                new Sample<>(
                        () -> {
                            never.acquireUninterruptibly();
                            return 1;
                        },
                        clock);
        long begun = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(hanging.current()).isNull();
        }
        // All of them together wait as long as the first.
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Sample.PATIENCE, Sample.PATIENCE.multipliedBy(5));
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
