package org.mailvane.sourcedata;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;

/**
 * Which sources and domains a list shows; null for what is not asked.
 *
 * @param filterId number of a filter of the caller's, whose domains they are
 * @param sourceNumber the source
 * @param category number of the sources' category
 * @param days of how many days
 * @param domain part of the domains' names
 * @param groupId the group that holds them
 */
record SourceDomainFilter(
        @Field(description = "Domains of this filter.") @Nullable Long filterId,
        @Field(description = "Only this source.") @Nullable Integer sourceNumber,
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
        @Field(description = "From domains in this group.") @Nullable Long groupId) {}
