package org.mailvane.intake.ledger;

import java.util.List;

/** Receives the progress of an import that a command runs. */
public interface ImportProgress {

    /**
     * Some more was read and, unless it is a dry run, stored.
     *
     * @param expected messages or files in all, as far as known
     * @param read those of them that are done
     * @param counts what became of them so far
     */
    void progressed(long expected, long read, Counts counts);

    /** Messages or parts of them that failed, with their reasons. */
    void failed(List<Failure> failures);

    /** What was not used of reports that were taken in. */
    default void incomplete(List<Failure> losses) {}

    /**
     * Something that could not be read or used.
     *
     * @param file its place
     * @param code stable identity of the reason
     * @param reason the reason in English
     */
    record Failure(String file, String code, String reason) {

        public static Failure of(Remark remark) {
            return new Failure(remark.file(), remark.code(), remark.english());
        }
    }
}
