package org.mailvane.traffic.store;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReporterKey;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;

/**
 * A report on its way into the rows.
 *
 * @param report the report without its records
 * @param policyDomain its policy domain as a name
 * @param headerFroms the From domains of its records that are host names, as far as they were kept
 * @param records gives the records
 * @param largestCount the largest count of one of its records
 * @param authentication whether it comes from whom it says
 * @param message the message or file that it came in: its place among those that came together
 * @param rawId the message that it came in; null where that is not kept
 */
public record Incoming(
        AggregateReport report,
        DomainName policyDomain,
        Set<DomainName> headerFroms,
        Records records,
        long largestCount,
        ReportAuthentication authentication,
        int message,
        @Nullable Long rawId) {

    /** Returns the reporter. */
    ReporterKey reporter() {
        return ReporterKey.of(report.orgName(), report.email(), authentication);
    }

    /** The records of a report. */
    public sealed interface Records {

        /** Records that are kept in memory. */
        record Held(List<AggregateRecord> list) implements Records {}

        /**
         * Records that are not kept in memory but read again from their message as they are needed.
         *
         * @param message the message
         * @param place which of its aggregate reports, from 0
         */
        record Streamed(Message message, int place) implements Records {}
    }

    /** A message whose reports are too large for memory. */
    @FunctionalInterface
    public interface Message {

        /** Hands over the records of all its aggregate reports in order, in one reading. */
        void read(PlacedConsumer consumer);
    }

    /** Receives the records of a message. */
    @FunctionalInterface
    public interface PlacedConsumer {

        /**
         * A record.
         *
         * @param place which of the message's reports it belongs to, from 0
         */
        void accept(int place, AggregateRecord record);
    }
}
