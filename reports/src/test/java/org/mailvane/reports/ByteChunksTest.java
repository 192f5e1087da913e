package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ByteChunksTest {

    private static final int LARGEST = ByteChunks.LARGEST_BYTES;

    /** Chunks grow to 1 MB, and no further: what is held is little more than what came. */
    @Test
    void aChunkHasOnlySoManyBytes() throws IOException {
        byte[] bytes = new byte[LARGEST];
        // Those of 8 KB to 512 KB, and four of the largest.
        int first = LARGEST - ByteChunks.FIRST_BYTES;
        long held = first + 4L * LARGEST;
        Budget budget = new Budget(Limits.DEFAULT);
        budget.hold(Limits.HELD_BYTES - held);
        ByteChunks chunks = new ByteChunks(budget);
        chunks.write(bytes, 0, first);
        for (int i = 0; i < 4; i++) {
            chunks.write(bytes);
        }
        try (var read = chunks.open()) {
            assertThat(read.readAllBytes()).hasSize(first + 4 * LARGEST);
        }
        assertThatThrownBy(() -> chunks.write(0)).isInstanceOf(LimitExceeded.class);
    }
}
