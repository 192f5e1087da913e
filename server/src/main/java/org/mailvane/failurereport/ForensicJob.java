package org.mailvane.failurereport;

import java.time.Instant;
import java.util.Arrays;

/**
 * A search for failure reports that a user has asked for.
 *
 * @param searchToken names it: 16 digits and letters, of which the first is a letter
 * @param progress how far it is
 * @param expires when it goes, with what it found
 */
public record ForensicJob(
        long id,
        String searchToken,
        Progress progress,
        ForensicCriteria criteria,
        Instant created,
        Instant expires) {

    /** How far a job is. */
    public enum Progress {
        QUEUED(0, "unknown"),
        GENERATING(1, "generating_result"),
        COMPLETED(100, "completed"),
        FAILED(700, "job failed");

        private final int value;
        private final String label;

        Progress(int value, String label) {
            this.value = value;
            this.label = label;
        }

        static Progress of(long value) {
            return Arrays.stream(values())
                    .filter(one -> one.value == value)
                    .findFirst()
                    .orElseThrow();
        }

        /** As the API and the table have it. */
        public int value() {
            return value;
        }

        /** Returns the same in words. */
        String label() {
            return label;
        }
    }
}
