package org.mailvane.senders;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;
import org.mailvane.sources.Category;

/**
 * Which sources a list shows; null for what is not asked.
 *
 * @param filterId number of a filter of the caller's, whose domains they sent for
 * @param category number of their category
 * @param days of how many days
 * @param domain part of the names of domains that they sent for
 * @param groupId the group that holds these
 */
record SourceFilter(
        @Field(description = "Sent in the name of the domains of this filter.")
                @Nullable Long filterId,
        @Field(
                        description =
                                "`1` DMARC capable, which is what is shown where nothing is said,"
                                        + " `2` non-compliant, `3` forwarder, `4` threat or unknown.",
                        min = 1,
                        max = 4)
                @Nullable Integer category,
        @Field(
                        description =
                                "Of so many days up to today (UTC); without it 7, as domains' counts"
                                        + " are.")
                @Nullable SentDays days,
        @Field(
                        description =
                                "Sent in the name of domains whose names hold this; a label with other"
                                        + " letters than a to z must be whole.")
                @Nullable String domain,
        @Field(description = "Sent in the name of domains of this group.") @Nullable Long groupId) {

    /** What nothing is asked of. */
    static final SourceFilter NONE = new SourceFilter(null, null, null, null, null);

    /** Returns the category that is asked for. */
    static Category categoryOf(@Nullable Integer number) {
        return number == null ? Category.CAPABLE : Category.of(number);
    }
}
