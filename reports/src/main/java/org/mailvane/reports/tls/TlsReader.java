package org.mailvane.reports.tls;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportSink;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Reads SMTP TLS reports (RFC 8460, section 4.4), and what the field makes of them. A document may
 * hold several, in an array or one after the other.
 */
public final class TlsReader {

    private final String path;
    private final String mailDomain;
    private final Budget budget;
    private final ReportSink sink;

    /** The report that is read, or was read last; it is handed over when what follows is known. */
    private @Nullable ReportDraft draft;

    private boolean reading;
    private boolean found;

    private TlsReader(String path, String mailDomain, Budget budget, ReportSink sink) {
        this.path = path;
        this.mailDomain = mailDomain;
        this.budget = budget;
        this.sink = sink;
    }

    /**
     * Reads one JSON document. Each report in it is handed over, or one problem in place of it. A
     * report that is cut off or damaged is one only where nothing that matters is lost.
     *
     * @param path what is read, for {@link TlsReport#path} and for the sender, domain and period
     *     that a file name gives (RFC 8460, section 5.1) where the document lacks them
     * @param mailDomain the domain that the carrying mail names (RFC 8460, section 5.3), or empty
     * @param json the document
     * @param budget is spent by what is kept
     * @param sink receives the reports
     * @return false where the document is no TLS report, of which the sink is told nothing
     * @throws IOException from {@code json}, and where a bound is crossed
     */
    public static boolean read(
            String path, String mailDomain, InputStream json, Budget budget, ReportSink sink)
            throws IOException {
        TlsReader reader = new TlsReader(path, mailDomain, budget, sink);
        try (JsonDocument document = new JsonDocument(JsonBytes.reader(json))) {
            reader.read(document);
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
        return reader.found;
    }

    private void read(JsonDocument document) throws IOException {
        try {
            while (document.nextObject()) {
                handOver();
                draft = new ReportDraft(path, mailDomain, document, budget);
                reading = true;
                draft.read();
                reading = false;
            }
        } catch (JacksonIOException e) {
            throw e;
        } catch (JacksonException e) {
            broken(document.position());
        }
        handOver();
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
    private void broken(String position) {
        ReportDraft last = draft;
        if (last == null || !last.isReport()) {
            return;
        }
        if (!reading) {
            last.remarks().add("json.trailing", "something that is no JSON follows at " + position);
        } else if (last.isWhole()) {
            last.remarks().add("json.cut_off", "the document ends or is damaged at " + position);
        } else {
            draft = null;
            found = true;
            sink.problem(
                    new Problem(
                            path,
                            Problem.Reason.BROKEN,
                            "a TLS report that ends or is damaged at " + position));
        }
    }
}
