package org.mailvane.intake.ledger;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What became of the reports in messages and files.
 *
 * <p>Everything that is found counts once: a file with three reports counts three, one without any
 * counts one. So {@code found} is the sum of the five that follow it.
 *
 * @param found reports, and messages or files that contained none
 * @param imported reports stored now
 * @param duplicate reports that were stored before
 * @param notAReport messages and files that are none
 * @param waiting reports kept for later: their domains are unknown
 * @param failed what could not be read
 * @param records records of the imported aggregate reports
 * @param notStored rows of imported reports that are outside the days that are kept: records, and
 *     of TLS reports policies and failure details
 */
@JsonPropertyOrder({
    "found",
    "imported",
    "duplicate",
    "not_a_report",
    "waiting",
    "failed",
    "records",
    "not_stored"
})
public record Counts(
        long found,
        long imported,
        long duplicate,
        @JsonProperty("not_a_report") long notAReport,
        long waiting,
        long failed,
        long records,
        long notStored) {

    /** Nothing found. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Counts plus(Counts other) {
        return new Counts(
                found + other.found,
                imported + other.imported,
                duplicate + other.duplicate,
                notAReport + other.notAReport,
                waiting + other.waiting,
                failed + other.failed,
                records + other.records,
                notStored + other.notStored);
    }

    /** Returns the same without so many duplicates. */
    public Counts withoutDuplicates(long number) {
        return new Counts(
                found - number,
                imported,
                duplicate - number,
                notAReport,
                waiting,
                failed,
                records,
                notStored);
    }

    public static Counts imported(long records, long notStored) {
        return new Counts(1, 1, 0, 0, 0, 0, records, notStored);
    }

    /** Rows that were not stored, of a report that is counted otherwise. */
    public static Counts notStored(long rows) {
        return new Counts(0, 0, 0, 0, 0, 0, 0, rows);
    }

    public static Counts one(Remark.Outcome outcome) {
        return switch (outcome) {
            case IMPORTED -> imported(0, 0);
            case DUPLICATE -> new Counts(1, 0, 1, 0, 0, 0, 0, 0);
            case NOT_A_REPORT -> new Counts(1, 0, 0, 1, 0, 0, 0, 0);
            case WAITING -> new Counts(1, 0, 0, 0, 1, 0, 0, 0);
            case FAILED -> new Counts(1, 0, 0, 0, 0, 1, 0, 0);
        };
    }
}
