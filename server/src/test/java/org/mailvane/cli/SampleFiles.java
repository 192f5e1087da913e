package org.mailvane.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.mailvane.testing.SampleReport;

/** Files of every kind that commands meet. */
final class SampleFiles {

    private SampleFiles() {}

    /** An aggregate report of two records with 12 messages. */
    static byte[] aggregate(String id) {
        return SampleReport.about("shop.example")
                .id(id)
                .record("192.0.2.1", 7, "none", true, false)
                .record("2001:db8:0:0:1:0:0:1", 5, "reject", false, false, "news.shop.example", "")
                .xml();
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** A mail with a report attached. */
    static String mail(String id) throws IOException {
        return """
        From: reporter@postbox-one.example
        To: dmarc@mailvane.example
        Subject: Report domain: shop.example
        MIME-Version: 1.0
        Content-Type: application/gzip; name="report.xml.gz"
        Content-Transfer-Encoding: base64

        %s
        """
                .formatted(
                        Base64.getMimeEncoder(76, new byte[] {'\n'})
                                .encodeToString(gzip(aggregate(id))));
    }

    /** A mailbox of these mails. */
    static String mailbox(String... mails) {
        StringBuilder box = new StringBuilder();
        for (String mail : mails) {
            box.append("From reporter@postbox-one.example Sun Nov  1 03:00:00 2026\n")
                    .append(mail)
                    .append('\n');
        }
        return box.toString();
    }

    /** A failure report: RFC 6591. */
    static final String FAILURE =
            """
            From: reporter@postbox-one.example
            To: dmarc@mailvane.example
            Subject: FW: Your invoice
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=feedback-report; boundary="part"

            --part
            Content-Type: text/plain

            This is an authentication failure report.

            --part
            Content-Type: message/feedback-report

            Feedback-Type: auth-failure
            User-Agent: Postbox/1.0
            Version: 1
            Auth-Failure: dmarc
            Source-IP: 192.0.2.1
            Reported-Domain: shop.example

            --part
            Content-Type: message/rfc822

            From: ann@shop.example
            Subject: Your invoice

            Text

            --part--
            """;

    /** A TLS report: RFC 8460. */
    static final String TLS =
            """
            {"organization-name": "Postbox One",
             "date-range": {"start-datetime": "2026-11-01T00:00:00Z",
               "end-datetime": "2026-11-01T23:59:59Z"},
             "contact-info": "tls@postbox-one.example", "report-id": "t-1",
             "policies": [{"policy": {"policy-type": "sts", "policy-domain": "shop.example"},
               "summary": {"total-successful-session-count": 10,
                 "total-failure-session-count": 0}}]}
            """;

    /** A report that is cut off. */
    static final String BROKEN = "<?xml version=\"1.0\"?><feedback><report_metadata>";

    static Path write(Path file, String text) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static Path write(Path file, byte[] bytes) throws IOException {
        return Files.write(write(file, ""), bytes);
    }
}
