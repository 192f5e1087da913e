package org.mailvane.traffic.received;

import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.errors.ApiProblem;

/**
 * What people can change of a report.
 *
 * @param ignored whether it is not to count
 * @param held whether it is held, which only people's release can end
 */
record ReportChange(
        @Field(description = "Whether to ignore the report, whatever its authentication.")
                Given<Boolean> ignored,
        @Field(
                        description =
                                "`false` releases the report: the reasons for holding it no longer"
                                        + " apply. `true` is refused; ignore the report instead.")
                Given<Boolean> held) {

    /**
     * Returns what is decided.
     *
     * @param report the report as it is
     * @throws ApiProblem 400 when the report would be held though it is to be released
     */
    ReportDecision decision(ReceivedReport report) {
        boolean isReleased = held.isGiven() && !held.value();
        if (held.isGiven() && held.value()) {
            throw ApiProblem.invalid(
                    "held",
                    "true is not valid: you can't hold a report. Send \"ignored\": true to"
                            + " ignore it.");
        }
        if (isReleased && ignored.or(report.ignored())) {
            throw ApiProblem.invalid(
                    "held",
                    "false is not valid: the report is ignored. Also send \"ignored\": false.");
        }
        if (isReleased && report.heldReasons().contains(ReceivedReport.REPORTER_IGNORED)) {
            throw ApiProblem.invalid(
                    "held",
                    "false is not valid: the reporter "
                            + report.reporterId()
                            + " is ignored. Change the reporter's trust.");
        }
        return new ReportDecision(ignored.isGiven() ? ignored.value() : null, isReleased);
    }
}
