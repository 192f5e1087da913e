package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowIndexTest {

    /** More than a chunk holds, and than several growths of the table need. */
    private static final int ADDED = 120_000;

    @Test
    void rowsWithTheSameNumbersAreOne() {
        Random random = new Random(7);
        Map<List<Integer>, Long> plain = new HashMap<>();
        RowIndex rows = new RowIndex();
        for (int i = 0; i < ADDED; i++) {
            int from = random.nextInt(3);
            int sender = random.nextInt(5_000);
            int results = random.nextInt(40) * 65_536;
            int kind = random.nextInt(4);
            long messages = random.nextInt(1_000);
            plain.merge(List.of(from, sender, results, kind), messages, Long::sum);
            rows.add(from, sender, results, kind, messages);
        }
        assertThat(rows.size()).isEqualTo(plain.size()).isGreaterThan(50_000);
        int[] same = IntStream.range(0, 40 * 65_536).toArray();
        int[] from = rows.from(same);
        int[] sender = rows.sender(same);
        int[] results = rows.results(same);
        int[] kind = rows.kind(same);
        Map<List<Integer>, Long> found = new HashMap<>();
        for (int row = 0; row < rows.size(); row++) {
            assertThat(rows.sender(row)).isEqualTo(sender[row]);
            assertThat(rows.results(row)).isEqualTo(results[row]);
            assertThat(rows.kind(row)).isEqualTo(kind[row]);
            found.put(List.of(from[row], sender[row], results[row], kind[row]), rows.messages(row));
        }
        assertThat(found).isEqualTo(plain);
    }

    @Test
    void sumsEndAtTheGreatestNumber() {
        RowIndex rows = new RowIndex();
        rows.add(0, 0, 0, 0, Long.MAX_VALUE);
        rows.add(0, 0, 0, 0, 1);
        assertThat(rows.messages(0)).isEqualTo(Long.MAX_VALUE);
    }
}
