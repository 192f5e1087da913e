package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.RememberedSums.Counted;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;

class RememberedSumsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final AtomicInteger added = new AtomicInteger();

    /** Each time something is added up, the sum is one more. */
    private RememberedSums<String, Integer> sums(long rows) {
        return new RememberedSums<>(clock, key -> new Counted<>(added.incrementAndGet(), rows));
    }

    @Test
    void whatIsMadeOfFewRowsIsAddedUpEachTime() {
        RememberedSums<String, Integer> sums = sums(RememberedSums.MANY - 1);
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.of("a")).isEqualTo(2);
    }

    @Test
    void whatIsMadeOfManyRowsIsAddedUpAgainInTheBackgroundWhenItIsNotFresh() {
        RememberedSums<String, Integer> sums = sums(RememberedSums.MANY);
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.of("b")).as("another key").isEqualTo(2);
        clock.advance(RememberedSums.FRESH.minusSeconds(1));
        assertThat(sums.of("a")).isEqualTo(1);
        clock.advance(Duration.ofSeconds(2));
        assertThat(sums.of("a")).as("nobody waits").isIn(1, 3);
        Awaiting.until("it is added up again", PATIENCE, () -> sums.of("a") == 3);
        assertThat(sums.of("a")).as("once").isEqualTo(3);
    }

    @Test
    void whatIsRememberedAnywayIsKnown() {
        RememberedSums<String, Integer> sums = sums(RememberedSums.MANY);
        assertThat(sums.known("a")).isEmpty();
        assertThat(sums.of("a")).isEqualTo(1);
        assertThat(sums.known("a")).contains(1);
        clock.advance(RememberedSums.FRESH.plusSeconds(1));
        Awaiting.until("it is added up again", PATIENCE, () -> sums.known("a").orElseThrow() == 2);
        clock.advance(RememberedSums.KEPT);
        assertThat(sums.known("a")).as("forgotten").isEmpty();
        assertThat(added.get()).as("nothing was added up for that").isEqualTo(2);
    }

    @Test
    void whatIsOldIsForgotten() {
        RememberedSums<String, Integer> sums = sums(RememberedSums.MANY);
        assertThat(sums.of("a")).isEqualTo(1);
        clock.advance(RememberedSums.KEPT);
        assertThat(sums.of("a")).isEqualTo(2);
    }

    @Test
    void moreThanTheMostAreNotRemembered() {
        RememberedSums<Integer, Integer> sums =
                new RememberedSums<>(
                        clock, key -> new Counted<>(added.incrementAndGet(), RememberedSums.MANY));
        int keys = 2 * RememberedSums.MAX_REMEMBERED;
        Awaiting.until(
                "some were forgotten",
                PATIENCE,
                () -> {
                    int before = added.get();
                    for (int key = 0; key < keys; key++) {
                        sums.of(key);
                    }
                    return before > 0
                            && added.get() - before >= keys - RememberedSums.MAX_REMEMBERED;
                });
    }
}
