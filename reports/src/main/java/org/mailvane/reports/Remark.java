package org.mailvane.reports;

import java.util.Set;

/**
 * Something about a report that was not as the RFC wants it and was read all the same.
 *
 * @param code stable, such as {@code xml.repaired}
 * @param diagnostic what it is, with the first value it applies to
 */
public record Remark(String code, Diagnostic diagnostic) {

    /** The codes of what says that something of a report is not used. */
    private static final Set<String> LOSSES =
            Set.of(
                    "xml.truncated",
                    "xml.unclosed",
                    "json.cut_off",
                    "record.source_ip",
                    "record.count",
                    "record.repeated",
                    "record.results_dropped",
                    "policy.count",
                    "policy.items_dropped",
                    "failure.count",
                    "report.policies_dropped",
                    "report.failures_dropped");

    /** Returns whether something of the report is not used: its figures are not all it has. */
    public boolean isLoss() {
        return isLoss(code);
    }

    /** Returns whether remarks of this code say that something of a report is not used. */
    public static boolean isLoss(String code) {
        return LOSSES.contains(code);
    }
}
