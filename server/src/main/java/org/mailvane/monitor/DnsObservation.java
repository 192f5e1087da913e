package org.mailvane.monitor;

/**
 * What DNS said of a record at one time.
 *
 * @param key which record
 * @param outcome how asking went
 * @param content what it said; of no meaning where asking failed
 */
record DnsObservation(RecordKey key, Outcome outcome, RecordContent content) {

    /** How asking went. */
    enum Outcome {
        /** Every question was answered. */
        COMPLETE,
        /** The record was read; something that it refers to did not answer. */
        PARTLY,
        /** Whether there is a record, or what it means, is not known. */
        FAILED
    }

    /**
     * Which record of a domain.
     *
     * @param selector of DKIM; else empty
     */
    record RecordKey(RecordKind kind, String selector) implements Comparable<RecordKey> {

        static RecordKey of(RecordKind kind) {
            return new RecordKey(kind, "");
        }

        @Override
        public int compareTo(RecordKey other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : selector.compareTo(other.selector);
        }
    }
}
