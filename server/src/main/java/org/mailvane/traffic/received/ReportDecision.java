package org.mailvane.traffic.received;

import org.jspecify.annotations.Nullable;

/**
 * What people decide on reports.
 *
 * @param ignored whether they are not to count; null: that stays as it is
 * @param released whether the reasons for which they are held are set aside
 */
public record ReportDecision(@Nullable Boolean ignored, boolean released) {

    /** Reports are ignored, or count again. */
    public static ReportDecision ignore(boolean ignored) {
        return new ReportDecision(ignored, false);
    }

    /** Reports are not held any more for how they came or what they count. */
    public static final ReportDecision RELEASE = new ReportDecision(null, true);
}
