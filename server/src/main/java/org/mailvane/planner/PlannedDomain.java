package org.mailvane.planner;

import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/**
 * A domain that is to be judged, as far as it is known without its messages.
 *
 * @param id its row
 * @param name its name
 * @param nxdomain whether DNS says that the name does not exist
 * @param parked whether people say that it sends no mail
 * @param shown whether its policy is planned at all: it is top level, or has its own record
 * @param published what DNS says of its policy
 * @param authentication what DNS says of SPF and DKIM
 * @param silentSince the last day that was reported, where reports came regularly and have stopped
 * @param reportedLately whether reports show mail of days that are not judged yet
 * @param reportsHereSince the first day on which its record was seen to have reports sent here;
 *     null: it never was
 * @param remembered what was found out when it was judged before
 */
record PlannedDomain(
        DomainId id,
        DomainName name,
        boolean nxdomain,
        boolean parked,
        boolean shown,
        PublishedPolicy published,
        Authentication authentication,
        @Nullable LocalDate silentSince,
        boolean reportedLately,
        @Nullable LocalDate reportsHereSince,
        Remembered remembered) {

    /**
     * Returns its organisation as receivers find it today; what was not read yet is as older ones
     * see it.
     */
    String organization(PublicSuffixes suffixes) {
        String organization = published.organization();
        return organization.isEmpty() ? suffixes.organizationalDomain(name).value() : organization;
    }

    /** Returns the same, with reports that have stopped; null: they have not. */
    PlannedDomain silentSince(@Nullable LocalDate day) {
        return Objects.equals(silentSince, day)
                ? this
                : new PlannedDomain(
                        id,
                        name,
                        nxdomain,
                        parked,
                        shown,
                        published,
                        authentication,
                        day,
                        reportedLately,
                        reportsHereSince,
                        remembered);
    }

    /** Returns the same, with mail that passed by what is gone from DNS. */
    PlannedDomain without(LostAuthentication mail) {
        return new PlannedDomain(
                id,
                name,
                nxdomain,
                parked,
                shown,
                published,
                authentication.without(mail),
                silentSince,
                reportedLately,
                reportsHereSince,
                remembered);
    }

    /**
     * What no table says any more when the domain is judged again.
     *
     * @param observedSince the first day of which anything was known; null: of none
     * @param levels how far the published policies reached; empty where that was never known
     * @param levelsSince since when the domain's was seen to; null: as far back as is known
     * @param subdomainsSince the same for its subdomains
     */
    record Remembered(
            @Nullable LocalDate observedSince,
            String levels,
            @Nullable LocalDate levelsSince,
            @Nullable LocalDate subdomainsSince) {

        static final Remembered NOTHING = new Remembered(null, "", null, null);

        /** Returns the same, with the levels as they are seen on a day. */
        Remembered seen(@Nullable LocalDate since, Levels now, LocalDate today) {
            String[] before = levels.split(" ", -1);
            boolean known = before.length == Levels.NAMES;
            return new Remembered(
                    since,
                    now.text(),
                    known && !before[0].equals(now.domain().toString()) ? today : levelsSince,
                    known && !before[1].equals(now.subdomains().toString())
                            ? today
                            : subdomainsSince);
        }
    }
}
