package org.mailvane.reports.tls;

import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Reads SMTP TLS reports (RFC 8460, section 4.4), and what the field makes of them. A document may
 * hold several, in an array or one after the other.
 */
public final class TlsReader {

    /** Matches text that shows a report in content that can't be read as JSON. */
    private static final Pattern MORE =
            Pattern.compile(
                    "[\"'](?:organization[-_]name|date[-_]range|report[-_]id|policies)[\"']"
                            + "|<(?:[\\w.-]{1,40}:)?feedback[\\s>]");

    /** Characters of a name by which it can be known. */
    private static final int SHORTEST_NAME = 5;

    private final String path;
    private final String mailDomain;
    private final String subject;
    private final Budget budget;
    private final ReportSink sink;

    /** The report that is or was read last; it is passed on when it is known what follows. */
    private @Nullable ReportDraft draft;

    private boolean reading;
    private boolean found;

    private TlsReader(
            String path, String mailDomain, String subject, Budget budget, ReportSink sink) {
        this.path = path;
        this.mailDomain = mailDomain;
        this.subject = subject;
        this.budget = budget;
        this.sink = sink;
    }

    /**
     * Reads one JSON document. Passes on each report in it, or one problem instead. A truncated or
     * damaged report counts only if nothing important is lost.
     *
     * @param path what is read, for {@link TlsReport#path} and for the sender, domain and period
     *     that a file name gives (RFC 8460, section 5.1) if the document lacks them
     * @param mailDomain the domain that the carrying mail names (RFC 8460, section 5.3), or empty
     * @param subject the mail's subject, or empty
     * @param json the document
     * @param budget reduced by what is kept
     * @param sink receives the reports
     * @return false if the document is not a TLS report; the sink is then not called
     * @throws IOException from {@code json}, and if a limit is exceeded
     */
    public static boolean read(
            String path,
            String mailDomain,
            String subject,
            InputStream json,
            Budget budget,
            ReportSink sink)
            throws IOException {
        TlsReader reader = new TlsReader(path, mailDomain, subject, budget, sink);
        try (JsonDocument document = new JsonDocument(JsonBytes.reader(json))) {
            reader.read(document);
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
        return reader.found;
    }

    /**
     * Whether a document ends in the middle of a name that only reports begin with.
     *
     * @param document its first characters
     */
    public static boolean endsInFirstName(String document) {
        int quote = document.lastIndexOf('"');
        String name = document.substring(quote + 1);
        boolean first = document.substring(0, Math.max(0, quote)).matches("[\\[{\\s]*");
        return first
                && quote >= 0
                && name.length() >= SHORTEST_NAME
                && Stream.of("organization-name", "date-range", "report-id", "policies")
                        .anyMatch(known -> known.startsWith(name));
    }

    private void read(JsonDocument document) throws IOException {
        try {
            while (document.nextObject()) {
                handOver();
                draft = newDraft(document);
                reading = true;
                draft.read();
                reading = false;
            }
        } catch (JacksonIOException e) {
            throw e;
        } catch (JacksonException e) {
            broken(document, document.restHolds(MORE));
        }
        handOver();
    }

    private ReportDraft newDraft(JsonDocument document) {
        return new ReportDraft(path, mailDomain, subject, document, budget, () -> inside(document));
    }

    /** Reads an object around reports, which may not be a report itself. */
    private void inside(JsonDocument document) throws IOException {
        ReportDraft around = draft;
        ReportDraft inner = newDraft(document);
        draft = inner;
        inner.read();
        draft = around;
        if (inner.isReportInside()) {
            found = true;
            inner.finish(sink);
        }
    }

    private void handOver() {
        ReportDraft last = draft;
        draft = null;
        if (last != null && last.isReport()) {
            found = true;
            last.finish(sink);
        }
    }

    /** The document can't be followed any further. */
    private void broken(JsonDocument document, boolean more) {
        ReportDraft last = draft;
        boolean lost = more;
        if (last != null && reading && (last.isReport() ? !last.isWhole() : last.tellsAnything())) {
            draft = null;
            lost = true;
        } else if (last != null && last.isReport()) {
            last.remarks()
                    .add(
                            reading ? "json.cut_off" : "json.trailing",
                            document.here(
                                    reading
                                            ? DiagnosticCode.JSON_ENDS
                                            : DiagnosticCode.JSON_TRAILING));
        }
        handOver();
        if (lost) {
            found = true;
            sink.problem(
                    new Problem(
                            path, Problem.Reason.BROKEN, document.here(DiagnosticCode.TLS_BROKEN)));
        }
    }
}
