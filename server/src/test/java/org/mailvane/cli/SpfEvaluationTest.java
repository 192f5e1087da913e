package org.mailvane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;

class SpfEvaluationTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final byte[] LINE =
            "{\"ip\": \"192.0.2.1\", \"sender\": \"ann@example.com\", \"helo\": \"h.example.com\"}\n"
                    .getBytes(UTF_8);

    private static final Dns EMPTY =
            (name, type) -> DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME);

    private final PrintWriter err = new PrintWriter(new StringWriter());

    @Test
    void eachLineHasItsAnswer() {
        StringWriter out = new StringWriter();
        byte[] input = (new String(LINE, UTF_8) + "\nnonsense\n").getBytes(UTF_8);
        boolean allRead =
                new SpfEvaluation(EMPTY, new PrintWriter(out), err)
                        .batch(new ByteArrayInputStream(input));
        assertThat(allRead).isFalse();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(out.toString().lines().findFirst().orElseThrow())
                .contains("\"result\":\"none\"");
    }

    @Test
    void whereNobodyTakesTheOutputItEnds() {
        PrintWriter closed =
                new PrintWriter(
                        new OutputStream() {
                            @Override
                            public void write(int octet) throws IOException {
                                throw new IOException("Broken pipe");
                            }
                        },
                        false,
                        UTF_8);
        assertTimeoutPreemptively(
                SOON, () -> new SpfEvaluation(EMPTY, closed, err).batch(new Endless()));
    }

    @Test
    void aDefectEndsItToo() {
        Dns defect =
                (name, type) -> {
                    throw new IllegalStateException("defect");
                };
        SpfEvaluation evaluation =
                new SpfEvaluation(defect, new PrintWriter(new StringWriter()), err);
        assertTimeoutPreemptively(
                SOON,
                () ->
                        assertThatThrownBy(() -> evaluation.batch(new Endless()))
                                .hasStackTraceContaining("defect"));
    }

    /** The same line again and again. */
    private static final class Endless extends InputStream {

        private int at;

        @Override
        public int read() {
            int octet = LINE[at];
            at = (at + 1) % LINE.length;
            return octet;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            int count = Math.min(length, LINE.length);
            for (int i = 0; i < count; i++) {
                into[from + i] = (byte) read();
            }
            return count;
        }
    }
}
