package org.mailvane.failurereport;

import java.time.Instant;
import java.util.List;
import org.mailvane.reports.failure.FailureReport.Sample;

/**
 * A failure report as it is stored: what people look at.
 *
 * @param contentHash names it: 32 hexadecimal digits
 * @param domain the domain that it counts with
 * @param received when the receiver got the mail that failed, as far as known
 * @param mailFrom the mail's return path, as the report says
 * @param authFailure what failed
 * @param authenticationResults what the receiver found
 * @param sourceIp who delivered the mail; empty where that is not known
 * @param reportedDomains the domains that the report is about
 * @param subject of the mail that failed, else of the one that carried the report
 * @param sample the mail that failed; its body only where it was kept
 */
public record ForensicRecord(
        String contentHash,
        String domain,
        Instant received,
        String mailFrom,
        List<String> authFailure,
        List<String> authenticationResults,
        String sourceIp,
        List<String> reportedDomains,
        String subject,
        Sample sample) {

    /** What the names of records end in. */
    static final String SUFFIX = ".eml";

    /** Returns the record's name in the API. */
    public String fileName() {
        return contentHash + SUFFIX;
    }
}
