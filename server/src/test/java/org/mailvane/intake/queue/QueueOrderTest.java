package org.mailvane.intake.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.RawMessage;

/** Small messages go first, but large ones do not wait for ever. */
class QueueOrderTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private static boolean isFirst(long bytes, long otherBytes, Duration later) {
        return QueueOrder.place(NOW.plus(later), otherBytes) < QueueOrder.place(NOW, bytes);
    }

    @Test
    void smallOnesKeepTheirOrder() {
        assertThat(isFirst(QueueOrder.SMALL, 1, Duration.ofMillis(1))).isFalse();
        assertThat(isFirst(QueueOrder.SMALL + 1024, 1, Duration.ofMillis(1))).isTrue();
    }

    @Test
    void largeOneIsOvertakenForATime() {
        long large = QueueOrder.SMALL + (100 << 10);
        assertThat(isFirst(large, 1, Duration.ofMinutes(99))).isTrue();
        assertThat(isFirst(large, 1, Duration.ofMinutes(101))).isFalse();
        assertThat(isFirst(large, large, Duration.ofMinutes(1))).isFalse();
    }

    @Test
    void noOneIsOvertakenByWhatComesADayLater() {
        assertThat(isFirst(RawMessage.MAX_SIZE, 1, QueueOrder.LONGEST.minusSeconds(1))).isTrue();
        assertThat(isFirst(RawMessage.MAX_SIZE, 1, QueueOrder.LONGEST.plusSeconds(1))).isFalse();
    }
}
