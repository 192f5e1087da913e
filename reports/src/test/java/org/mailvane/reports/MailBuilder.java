package org.mailvane.reports;

import static org.mailvane.reports.Samples.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Writes mails line by line, so that a test shows their content. Every mail has ordinary headers;
 * the rest is added in order.
 */
final class MailBuilder {

    private static final String BOUNDARY = "=_boundary";

    private final StringBuilder text = new StringBuilder();

    private MailBuilder() {}

    /** A mail whose further headers and body are added with {@link #line}. */
    static MailBuilder mail() {
        return new MailBuilder()
                .line(
                        "Received: from mx.receiver.example by mx.policy.example; Mon, 2 Feb 2026 01:02:03 +0000")
                .line("From: dmarc@receiver.example")
                .line("Subject: Report Domain: policy.example")
                .line("MIME-Version: 1.0");
    }

    /** A multipart mail of this subtype, parameters may follow it. */
    static MailBuilder multipart(String subtype) {
        return mail().line("Content-Type: multipart/" + subtype + "; boundary=\"" + BOUNDARY + "\"")
                .line("");
    }

    MailBuilder line(String line) {
        text.append(line).append("\r\n");
        return this;
    }

    /** A part with these header lines and this body. */
    MailBuilder part(String headers, String body) {
        return line("--" + BOUNDARY).line(headers).line("").line(body);
    }

    /** A part in base64 with this type. */
    MailBuilder attachment(String type, byte[] content) {
        return part(
                "Content-Type: " + type + "\r\nContent-Transfer-Encoding: base64", base64(content));
    }

    /** A mail as a part. */
    MailBuilder message(byte[] mail) {
        return part("Content-Type: message/rfc822", new String(mail, StandardCharsets.ISO_8859_1));
    }

    /** The mail, its multipart closed. */
    byte[] end() {
        return bytes(text + "--" + BOUNDARY + "--\r\n");
    }

    /** The mail as it was written. */
    byte[] bytesSoFar() {
        return bytes(text.toString());
    }

    static String base64(byte[] content) {
        return Base64.getMimeEncoder().encodeToString(content);
    }
}
