package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.jobs.QueueTurns.Turn;

/** Accounts go round. */
class QueueTurnsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T09:00:00Z");

    private final QueueTurns turns = new QueueTurns();

    private record Entry(long account, long number) {}

    private void taken(List<Turn> at, int each, Entry... entries) {
        turns.taken(at, each, List.of(entries), Entry::account, Entry::number);
    }

    @Test
    void accountsGoRoundAndWhatWasTakenIsPassedOver() {
        turns.found(
                IntStream.rangeClosed(1, QueueTurns.AT_ONCE + 2).mapToObj(i -> (long) i).toList());
        List<Turn> first = turns.next(NOW);
        assertThat(first).hasSize(QueueTurns.AT_ONCE);
        taken(first, 2, new Entry(1, 70), new Entry(1, 71), new Entry(2, 72));
        // 2 has no more, nor have the others; 11 and 12 come first now.
        assertThat(turns.next(NOW))
                .containsExactly(new Turn(11, 0), new Turn(12, 0), new Turn(1, 71));
        turns.found(List.of(1L, 2L));
        turns.rest(1, NOW);
        turns.found(List.of(1L));
        assertThat(turns.next(NOW))
                .containsExactly(new Turn(2, 0), new Turn(11, 0), new Turn(12, 0));
        assertThat(turns.next(NOW.plus(QueueTurns.REST))).contains(new Turn(1, 0));
    }

    @Test
    void whoCanWorkFewGivesFewTurns() {
        turns.found(List.of(1L, 2L, 3L));
        assertThat(turns.next(NOW, 1)).containsExactly(new Turn(1, 0));
        assertThat(turns.next(NOW, 1)).containsExactly(new Turn(2, 0));
        assertThat(turns.next(NOW, 2)).containsExactly(new Turn(3, 0), new Turn(1, 0));
    }
}
