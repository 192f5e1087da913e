package org.mailvane.sources.evidence;

import java.time.Duration;
import java.util.List;

/** Decides when lookups are made again. */
final class LookupPauses {

    /** After one that has succeeded. */
    static final Duration KNOWN = Duration.ofDays(7);

    /** After the first that has failed, the second, and so on; the last one stays. */
    private static final List<Duration> FAILED =
            List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(12),
                    Duration.ofDays(1));

    private LookupPauses() {}

    /**
     * After failures.
     *
     * @param failures how many there were without a success between them; at least 1
     */
    static Duration afterFailures(int failures) {
        return FAILED.get(Math.min(failures, FAILED.size()) - 1);
    }
}
