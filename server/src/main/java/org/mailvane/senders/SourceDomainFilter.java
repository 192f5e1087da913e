package org.mailvane.senders;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;

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
        @Field(description = "The domains of this filter.") @Nullable Long filterId,
        @Field(description = "Of this source.") @Nullable Integer sourceNumber,
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
        @Field(description = "Sent in the name of domains of this group.")
                @Nullable Long groupId) {}
