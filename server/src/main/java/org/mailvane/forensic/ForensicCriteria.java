package org.mailvane.forensic;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * Which failure reports a job looks for.
 *
 * @param startDate the first day (UTC) on which the mails were received
 * @param endDate the last one
 * @param subject what the subject must contain, whatever its case; empty: anything
 * @param source the network that the mail must come from; null: any
 * @param domains the domains that the report must be about, or a subdomain that counts with one;
 *     none: all that the user may read
 */
record ForensicCriteria(
        LocalDate startDate,
        LocalDate endDate,
        String subject,
        @Nullable IpNetwork source,
        List<DomainName> domains) {}
