package org.mailvane.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.mailvane.testing.SampleReport;

/** Makes report files of several forms, and knows what is in them. */
public final class ReportFolder {

    private static final int DOMAINS = 12;
    private static final int DAYS = 45;
    private static final String[] DISPOSITIONS = {"none", "quarantine", "reject"};

    private final Path folder;
    private int reports;
    private int envelopes;
    private long records;
    private long messages;

    public ReportFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** Where they are. */
    public Path folder() {
        return folder;
    }

    /** How many reports there are. */
    public int reports() {
        return reports;
    }

    /** How many files and messages there are. */
    int envelopes() {
        return envelopes;
    }

    /** How many records all the reports have. */
    public long records() {
        return records;
    }

    /** How many messages all the reports count. */
    long messages() {
        return messages;
    }

    /** Files of one report each. */
    public ReportFolder files(String name, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("%s-%04d.xml.gz".formatted(name, i));
            Files.write(file, gzip(report(1 + reports % 9)));
            envelopes++;
        }
        return this;
    }

    /** One report of many records. */
    public ReportFolder large(String name, int recordCount) throws IOException {
        Files.write(folder.resolve(name + ".xml.gz"), gzip(report(recordCount)));
        envelopes++;
        return this;
    }

    /** A mailbox with a report in each message. */
    public ReportFolder mailbox(String name, int count) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve(name + ".mbox"))) {
            for (int i = 0; i < count; i++) {
                out.write(mail(gzip(report(3))).getBytes(StandardCharsets.US_ASCII));
                envelopes++;
            }
        }
        return this;
    }

    /** An archive of several reports. */
    public ReportFolder archive(String name, int count) throws IOException {
        Path file = folder.resolve(name + ".zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < count; i++) {
                zip.putNextEntry(new ZipEntry("report-" + i + ".xml"));
                zip.write(report(2));
            }
        }
        envelopes++;
        return this;
    }

    private byte[] report(int recordCount) {
        int number = reports++;
        String domain = "shop-" + number % DOMAINS + ".example";
        String day = LocalDate.of(2026, 9, 15).plusDays(number % DAYS).toString();
        SampleReport report =
                SampleReport.about(domain)
                        .id("report-" + number)
                        .period(day + "T00:00:00Z", day + "T23:59:59Z");
        for (int i = 0; i < recordCount; i++) {
            long count = 1 + (number * 7L + i) % 50;
            report.record(
                    // Different addresses, because equal records are merged into one row.
                    i < 256 ? "192.0.2." + i : "198.18." + i / 256 + "." + i % 256,
                    count,
                    DISPOSITIONS[i % DISPOSITIONS.length],
                    i % 2 == 0,
                    i % 5 == 0,
                    i % 4 == 0 ? "news." + domain : domain,
                    "");
            records++;
            messages += count;
        }
        return report.xml();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static String mail(byte[] attachment) {
        return """
        From reporter@postbox-one.example Sun Nov  1 03:00:00 2026
        From: reporter@postbox-one.example
        To: dmarc@mailvane.example
        Subject: Report domain
        MIME-Version: 1.0
        Content-Type: application/gzip; name="report.xml.gz"
        Content-Transfer-Encoding: base64
        Content-Disposition: attachment; filename="report.xml.gz"

        %s

        """
                .formatted(Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(attachment));
    }
}
