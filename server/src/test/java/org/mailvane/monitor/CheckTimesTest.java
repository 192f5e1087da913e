package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;

/** When domains are looked up. */
class CheckTimesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void everyTurnComesAPeriodAfterTheOneBefore() {
        DomainId domain = new DomainId(77);
        Instant first = CheckTimes.next(domain, CheckTimes.DMARC, NOW);
        assertThat(first).isAfter(NOW).isBeforeOrEqualTo(NOW.plus(CheckTimes.DMARC));
        assertThat(CheckTimes.next(domain, CheckTimes.DMARC, first))
                .isEqualTo(first.plus(CheckTimes.DMARC));
        // A little late does not move the turn.
        assertThat(CheckTimes.next(domain, CheckTimes.DMARC, first.plusSeconds(100)))
                .isEqualTo(first.plus(CheckTimes.DMARC));
    }

    @Test
    void domainsThatWereAddedTogetherAreSpread() {
        long[] quarters = new long[4];
        LongStream.rangeClosed(1, 10_000)
                .mapToObj(DomainId::new)
                .map(id -> CheckTimes.next(id, CheckTimes.DMARC, NOW))
                .forEach(at ->
                        quarters[(int) ((Duration.between(NOW, at).toSeconds() - 1) / 900)]++);
        assertThat(LongStream.of(quarters).boxed())
                .allSatisfy(n -> assertThat(n).isBetween(2_300L, 2_700L));
    }

    @Test
    void pausesGrowWithWhatLasts() {
        assertThat(CheckTimes.pause(Duration.ZERO)).isEqualTo(CheckTimes.SHORTEST_PAUSE);
        assertThat(CheckTimes.pause(Duration.ofSeconds(59))).isEqualTo(CheckTimes.SHORTEST_PAUSE);
        assertThat(CheckTimes.pause(Duration.ofHours(5))).isEqualTo(Duration.ofHours(5));
    }
}
