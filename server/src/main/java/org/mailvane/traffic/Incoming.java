package org.mailvane.traffic;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;

/**
 * A report on its way into the rows.
 *
 * @param report the report without its records
 * @param policyDomain its policy domain as a name
 * @param headerFroms the From domains of its records that are host names, as far as they were kept
 * @param records gives the records
 * @param rawId the message that it came in; null where that is not kept
 */
public record Incoming(
        AggregateReport report,
        DomainName policyDomain,
        Set<DomainName> headerFroms,
        Records records,
        @Nullable Long rawId) {

    /** The records of a report. */
    public sealed interface Records {

        /** Records that are held in memory. */
        record Held(List<AggregateRecord> list) implements Records {}

        /** Records of a large report, which are read again from the message as they are needed. */
        @FunctionalInterface
        non-sealed interface Streamed extends Records {

            /** Hands over every record in order. */
            void read(Consumer<AggregateRecord> consumer);
        }

        /** Hands over every record in order. */
        default void forEach(Consumer<AggregateRecord> consumer) {
            switch (this) {
                case Held held -> held.list().forEach(consumer);
                case Streamed streamed -> streamed.read(consumer);
            }
        }
    }
}
