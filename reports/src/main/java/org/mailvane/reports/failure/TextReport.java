package org.mailvane.reports.failure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.failure.FailureReport.Sample;
import org.mailvane.reports.mail.HeaderText;

/**
 * Reads the texts that some mail servers send in place of a feedback report, or beside one, and
 * says them in the fields of one. Exim's, which Baruwa and others send on, has lines of {@code
 * name: value} and then the header of the mail; Netease's is a sentence with a list.
 */
final class TextReport {

    /** Lines before the sample; a text of this kind has ten. */
    private static final int LINES = 200;

    /** Start of the line after which Exim shows the mail. */
    private static final String SAMPLE_FOLLOWS = "------";

    private static final Set<String> EXIM_NAMES =
            Set.of(
                    "sender domain",
                    "sender ip address",
                    "received date",
                    "spf alignment",
                    "dkim alignment",
                    "dmarc results");

    private static final Pattern RECEIVED_FROM =
            Pattern.compile(
                    "received from (?:the )?IP (?:address )?(\\S{2,60})(?: on ([^.]{6,60}))?");
    private static final Pattern DKIM_IDENTIFIERS =
            Pattern.compile("DKIM-authenticated Identifiers: ?([^;,\\s]{1,255})");

    private final FeedbackFields fields;
    private final Remarks remarks;
    private final Map<String, String> values = new HashMap<>();

    private TextReport(FeedbackFields fields, Remarks remarks) {
        this.fields = fields;
        this.remarks = remarks;
    }

    /**
     * Reads a text.
     *
     * @param fields what it says is added to them
     * @return the sample in it; null if it shows none
     */
    static @Nullable Sample read(LineReader lines, FeedbackFields fields, Remarks remarks)
            throws IOException {
        return new TextReport(fields, remarks).read(lines);
    }

    private @Nullable Sample read(LineReader lines) throws IOException {
        List<String> text = new ArrayList<>();
        String line = lines.next();
        while (line != null && text.size() < LINES && !line.startsWith(SAMPLE_FOLLOWS)) {
            text.add(HeaderText.cut(HeaderText.singleBlanks(line), Limits.TEXT_LENGTH));
            line = lines.next();
        }
        namedValues(text);
        sentence(String.join(" ", text));
        return line == null || !line.startsWith(SAMPLE_FOLLOWS) ? null : sample(lines);
    }

    /** Returns the sample; the wrapped rest of a long line of the text may precede it. */
    private @Nullable Sample sample(LineReader lines) throws IOException {
        String line = lines.next();
        for (int i = 0; i < LINES && line != null && !line.isBlank(); i++) {
            line = lines.next();
        }
        return line == null ? null : SampleReader.read(lines, false, remarks);
    }

    private void namedValues(List<String> text) {
        String name = "";
        for (String line : text) {
            int colon = line.indexOf(':');
            String begin = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (EXIM_NAMES.contains(begin)) {
                name = begin;
                values.putIfAbsent(name, line.substring(colon + 1).strip());
            } else if (line.isEmpty()) {
                name = "";
            } else if (!name.isEmpty()) {
                values.merge(name, line, (first, more) -> (first + " " + more).strip());
            }
        }
        add("reported-domain", value("sender domain"));
        add("source-ip", value("sender ip address"));
        add("arrival-date", value("received date"));
        if (values.containsKey("spf alignment") || values.containsKey("dkim alignment")) {
            List<String> aligned = new ArrayList<>();
            for (String mechanism : List.of("dkim", "spf")) {
                if (value(mechanism + " alignment").equalsIgnoreCase("yes")) {
                    aligned.add(mechanism);
                }
            }
            add("identity-alignment", aligned.isEmpty() ? "none" : String.join(", ", aligned));
        }
        if (!value("dmarc results").isEmpty()) {
            add("authentication-results", "DMARC Results: " + value("dmarc results"));
        }
    }

    private String value(String name) {
        return values.getOrDefault(name, "");
    }

    private void sentence(String text) {
        Matcher received = RECEIVED_FROM.matcher(text);
        if (received.find()) {
            add("source-ip", received.group(1));
            add("arrival-date", received.group(2) == null ? "" : received.group(2));
        }
        Matcher dkim = DKIM_IDENTIFIERS.matcher(text);
        if (dkim.find()) {
            add("dkim-domain", dkim.group(1));
        }
    }

    private void add(String name, String value) {
        fields.add(name, value, remarks);
    }
}
