package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;

/** Placeholder until the real reader is merged. */
public final class AggregateReader {

    public AggregateReader() {}

    /** Reads one XML document. */
    public void read(String path, ByteSource xml, ReportSink sink) throws IOException {
        String text;
        int length;
        try (InputStream in = xml.open()) {
            byte[] all = in.readAllBytes();
            length = all.length;
            boolean utf16 =
                    all.length > 1 && (all[0] == 0 || all[1] == 0 || all[0] == -1 || all[0] == -2);
            text = new String(all, utf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
        }
        try (InputStream in = xml.open()) {
            if (in.readAllBytes().length != length) {
                throw new IllegalStateException("the second reading differs");
            }
        }
        Matcher root = Pattern.compile("<((?:\\w+:)?[a-zA-Z]\\w*)").matcher(text);
        if (!root.find() || !root.group(1).endsWith("feedback")) {
            sink.problem(new Problem(path, Problem.Reason.NOT_A_REPORT, "XML, but no feedback"));
            return;
        }
        String domain = value(text, "domain");
        if (!text.contains("feedback>") || domain.isEmpty()) {
            sink.problem(new Problem(path, Problem.Reason.BROKEN, "cut off"));
            return;
        }
        Matcher ip = Pattern.compile("source_ip>([0-9.]+)<").matcher(text);
        long records = 0;
        while (ip.find()) {
            records++;
            sink.record(
                    new AggregateRecord(
                            InetAddress.getLoopbackAddress(),
                            1,
                            Disposition.NONE,
                            false,
                            false,
                            List.of(),
                            domain,
                            null,
                            null,
                            List.of(),
                            List.of()));
        }
        sink.aggregate(
                new AggregateReport(
                        path,
                        null,
                        value(text, "org_name"),
                        "",
                        null,
                        value(text, "report_id"),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        List.of(),
                        null,
                        new PublishedPolicy(
                                domain, null, null, null, null, null, null, null, null, null),
                        records,
                        records,
                        0,
                        "",
                        List.of()));
    }

    private static String value(String text, String name) {
        Matcher m = Pattern.compile("<(?:\\w+:)?" + name + ">([^<]*)<").matcher(text);
        return m.find() ? m.group(1).strip() : "";
    }
}
