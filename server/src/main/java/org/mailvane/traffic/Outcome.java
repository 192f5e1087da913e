package org.mailvane.traffic;

/** What became of a report. */
public sealed interface Outcome {

    /**
     * It is stored now.
     *
     * @param records its records
     * @param notStored those of them that lie outside the days that are kept
     */
    record Stored(long records, long notStored) implements Outcome {}

    /** It was stored before. */
    record Duplicate() implements Outcome {}

    /** Another report with the same id for the same domain and period was stored before. */
    record Different() implements Outcome {}

    /** The account has no such domain, and it is not to be added. */
    record UnknownDomain() implements Outcome {}
}
