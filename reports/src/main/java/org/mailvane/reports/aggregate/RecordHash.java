package org.mailvane.reports.aggregate;

import org.mailvane.reports.ContentHash;

/** Hashes the parts of a record that count as a report's content. */
final class RecordHash {

    private RecordHash() {}

    /**
     * Mixes in a record. Records go in their order, and before metadata and policy, wherever these
     * are in the document.
     *
     * @param ownHeaderFrom the value in the record itself, empty if it has none: a value filled in
     *     from elsewhere does not count as content
     */
    static void add(ContentHash hash, AggregateRecord record, String ownHeaderFrom) {
        hash.add(record.sourceIp());
        hash.add(record.count());
        hash.add(record.disposition().name());
        hash.add((record.dkimAligned() ? 1 : 0) + (record.spfAligned() ? 2 : 0));
        hash.add(record.reasons().size());
        for (OverrideReason reason : record.reasons()) {
            hash.add(reason.type());
            hash.add(reason.comment());
        }
        hash.add(ownHeaderFrom);
        hash.add(record.envelopeFrom());
        hash.add(record.envelopeTo());
        hash.add(record.dkim().size());
        for (DkimResult dkim : record.dkim()) {
            hash.add(dkim.domain());
            hash.add(dkim.selector());
            hash.add(dkim.result().name());
            hash.add(dkim.humanResult());
        }
        hash.add(record.spf().size());
        for (SpfResult spf : record.spf()) {
            hash.add(spf.domain());
            hash.add(spf.scope());
            hash.add(spf.result().name());
            hash.add(spf.humanResult());
        }
    }
}
