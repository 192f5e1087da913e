package org.mailvane.reports;

import java.io.IOException;
import org.mailvane.reports.aggregate.AggregateReader;
import org.mailvane.reports.archive.Inflaters;

/**
 * Finds and reads the reports in any bytes: XML or JSON, gzip, zip, mails, mailboxes, in any
 * nesting.
 *
 * <p>What something is, is decided by its first bytes, never by its name or declared type. Reading
 * is a stream: memory does not depend on the size of a report. One reader serves one thread and is
 * meant to be used again, since it keeps its buffers.
 */
public final class ReportReader {

    private final Limits limits;
    private final Inflaters inflaters = new Inflaters();
    private final AggregateReader aggregates = new AggregateReader();

    /** A reader with these limits. */
    public ReportReader(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads one input to its end.
     *
     * <p>Bad input never throws: it is handed to {@link ReportSink#problem}. Where an input holds
     * nothing at all, exactly one problem says so. Where it is a mailbox, the limits are those of
     * each of its mails.
     *
     * @param name what the input is called, for paths and for file names that name the reporter
     *     (RFC 7489, section 7.2.1.1)
     * @param source the bytes; opened once or several times
     * @param sink receives what is found
     * @return how many bytes were unpacked for it, those of plain documents included
     * @throws IOException when {@code source} itself fails, not when its content is bad
     */
    public long read(String name, ByteSource source, ReportSink sink) throws IOException {
        return new Walk(limits, inflaters, aggregates, sink).run(name, source);
    }
}
