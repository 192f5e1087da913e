package org.mailvane.failurereport;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.FormBody;
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
public record ForensicCriteria(
        LocalDate startDate,
        LocalDate endDate,
        String subject,
        @Nullable IpNetwork source,
        List<DomainName> domains) {

    /**
     * Returns what a form asks for.
     *
     * @param members as the body of a request has them
     * @throws org.mailvane.api.errors.ApiProblem 400 with what is wrong by field
     */
    public static ForensicCriteria read(Map<String, ?> members) {
        return ForensicJobController.criteria(
                FormBody.read(ForensicJobController.Wanted.class, members));
    }
}
