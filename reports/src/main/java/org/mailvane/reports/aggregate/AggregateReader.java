package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.util.OptionalLong;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.ReportSink;

/**
 * Reads DMARC aggregate reports: RFC 7489, appendix C, its drafts, RFC 9990, and what the field
 * makes of them. One instance serves one thread and is meant to be used again, since it keeps its
 * buffers.
 */
public final class AggregateReader {

    private final FastAggregateReader fast = new FastAggregateReader();
    private final TolerantAggregateReader tolerant = new TolerantAggregateReader();

    /**
     * Reads one XML document. Passes its records to the sink as they are read, then the report
     * itself or exactly one problem.
     *
     * @param path what is read, for {@link AggregateReport#path} and for the reporter, domain and
     *     period that a file name gives (RFC 7489, section 7.2.1.1) if the document lacks them
     * @param xml the document; opened once or several times
     * @param sink receives the records and the report
     * @return the offset in bytes in {@code xml} of any other content after the document; empty if
     *     there is none, or if it is not known
     * @throws IOException from {@code xml}, except {@link java.io.EOFException} and {@link
     *     java.util.zip.ZipException}: for a truncated document, the complete records are kept
     */
    public OptionalLong read(String path, ByteSource xml, ReportSink sink) throws IOException {
        return fast.read(path, xml, sink) ? fast.next() : tolerant.read(path, xml, sink);
    }
}
