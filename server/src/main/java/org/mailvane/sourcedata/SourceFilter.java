package org.mailvane.sourcedata;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
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
        @Field(description = "From domains of this filter.") @Nullable Long filterId,
        @Field(
                        description =
                                "`1` DMARC capable (default), `2` non-compliant, `3` forwarder, `4`"
                                        + " threat or unknown.",
                        min = 1,
                        max = 4)
                @Nullable Integer category,
        @Field(
                        description =
                                "Number of days up to today (UTC). Default: 7, as for the counts of"
                                        + " domains.")
                @Nullable SentDays days,
        @Field(description = "Part of the From domain. Internationalised labels must be complete.")
                @Nullable String domain,
        @Field(description = "From domains in this group.") @Nullable Long groupId) {

    /** What nothing is asked of. */
    static final SourceFilter NONE = new SourceFilter(null, null, null, null, null);

    /** Returns the category that is asked for. */
    static Category categoryOf(@Nullable Integer number) {
        return number == null ? Category.CAPABLE : Category.of(number);
    }
}
