package org.mailvane.reports;

import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;

/**
 * Receives what a {@link ReportReader} finds in one input, in the order of the input.
 *
 * <p>For each aggregate report the calls are {@code record*}, then {@link #aggregate}; {@link
 * #restart} may come between them. Every other call is independent. A reader calls from the thread
 * that reads, and an exception thrown here ends the reading and reaches its caller.
 */
public interface ReportSink {

    /** A record of the aggregate report that is being read; its {@link #aggregate} call follows. */
    void record(AggregateRecord record);

    /**
     * Discards the records passed on since the last finished report: the report could not be read
     * as it is and is now read again from its start, with repairs.
     */
    void restart();

    /** Receives a complete aggregate report: all its records were passed on before. */
    void aggregate(AggregateReport report);

    /**
     * Notes that the mail that is being read contains a failure report, and with it the mail of a
     * third party. The {@link #failure} call follows, unless the reading fails.
     */
    default void failureFound() {}

    /** A failure report was read. */
    void failure(FailureReport report);

    /** A TLS report was read. */
    void tls(TlsReport report);

    /**
     * Something could not be read as a report.
     *
     * @param problem what it was and why, with the path inside the input
     */
    void problem(Problem problem);
}
