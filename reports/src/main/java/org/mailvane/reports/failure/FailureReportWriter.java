package org.mailvane.reports.failure;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.failure.FailureReport.Carrier;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.mail.EncodedWords;

/**
 * Writes a failure report as a mail (RFC 6591, RFC 9991) with the header of the mail that failed,
 * and without its body. Reading it again gives the same report: the same values and the same {@link
 * FailureReport#contentHash}. Only the path, the remarks, since the errors that they describe were
 * repaired, and the body differ.
 *
 * <p>Lines are longer than RFC 5322 allows if a value has no blank to fold at.
 */
public final class FailureReportWriter {

    private static final String END = "\r\n";

    /** RFC 5322, section 2.1.1. */
    private static final int LINE_LENGTH = 78;

    /** Longer words are encoded, so that they can be folded. */
    private static final int LONGEST_WORD = 200;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final StringBuilder out = new StringBuilder();

    private FailureReportWriter() {}

    /** The mail. */
    public static byte[] write(FailureReport report) {
        FailureReportWriter writer = new FailureReportWriter();
        writer.mail(report);
        return writer.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void mail(FailureReport report) {
        String boundary = "=_" + report.contentHash();
        String separator = END + "--" + boundary;
        carrier(report.carrier());
        line("MIME-Version: 1.0");
        line("Content-Type: multipart/report; report-type=feedback-report;");
        line(" boundary=\"" + boundary + "\"");
        out.append(separator).append(END);
        line("Content-Type: text/plain; charset=utf-8");
        line("");
        line("This is an authentication failure report for a mail that was received earlier.");
        line("The body of that mail was left out.");
        out.append(separator).append(END);
        line("Content-Type: message/feedback-report");
        line("Content-Transfer-Encoding: 8bit");
        line("");
        feedback(report);
        if (!report.sample().headers().isEmpty()) {
            out.append(separator).append(END);
            line("Content-Type: text/rfc822-headers; charset=utf-8");
            line("Content-Transfer-Encoding: 8bit");
            line("");
            for (HeaderField field : report.sample().headers()) {
                folded(field.name(), field.value());
            }
        }
        out.append(separator).append("--").append(END);
    }

    private void carrier(Carrier carrier) {
        field("From", encoded(carrier.from()));
        field("To", encoded(carrier.to()));
        field("Subject", encoded(carrier.subject()));
        field("Message-ID", bracketed(carrier.messageId()));
        field("Date", date(carrier.date()));
    }

    private void feedback(FailureReport report) {
        line("Feedback-Type: auth-failure");
        field("User-Agent", encoded(report.userAgent()));
        line("Version: 1");
        field("Auth-Failure", String.join(", ", report.authFailure()));
        field("Identity-Alignment", String.join(", ", report.identityAlignment()));
        field("Delivery-Result", report.deliveryResult());
        field("Original-Mail-From", bracketed(report.originalMailFrom()));
        report.originalRcptTo().forEach(to -> field("Original-Rcpt-To", bracketed(to)));
        field("Original-Envelope-Id", report.originalEnvelopeId());
        field("Arrival-Date", date(report.arrivalDate()));
        if (report.sourceIp() != null) {
            field("Source-IP", report.sourceIp().getHostAddress());
        }
        if (report.sourcePort() != null) {
            field("Source-Port", report.sourcePort().toString());
        }
        fields("Reported-Domain", report.reportedDomains());
        fields("Reported-URI", report.reportedUris());
        fields("Authentication-Results", report.authenticationResults());
        field("DKIM-Domain", report.dkimDomain());
        field("DKIM-Identity", report.dkimIdentity());
        field("DKIM-Selector", report.dkimSelector());
        fields("SPF-DNS", report.spfDns());
        field("Incidents", Long.toString(report.incidents()));
    }

    private void fields(String name, List<String> values) {
        values.forEach(value -> field(name, value));
    }

    private void field(String name, String value) {
        if (!value.isEmpty()) {
            folded(name, value);
        }
    }

    /** Folds only at a single blank, which is what a reader makes of a fold. */
    private void folded(String name, String value) {
        out.append(name).append(": ");
        int column = name.length() + 2;
        int written = 0;
        int fold = -1;
        for (int i = 1; i < value.length() - 1; i++) {
            boolean foldable =
                    value.charAt(i) == ' '
                            && !Character.isWhitespace(value.charAt(i - 1))
                            && !Character.isWhitespace(value.charAt(i + 1));
            fold = foldable ? i : fold;
            if (fold > written && column + i - written >= LINE_LENGTH) {
                out.append(value, written, fold).append(END);
                written = fold;
                column = 0;
            }
        }
        out.append(value, written, value.length()).append(END);
    }

    private void line(String line) {
        out.append(line).append(END);
    }

    private static String bracketed(String value) {
        return value.isEmpty() ? "" : "<" + value + ">";
    }

    private static String date(@Nullable Instant date) {
        return date == null ? "" : DATE.format(date);
    }

    /** Encodes the words that need it, and the blanks between them. */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        StringBuilder run = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (needsEncoding(word)) {
                run.append(run.isEmpty() ? "" : " ").append(word);
            } else {
                appendRun(encoded, run);
                encoded.append(encoded.isEmpty() ? "" : " ").append(word);
            }
        }
        appendRun(encoded, run);
        return encoded.toString();
    }

    private static void appendRun(StringBuilder encoded, StringBuilder run) {
        if (!run.isEmpty()) {
            encoded.append(encoded.isEmpty() ? "" : " ")
                    .append(EncodedWords.encode(run.toString()));
            run.setLength(0);
        }
    }

    private static boolean needsEncoding(String word) {
        return word.length() > LONGEST_WORD
                || word.contains("=?")
                || word.chars().anyMatch(c -> c <= ' ' || c >= 0x7f);
    }
}
