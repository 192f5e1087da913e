package org.mailvane.planner;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain that is to be judged, as far as it is known without its messages.
 *
 * @param id its row
 * @param name its name
 * @param parked whether people say that it sends no mail
 * @param published what DNS says
 * @param reportsHereSince the first day on which its record was seen to have reports sent here;
 *     null: it never was
 * @param remembered what was found out when it was judged before
 */
record PlannedDomain(
        DomainId id,
        DomainName name,
        boolean parked,
        PublishedPolicy published,
        @Nullable LocalDate reportsHereSince,
        Remembered remembered) {

    /**
     * What no table says any more when the domain is judged again.
     *
     * @param observedSince the first day of which anything was known; null: of none
     * @param levels how far the published policies reached; empty where that was never known
     * @param levelsSince since when they were seen to; null: as far back as is known
     */
    record Remembered(
            @Nullable LocalDate observedSince, String levels, @Nullable LocalDate levelsSince) {

        static final Remembered NOTHING = new Remembered(null, "", null);
    }
}
