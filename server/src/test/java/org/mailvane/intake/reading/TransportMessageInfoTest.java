package org.mailvane.intake.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.intake.ledger.RawMessage;

/** What is read of the header of the mail that carried reports. */
class TransportMessageInfoTest {

    private static TransportMessageInfo of(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return TransportMessageInfo.of(RawMessage.read(new ByteArrayInputStream(bytes)));
    }

    /** RFC 8601, appendix B.6. */
    private static final String RFC_8601 =
            """
            Authentication-Results: example.com;
                  dkim=pass reason="good signature"
                    header.i=@mail-router.example.net;
                  dkim=fail reason="bad signature"
                    header.i=@newyork.example.com
            Received: from mail-router.example.net
                      (mail-router.example.net [192.0.2.250])
                  by chicago.example.com (8.11.6/8.11.6)
                  for <recipient@chicago.example.com>
                  with ESMTP id i7PK0sH7021929;
                  Fri, Feb 15 2002 17:19:22 -0800
            Authentication-Results: example.net;
                  dkim=pass (good signature) header.i=@newyork.example.com
            From: sender@newyork.example.com
            Date: Fri, Feb 15 2002 16:54:30 -0800

            From: other@example.org
            """;

    @Test
    void topmostResultsAndTheFromAddressAreRead() throws IOException {
        TransportMessageInfo expected =
                new TransportMessageInfo(
                        "sender@newyork.example.com",
                        "pass mail-router.example.net, fail newyork.example.com");
        assertThat(of(RFC_8601)).isEqualTo(expected);
        assertThat(of(RFC_8601.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(of("From mailer Fri Feb 15 17:19:22 2002\n" + RFC_8601)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mx.example; spf=pass smtp.mailfrom=a.example; dkim=pass header.d=d.example header.i=@i.example | pass d.example",
                "mx.example; dkim=none | none",
                "mx.example 1; DKIM = Pass (1024-bit key; unprotected) Header.D=Example.COM header.i=@example.com | pass example.com",
                "mx.example; dkim=fail (it says \"dkim=pass header.d=bad.example;\") header.d=good.example | fail good.example",
                "mx.example; none | ``",
                "mx.example; arc=pass; x-dkim=pass header.d=bad.example | ``",
                "dkim=pass header.d=no-server-named.example | pass no-server-named.example",
            })
    void resultsOfDkimAreReadInTheFormsThatServersWrite(String value, String expected)
            throws IOException {
        assertThat(of("Authentication-Results: " + value + "\n\n").dkim()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Reports <noreply@Example.COM> | noreply@example.com",
                "\"x@y.example\" <real@example.com> | real@example.com",
                "plain@example.com | plain@example.com",
                "plain@example.com (a (nested) comment with other@example.org) | plain@example.com",
                "=?utf-8?q?Berichte?= <a+b@example.com> | a+b@example.com",
                "nobody | ``",
                "<> | ``",
            })
    void addressOfTheSenderIsReadFromAnyFormOfFrom(String value, String expected)
            throws IOException {
        assertThat(of("Subject: x\nFROM: " + value + "\n\nbody").headerFrom()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<?xml version=\"1.0\"?>\nFrom: a@example.com\n\n",
                "{\"From:\": 1}\nFrom: a@example.com\n\n",
                "no header\nFrom: a@example.com\n\n",
                "\u001f\u008bFrom: a@example.com\n\n"
            })
    void whatIsNoMailHasNoCarrier(String text) throws IOException {
        assertThat(of(text)).isEqualTo(TransportMessageInfo.NONE);
    }

    @Test
    void moreThanTheBoundsIsNotLookedAt() throws IOException {
        String filler = "X-Filler: " + "x".repeat(1_000) + "\n";
        String near = filler.repeat((TransportMessageInfo.MAX_HEADER - 2_000) / filler.length());
        String beyond = filler.repeat(TransportMessageInfo.MAX_HEADER / filler.length() + 1);
        assertThat(of(near + "From: a@example.com\n\n").headerFrom()).isEqualTo("a@example.com");
        assertThat(of(beyond + "From: a@example.com\n\n").headerFrom()).isEmpty();
        String results =
                "; dkim=pass header.d=example.com".repeat(TransportMessageInfo.MAX_RESULTS + 1);
        assertThat(of("Authentication-Results: mx" + results + "\n\n").dkim().split(", "))
                .hasSize(TransportMessageInfo.MAX_RESULTS);
        String long1 = "; dkim=pass header.d=" + "a".repeat(2 * TransportMessageInfo.MAX_LENGTH);
        assertThat(of("Authentication-Results: mx" + long1 + "\n\n").dkim())
                .hasSize(TransportMessageInfo.MAX_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", ")", "\"", "\\", "<", "@", ";", "dkim=", "a@"})
    void headerOfOneCharacterWithoutEndIsReadInNoTime(String piece) throws IOException {
        String many = piece.repeat(TransportMessageInfo.MAX_HEADER / piece.length());
        long begin = System.nanoTime();
        of("From: " + many + "\n\n");
        of("Authentication-Results: " + many + "\n\n");
        assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
    }
}
