package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which lines an input has. */
class BoundedLinesTest {

    private static final int MAX_LENGTH = 10;

    private static List<String> lines(String input) throws IOException {
        BoundedLines lines =
                new BoundedLines(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        MAX_LENGTH);
        List<String> all = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            all.add(line);
        }
        return all;
    }

    @Test
    void linesEndInEitherWayAndTheLastNeedNot() throws IOException {
        assertThat(lines("")).isEmpty();
        assertThat(lines("\n")).containsExactly("");
        assertThat(lines("a\nb\r\n\r\nü")).containsExactly("a", "b", "", "ü");
    }

    @Test
    void aLineThatIsTooLongIsCutAndTheNextOneIsWhole() throws IOException {
        String fits = "f".repeat(MAX_LENGTH);
        String cut = "x".repeat(MAX_LENGTH + 1);
        assertThat(lines(fits + "\n" + "x".repeat(100_000) + "\n" + fits))
                .containsExactly(fits, cut, fits);
        assertThat(lines("x".repeat(100_000))).containsExactly(cut);
    }

    @Test
    void aLineIsGivenBeforeTheNextIsThere() throws IOException {
        try (PipedOutputStream typed = new PipedOutputStream();
                PipedInputStream input = new PipedInputStream(typed)) {
            BoundedLines lines = new BoundedLines(input, MAX_LENGTH);
            typed.write("one\n".getBytes(StandardCharsets.UTF_8));
            assertThat(lines.next()).isEqualTo("one");
            typed.write("two\n".getBytes(StandardCharsets.UTF_8));
            assertThat(lines.next()).isEqualTo("two");
        }
    }
}
