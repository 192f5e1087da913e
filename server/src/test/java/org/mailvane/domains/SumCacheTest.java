package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.SumCache.Counted;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;

class SumCacheTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final AtomicInteger added = new AtomicInteger();

    /** Each time something is added up, the sum is one more. */
    private SumCache<String, Integer> sums(long rows) {
        return new SumCache<>(clock, key -> new Counted<>(added.incrementAndGet(), rows));
    }

    @Test
    void whatIsMadeOfFewRowsIsAddedUpEachTime() {
        SumCache<String, Integer> sums = sums(SumCache.MANY - 1);
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.of("a")).isEqualTo(2);
    }

    @Test
    void whatIsMadeOfManyRowsIsAddedUpAgainInTheBackgroundWhenItIsNotFresh() {
        SumCache<String, Integer> sums = sums(SumCache.MANY);
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.of("b")).as("another key").isEqualTo(2);
        clock.advance(SumCache.FRESH.minusSeconds(1));
        assertThat(sums.of("a")).isEqualTo(1);
        clock.advance(Duration.ofSeconds(2));
        assertThat(sums.of("a")).as("nobody waits").isIn(1, 3);
        Awaiting.until("it is added up again", PATIENCE, () -> sums.of("a") == 3);
        assertThat(sums.of("a")).as("once").isEqualTo(3);
    }

    @Test
    void whatIsRememberedAnywayIsKnown() {
        SumCache<String, Integer> sums = sums(SumCache.MANY);
        assertThat(sums.known("a")).isEmpty();
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.known("a")).contains(1);
        clock.advance(SumCache.FRESH.plusSeconds(1));
        Awaiting.until("it is added up again", PATIENCE, () -> sums.known("a").orElseThrow() == 2);
        clock.advance(SumCache.KEPT);
        assertThat(sums.known("a")).as("forgotten").isEmpty();
        assertThat(added.get()).as("nothing was added up for that").isEqualTo(2);
    }

    @Test
    void whatIsOldIsForgotten() {
        SumCache<String, Integer> sums = sums(SumCache.MANY);
        assertThat(sums.of("a")).isEqualTo(1);
        clock.advance(SumCache.KEPT);
        assertThat(sums.of("a")).isEqualTo(2);
    }

    @Test
    void moreThanTheMostAreNotRemembered() {
        SumCache<Integer, Integer> sums =
                new SumCache<>(clock, key -> new Counted<>(added.incrementAndGet(), SumCache.MANY));
        int keys = 2 * SumCache.MAX_REMEMBERED;
        Awaiting.until(
                "some were forgotten",
                PATIENCE,
                () -> {
                    int before = added.get();
                    for (int key = 0; key < keys; key++) {
                        sums.of(key);
                    }
                    return before > 0 && added.get() - before >= keys - SumCache.MAX_REMEMBERED;
                });
    }
}
