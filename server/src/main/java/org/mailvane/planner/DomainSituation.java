package org.mailvane.planner;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dns.DomainName;

/**
 * All that a domain is judged by.
 *
 * @param name the domain
 * @param nxdomain whether DNS says that the name does not exist
 * @param organizational whether it is the domain of an organisation, so that its record is for its
 *     subdomains too (RFC 9989, section 4.10.2): the highest with a record, or one that says so by
 *     {@code psd=n}
 * @param parked whether people say that it sends no mail
 * @param published what DNS says of its policy
 * @param authentication what DNS says of SPF and DKIM
 * @param days the judged days
 * @param daysObserved days up to the last of these of which anything is known
 * @param silentSince the last day that was reported, where reports came regularly and have stopped
 * @param daysHeld days since the domain's published policy was seen to change; null: it was never
 * @param daysSubdomainsHeld the same for its subdomains
 * @param mail who sent, in the names whose policy comes from the domain's record
 * @param reportMailbox where the account takes reports
 */
record DomainSituation(
        DomainName name,
        boolean nxdomain,
        boolean organizational,
        boolean parked,
        PublishedPolicy published,
        Authentication authentication,
        JudgedDays days,
        int daysObserved,
        @Nullable LocalDate silentSince,
        @Nullable Integer daysHeld,
        @Nullable Integer daysSubdomainsHeld,
        ReportedMail mail,
        String reportMailbox) {

    /** Returns the same, judged by other mail. */
    DomainSituation with(ReportedMail other) {
        return new DomainSituation(
                name,
                nxdomain,
                organizational,
                parked,
                published,
                authentication,
                days,
                daysObserved,
                silentSince,
                daysHeld,
                daysSubdomainsHeld,
                other,
                reportMailbox);
    }

    /** Whether a record of the domain is for its subdomains too. */
    boolean hasOwnSubdomains() {
        return organizational && published.state() == State.PRESENT;
    }

    /**
     * Whether mail in the names of subdomains does not count for the domain's own policy: its
     * record has one for them ({@code sp}), and mail of theirs is known. That is raised by itself.
     */
    boolean isSplit(Tally tally) {
        DmarcRecord record = published.record();
        return hasOwnSubdomains()
                && record != null
                && record.sp() != null
                && published.reached().domain() != DmarcPolicy.REJECT
                && tally.of(Target.SUBDOMAIN).isSending();
    }
}
