package org.mailvane.traffic.received;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.Trust;

/**
 * A stored aggregate report, without its records.
 *
 * @param id its number
 * @param domainId the row of its policy domain
 * @param domain the name of that row
 * @param reporterId number of its reporter
 * @param reporter what the reporter calls itself
 * @param reporterDomain the reporter's domain; empty where it has none
 * @param reportId what the reporter calls the report
 * @param begin start of its period
 * @param end end of its period
 * @param records its records
 * @param messages messages that these count
 * @param authentication what the authentication of its mail showed
 * @param trust what it counts for
 * @param heldReasons codes of why it is held; none where it is not
 * @param ignored whether people ignore it
 * @param importId the import that brought it; null where that is not known any more
 * @param received when it was stored
 */
public record ReceivedReport(
        long id,
        DomainId domainId,
        DomainName domain,
        long reporterId,
        String reporter,
        String reporterDomain,
        String reportId,
        Instant begin,
        Instant end,
        long records,
        long messages,
        ReportAuthentication authentication,
        Trust trust,
        List<String> heldReasons,
        boolean ignored,
        @Nullable Long importId,
        Instant received) {

    /** Reason of a report that people ignore. */
    public static final String IGNORED = "ignored";

    /** Reason of a report whose reporter people ignore. */
    public static final String REPORTER_IGNORED = "reporter_ignored";

    /** Whether it is stored and not counted. */
    public boolean isHeld() {
        return trust == Trust.HELD;
    }

    /** Whether the reasons for which it is held can be set aside for it alone. */
    public boolean canBeReleased() {
        return isHeld() && !ignored && !heldReasons.contains(REPORTER_IGNORED);
    }
}
