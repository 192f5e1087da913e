package org.mailvane.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.mailvane.reporters.Trust;
import org.mailvane.testing.SampleReport;

/** A report of a kill run: what is sent of it, and what has to be stored. */
record SentReport(int number, Reporter reporter, String domain) {

    /** Header field of the receiver whose results are trusted. */
    static final String RECEIVER = "mx.postbox.example";

    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 9, 15);
    private static final int DAYS = 45;
    private static final int MOST_RECORDS = 4;
    private static final String[] DISPOSITIONS = {"none", "quarantine", "reject"};

    /** Lines of text that make a mail too large for memory. */
    private static final int LARGE = 8_000;

    /** One mail of so many is large. */
    private static final int LARGE_EACH = 37;

    /** The reporters that mail reports, and what their reports count for. */
    enum Reporter {
        /** SPF of the client passes, aligned. */
        VERIFIED("Postbox One", "postbox-one.example", Trust.VERIFIED),
        /** Nobody vouches for its mails. */
        UNVERIFIED("Postbox Two", "postbox-two.example", Trust.TOTALS),
        /** DMARC of the From domain wants its mails to be rejected. */
        FORGED("Postbox Three", "postbox-three.example", Trust.HELD),
        /** Verified, and ignored by a person in the middle of the run. */
        IGNORED("Postbox Four", "postbox-four.example", Trust.HELD);

        /** What DNS says of them. */
        static final String ZONE =
                """
                postbox-one.example TXT "v=spf1 ip4:127.0.0.1 -all"
                _dmarc.postbox-one.example TXT "v=DMARC1; p=reject"
                postbox-two.example A 192.0.2.200
                postbox-three.example TXT "v=spf1 -all"
                _dmarc.postbox-three.example TXT "v=DMARC1; p=reject"
                postbox-four.example TXT "v=spf1 ip4:127.0.0.1 -all"
                """;

        private final String title;
        private final String host;
        private final Trust trust;

        Reporter(String title, String host, Trust trust) {
            this.title = title;
            this.host = host;
            this.trust = trust;
        }

        String title() {
            return title;
        }

        String host() {
            return host;
        }

        /** What its mailed reports count for in the end. */
        Trust trust() {
            return trust;
        }
    }

    /** What the reporter calls it. */
    String id() {
        return "report-" + number;
    }

    int records() {
        return 1 + number % MOST_RECORDS;
    }

    long messages() {
        long sum = 0;
        for (int i = 0; i < records(); i++) {
            sum += count(i);
        }
        return sum;
    }

    private long count(int row) {
        return 1 + (number * 7L + row) % 50;
    }

    /** The sender of its mail's envelope, by which the ledger names it. */
    String sender() {
        return "r-" + number + "@" + reporter.host();
    }

    /** The report as a file. */
    byte[] file() {
        String day = FIRST_DAY.plusDays(number % DAYS).toString();
        SampleReport report =
                SampleReport.about(domain)
                        .from(reporter.title())
                        .id(id())
                        .period(day + "T00:00:00Z", day + "T23:59:59Z");
        for (int i = 0; i < records(); i++) {
            report.record(
                    "192.0.2." + i,
                    count(i),
                    DISPOSITIONS[(number + i) % DISPOSITIONS.length],
                    i % 2 == 0,
                    i % 3 == 0);
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(report.xml());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }

    /** A mail with it, as the receiver of a mailbox has put it there. */
    byte[] receivedMail() {
        String results =
                reporter == Reporter.VERIFIED
                        ? RECEIVER + "; dmarc=pass header.from=" + reporter.host()
                        : RECEIVER + "; none";
        return ("Authentication-Results: " + results + "\r\n" + text())
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** A mail with it. */
    byte[] mail() {
        return text().getBytes(StandardCharsets.US_ASCII);
    }

    private String text() {
        int lines = number % LARGE_EACH == 0 ? LARGE : 1;
        return """
        From: reports@%s
        Subject: %s
        Message-ID: <%s@%s>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=parts

        --parts
        Content-Type: text/plain

        %s
        --parts
        Content-Type: application/gzip; name="%s.xml.gz"
        Content-Transfer-Encoding: base64

        %s
        --parts--
        """
                .formatted(
                        reporter.host(),
                        id(),
                        id(),
                        reporter.host(),
                        "A report.\n".repeat(lines),
                        id(),
                        Base64.getMimeEncoder().encodeToString(file()))
                .replaceAll("\r?\n", "\r\n");
    }
}
