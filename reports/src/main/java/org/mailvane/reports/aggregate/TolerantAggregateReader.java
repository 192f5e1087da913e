package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Problem;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.ReportSink;

/**
 * Reads every form of aggregate report that reporters send, and is the reference for what {@link
 * FastAggregateReader} may read.
 *
 * <p>The document is read as well-formed XML first. If it is not well-formed, it is read again with
 * repairs ({@link XmlScanner}). If records need a policy that comes after them, the document is
 * surveyed before they are passed on. {@link FeedbackHandler} handles the elements.
 */
final class TolerantAggregateReader {

    private final Remarks remarks = new Remarks();
    private final ReportHead head = new ReportHead(remarks);
    private final FeedbackHandler handler = new FeedbackHandler(head, remarks);
    private final XmlScanner scanner = new XmlScanner(handler, remarks);

    private ReportSink sink = new Unheard();
    private @Nullable String knownPolicyDomain;

    /**
     * Reads a document; as {@link AggregateReader#read}.
     *
     * @return where the next one begins, in bytes
     * @throws IOException from the stream, unless it only says that packed data are cut off or
     *     damaged
     */
    OptionalLong read(String path, ByteSource xml, ReportSink target) throws IOException {
        sink = target;
        knownPolicyDomain = null;
        try {
            readOrRepair(path, xml);
        } finally {
            sink = new Unheard();
        }
        if (scanner.next() < 0) {
            return OptionalLong.empty();
        }
        try (InputStream in = xml.open()) {
            return OptionalLong.of(scanner.bytes(in, scanner.next()));
        }
    }

    private void readOrRepair(String path, ByteSource xml) throws IOException {
        Diagnostic flaw = null;
        try {
            try {
                pass(path, xml, false);
            } catch (NotWellFormedException e) {
                flaw = e.diagnostic();
                restart();
                pass(path, xml, true);
            }
            sink.aggregate(finish(flaw));
        } catch (NotWellFormedException impossible) {
            throw new IllegalStateException("a repair pass repairs everything", impossible);
        } catch (UnreadableException e) {
            restart();
            sink.problem(new Problem(path, e.reason(), e.diagnostic()));
        } catch (IOException e) {
            restart();
            throw e;
        }
    }

    /**
     * Finishes the report. If the document was repaired, missing data may be data that could not be
     * repaired. A report that lost a record, or all of them, is refused: if stored, it would count
     * as the whole report.
     */
    private AggregateReport finish(@Nullable Diagnostic flaw) throws UnreadableException {
        if (scanner.next() >= 0 && head.isEmpty()) {
            throw new UnreadableException(
                    Problem.Reason.NOT_A_REPORT, Diagnostic.of(DiagnosticCode.CONTENT_XML_WRAPPER));
        }
        try {
            AggregateReport report = head.finish();
            Diagnostic damage = handler.damage();
            if (damage != null) {
                throw new UnreadableException(Problem.Reason.BROKEN, damage);
            }
            boolean isDamaged = scanner.endedEarly() || handler.isDamaged();
            if (isDamaged && report.recordCount() == 0) {
                throw new UnreadableException(
                        Problem.Reason.BROKEN, Diagnostic.of(DiagnosticCode.XML_NO_RECORD));
            }
            return report;
        } catch (UnreadableException e) {
            throw flaw == null
                    ? e
                    : new UnreadableException(
                            Problem.Reason.BROKEN,
                            Diagnostic.of(DiagnosticCode.XML_NOT_WELL_FORMED)
                                    .with(flaw)
                                    .with(e.diagnostic()));
        }
    }

    private void restart() {
        if (head.records() > 0) {
            sink.restart();
        }
    }

    private void pass(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException {
        try {
            scan(path, xml, withRepair);
        } catch (NeedsPolicyException e) {
            restart();
            knownPolicyDomain = surveyed(path, xml, withRepair);
            try {
                scan(path, xml, withRepair);
            } catch (NeedsPolicyException impossible) {
                throw new IllegalStateException("the policy domain was surveyed", impossible);
            }
        }
    }

    /** Returns the policy domain according to the whole document; may be empty. */
    private String surveyed(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException {
        ReportSink heard = sink;
        sink = new Unheard();
        knownPolicyDomain = "";
        try {
            scan(path, xml, withRepair);
            return head.policyDomain();
        } catch (NeedsPolicyException impossible) {
            throw new IllegalStateException("any policy domain will do for now", impossible);
        } finally {
            sink = heard;
            head.reset(path);
        }
    }

    private void scan(String path, ByteSource xml, boolean withRepair)
            throws IOException, NotWellFormedException, UnreadableException, NeedsPolicyException {
        head.reset(path);
        handler.begin(sink, knownPolicyDomain, withRepair);
        try (InputStream in = xml.open()) {
            scanner.scan(in, withRepair);
        }
        handler.finish();
    }
}
