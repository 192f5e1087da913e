package org.mailvane.failurereport;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.failure.FailureReport;

/**
 * A failure report that is to be stored.
 *
 * @param report the report
 * @param domains the domains that it is about, of which it names at least one
 * @param rawId the message in which it came; null where that is not kept
 */
public record IncomingFailure(
        FailureReport report, List<DomainName> domains, @Nullable Long rawId) {}
