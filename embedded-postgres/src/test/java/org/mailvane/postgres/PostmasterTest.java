package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PostmasterTest {

    private static final int ENDED_BY_INT = 7;

    /** Gives a shell SIGINT back, which it could not trap where the build ignores it. */
    private static final String RESET = "--default-signal=INT";

    /** Ignores SIGINT at first, as a server that has just been started may. */
    private static final String DEAF =
            """
            trap '' INT
            echo deaf
            sleep 2
            trap 'exit %d' INT
            while :; do sleep 0.1; done
            """
                    .formatted(ENDED_BY_INT);

    @TempDir Path temp;

    @Test
    @EnabledOnOs(OS.LINUX)
    void signalThatIsIgnoredAtFirstIsSentAgain() throws Exception {
        Fixture fixture = Fixture.prepared(temp);
        List<String> shell = List.of("/usr/bin/env", RESET, "/bin/sh", "-c", DEAF);
        Process deaf = fixture.home().launcher().server(shell).start();
        try (BufferedReader printed = deaf.inputReader()) {
            assumeTrue("deaf".equals(printed.readLine()), "env does not reset signals here");
            Postmaster.stop(fixture.cluster(), deaf);
            assertThat(deaf.exitValue()).isEqualTo(ENDED_BY_INT);
        } finally {
            deaf.destroyForcibly();
        }
    }
}
