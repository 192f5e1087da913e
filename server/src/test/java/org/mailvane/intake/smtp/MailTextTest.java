package org.mailvane.intake.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a mail ends, and what is left of its dots. */
class MailTextTest {

    @ParameterizedTest
    @CsvSource({
        // What is sent, what it means, and what is left in the stream; / means CR LF.
        "'./', '', ''",
        "'a/./', 'a/', ''",
        "'a/./b', 'a/', 'b'",
        "'../.a/.../a./.', 'x', 'x'",
        "'../.a/.../a././', './a/../a./', ''",
        "'./QUIT/', '', 'QUIT/'",
        "'a/../', 'a/./', 'unended'"
    })
    void dotsAreTakenAwayAndTheRestStays(String sent, String text, String left) throws IOException {
        InputStream in = in(sent.replace("/", "\r\n"), 1_000);
        if (left.equals("unended") || left.equals("x")) {
            assertThatThrownBy(() -> new MailText(in).readAllBytes())
                    .isInstanceOf(EOFException.class);
            return;
        }
        assertThat(new String(new MailText(in).readAllBytes(), ISO_8859_1))
                .isEqualTo(text.replace("/", "\r\n"));
        assertThat(new String(in.readAllBytes(), ISO_8859_1)).isEqualTo(left.replace("/", "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8_191, 8_192, 8_193})
    void anyBytesComeThroughHoweverTheyAreCut(int piece) throws IOException {
        Random random = new Random(piece);
        for (int round = 0; round < 200; round++) {
            // Of few kinds, so that all that matters meets often; and a line end before the end.
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(piece < 8_000 ? 60 : 20_000);
            for (int i = 0; i < length; i++) {
                text.append("\r\n\r\n..a\0\u00ff".charAt(random.nextInt(9)));
            }
            byte[] mail = (text + "\r\n").getBytes(ISO_8859_1);
            String sent = new String(SmtpClient.stuffed(mail), ISO_8859_1) + ".\r\nQUIT\r\n";
            InputStream in = in(sent, piece);
            assertThat(new MailText(in).readAllBytes()).isEqualTo(mail);
            assertThat(new String(in.readAllBytes(), ISO_8859_1)).isEqualTo("QUIT\r\n");
        }
    }

    @Test
    void singleBytesAreReadToo() throws IOException {
        MailText text = new MailText(in("\u00ff\r\n.\r\n", 1));
        assertThat(text.read()).isEqualTo(0xff);
        assertThat(text.read()).isEqualTo('\r');
        assertThat(text.read()).isEqualTo('\n');
        assertThat(text.read()).isEqualTo(-1);
        assertThat(text.read()).isEqualTo(-1);
    }

    /** What is sent, of which a read gets so many bytes at most. */
    private static InputStream in(String sent, int piece) {
        return new BufferedInputStream(
                new FilterInputStream(new ByteArrayInputStream(sent.getBytes(ISO_8859_1))) {
                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        return super.read(bytes, offset, Math.min(length, piece));
                    }

                    @Override
                    public int available() {
                        return 0;
                    }
                });
    }
}
