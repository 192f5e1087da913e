package org.mailvane.mailauth.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.message.MessageHeader.Problem;

class MessageReaderTest {

    @Test
    void aHeaderIsReadAsItWasSent() throws IOException {
        MessageHeader header =
                header(
                        "From: a\r\nSubject : b\r\n\tc  \r\n  d\r\nX:\r\nFROM: e\r\n\r\nY: body\r\n");
        assertThat(header.isUsable()).isTrue();
        assertThat(header.fields())
                .containsExactly(
                        new HeaderField("from", "From: a"),
                        new HeaderField("subject", "Subject : b\r\n\tc  \r\n  d"),
                        new HeaderField("x", "X:"),
                        new HeaderField("from", "FROM: e"));
        assertThat(header.all("From")).hasSize(2);
        assertThat(header.fields().get(1).text()).isEqualTo("b\tc    d");
    }

    @Test
    void lineFeedsAloneMeanTheSame() throws IOException {
        String mail = "From: a\r\nTo: b\r\n c\r\n\r\nbody\r\n";
        assertThat(header(mail.replace("\r\n", "\n"))).isEqualTo(header(mail));
        assertThat(body(mail.replace("\r\n", "\n"))).isEqualTo(body(mail));
    }

    @Test
    void octetsThatAreUtf8AreReadAsThat() throws IOException {
        assertThat(header("From: \u00c3\u00a4@b\r\n\r\n").fields().getFirst().text())
                .isEqualTo("\u00e4@b");
        assertThat(header("From: \u00e4@b\r\n\r\n").fields().getFirst().text())
                .isEqualTo("\u00e4@b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"From a@b Thu Jan  1 00:00:00 1970\n", ">From a@b\r\n"})
    void theLineBeforeAMailInAMailboxIsNotOfIt(String separator) throws IOException {
        assertThat(header(separator + "From: a\n\n").fields()).hasSize(1);
        assertThat(header("To: b\n" + separator + "From: a\n\n").problem())
                .isEqualTo(Problem.MALFORMED);
        assertThat(header(separator + separator + "From: a\n\n").problem())
                .isEqualTo(Problem.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: a\r\nno field\r\nTo: b\r\n\r\n",
                "From: a\r\n: b\r\n\r\n",
                "From: a\r\nNo name: b\r\n\r\n",
                "From: a\r\nN\u00e4me: b\r\n\r\n",
                " folded: a\r\n\r\n",
                "From: a\r\nTo: b\rCc: c\r\n\r\n",
                "From: a\r\n\r\r\nTo: c\r\n\r\n",
                "From: a\r\n <html>",
            })
    void whereOthersMaySeeTheBodyBeginNothingIsUsed(String mail) throws IOException {
        MessageHeader header = header(mail);
        assertThat(header.isUsable()).isEqualTo(mail.contains("<html>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "\n", "From: a", "From: a\r\n", "From: a\r\n\r\n"})
    void aMailMayEndAnywhere(String mail) throws IOException {
        assertThat(header(mail).isUsable()).isTrue();
        assertThat(header(mail).fields()).hasSize(mail.contains("From") ? 1 : 0);
        assertThat(body(mail)).isEmpty();
    }

    @Test
    void aHeaderHasAMostLength() throws IOException {
        String line = "X: " + "x".repeat(1021) + "\r\n ";
        String most = line.repeat(MessageReader.MAX_HEADER_LENGTH / line.length() - 1);
        String start = "X: " + most.replace("\r\n X", "\r\n  X");
        String exact = start + "x".repeat(MessageReader.MAX_HEADER_LENGTH - start.length() - 4);
        assertThat(header(exact + "\r\n\r\nbody").problem()).isEqualTo(Problem.NONE);
        assertThat(header(exact + "x\r\n\r\nbody").problem()).isEqualTo(Problem.TOO_LONG);
        assertThat(header("x".repeat(2 * MessageReader.MAX_HEADER_LENGTH)).problem())
                .isEqualTo(Problem.TOO_LONG);
    }

    @Test
    void aHeaderHasAMostNumberOfFields() throws IOException {
        String most = "X: y\r\n".repeat(MessageReader.MAX_FIELDS);
        assertThat(header(most + "\r\n").problem()).isEqualTo(Problem.NONE);
        assertThat(header(most + "Y: z\r\n\r\n").problem()).isEqualTo(Problem.TOO_MANY_FIELDS);
    }

    @Test
    void aBodyIsTheSameHoweverItsOctetsCome() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<String> pieces = List.of("a", "bc", " ", "\r", "\n", "\r\n", "\r\n\r\n", "\r\r\n");
        for (int i = 0; i < 300; i++) {
            StringBuilder body = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                body.append(pieces.get(random.nextInt(pieces.size())));
            }
            // Some longer than the buffer, so that a line end lies across it.
            String long1 = i % 10 == 0 ? "x".repeat(16 * 1024 - random.nextInt(40)) : "";
            String text = long1 + body;
            String expected = text.replace("\r\n", "\n");
            assertThat(body("A: b\r\n\r\n" + text)).as(text).isEqualTo(expected);
            MessageReader slow = new MessageReader(slow("A: b\r\n\r\n" + text));
            slow.readHeader();
            assertThat(body(slow)).isEqualTo(expected);
        }
    }

    private static MessageHeader header(String mail) throws IOException {
        return new MessageReader(stream(mail)).readHeader();
    }

    private static String body(String mail) throws IOException {
        MessageReader reader = new MessageReader(stream(mail));
        reader.readHeader();
        return body(reader);
    }

    private static String body(MessageReader reader) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        reader.readBody(
                new BodyListener() {
                    @Override
                    public void octets(byte[] buffer, int from, int to) {
                        body.write(buffer, from, to - from);
                    }

                    @Override
                    public void endOfLine() {
                        body.write('\n');
                    }
                });
        return body.toString(StandardCharsets.ISO_8859_1);
    }

    private static InputStream stream(String mail) {
        return new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** One octet at a time. */
    private static InputStream slow(String mail) {
        return new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1)) {
            @Override
            public synchronized int read(byte[] buffer, int from, int length) {
                return super.read(buffer, from, Math.min(1, length));
            }
        };
    }
}
