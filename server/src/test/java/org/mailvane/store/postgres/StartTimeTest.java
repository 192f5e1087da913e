package org.mailvane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody waits long for the database. */
@Tag("alone")
class StartTimeTest {

    private static final Duration FIRST_START_LIMIT = Duration.ofSeconds(10);
    private static final Duration LATER_START_LIMIT = Duration.ofSeconds(2);

    @TempDir(factory = DataFolders.class)
    static Path temp;

    @Test
    void theFirstStartTakesSecondsAndLaterOnesAMoment() throws Exception {
        Fixture fixture = Fixture.bare(temp.resolve("new"));
        Options options = Options.of(fixture.directory, Role.SERVER, fixture.notices::add);
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
