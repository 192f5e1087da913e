package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.TargetFolders;
import org.mailvane.postgres.EmbeddedPostgres;
import org.mailvane.postgres.Options;
import org.mailvane.postgres.Role;

/**
 * Nobody waits long for the embedded database. The test is here because the tests of the libraries
 * run at the same time, and would slow down the start.
 */
@Tag("alone")
class StartTimeTest {

    private static final Duration FIRST_START_LIMIT = Duration.ofSeconds(10);
    private static final Duration LATER_START_LIMIT = Duration.ofSeconds(2);

    @TempDir(factory = TargetFolders.class)
    static Path temp;

    @Test
    void theFirstStartTakesSecondsAndLaterOnesAMoment() throws Exception {
        Options options = Options.of(temp.resolve("new"), Role.SERVER, notice -> {});
        assertThat(timeOfStart(options)).isLessThan(FIRST_START_LIMIT);
        assertThat(timeOfStart(options)).isLessThan(LATER_START_LIMIT);
    }

    private static Duration timeOfStart(Options options) throws Exception {
        long begin = System.nanoTime();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.own(options)) {
            Duration time = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(postgres.owned()).isTrue();
            return time;
        }
    }
}
