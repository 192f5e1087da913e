package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Large bodies share a part of the heap, and small ones need none of it. */
class BodyMemoryTest {

    private static final int LARGE = BodyMemory.SMALL_BYTES + 1;
    private static final int ROOM = LARGE * BodyMemory.GROWTH;

    private final BodyMemory memory = new BodyMemory(ROOM, Duration.ZERO);

    private ApiProblem refused(long bytes, boolean signedIn) {
        return catchThrowableOfType(ApiProblem.class, () -> memory.take(bytes, signedIn).close());
    }

    @Test
    void aLargeBodyWaitsForTheMemoryOfOthers() {
        try (BodyMemory.Held _ = memory.take(LARGE, true)) {
            ApiProblem problem = refused(LARGE, true);
            assertThat(problem.status().value()).isEqualTo(503);
            assertThat(problem.code()).isEqualTo("busy");
            memory.take(BodyMemory.SMALL_BYTES, false).close();
        }
        memory.take(LARGE, true).close();
    }

    @Test
    void aBodyLargerThanTheMemoryGetsAllOfIt() {
        try (BodyMemory.Held _ = memory.take(100L * ROOM, true)) {
            assertThat(memory.free()).isZero();
        }
        assertThat(memory.free()).isEqualTo(ROOM >> 10);
    }

    @Test
    void aStrangersBodyIsSmall() {
        ApiProblem problem = refused(LARGE, false);
        assertThat(problem.status().value()).isEqualTo(413);
        assertThat(problem.detail()).contains(String.valueOf(BodyMemory.SMALL_BYTES));
    }
}
