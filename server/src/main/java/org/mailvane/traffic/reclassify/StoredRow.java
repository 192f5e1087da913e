package org.mailvane.traffic.reclassify;

import java.time.LocalDate;
import java.util.UUID;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.classify.Classification;
import org.mailvane.sources.classify.Row;
import org.mailvane.traffic.store.RawResults;

/**
 * A row as it is stored.
 *
 * @param place where its partition keeps it, until it is changed
 * @param key all that its classification depends on
 * @param category number of its category
 * @param source number of its source
 * @param rule number of its rule
 * @param messages how many
 * @param disposition number of what the receiver did
 * @param trust what the row counts for
 * @param due what it is to count for, as its report does
 */
record StoredRow(
        long place,
        Key key,
        int category,
        int source,
        int rule,
        long messages,
        int disposition,
        Trust trust,
        Trust due) {

    /**
     * What the classification of a row depends on; rows that have it in common are classified
     * alike.
     *
     * @param detail hash of its raw results
     */
    record Key(
            LocalDate day,
            IpAddress address,
            String headerFrom,
            boolean dkimAligned,
            boolean spfAligned,
            UUID detail) {

        Row with(RawResults results) {
            return new Row(
                    address,
                    headerFrom,
                    dkimAligned,
                    spfAligned,
                    results.dkim(),
                    results.spf(),
                    results.reasons());
        }
    }

    /** Whether it is classified so, and counts for what it is to count for. */
    boolean is(Classification classification) {
        return category == classification.category().number()
                && source == classification.source()
                && rule == classification.rule().number()
                && trust == due;
    }
}
