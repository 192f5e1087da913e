package org.mailvane.timeline;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;

/**
 * Which events a list shows; null for what is not asked. What is asked together must all be so.
 *
 * @param filterId number of a filter of the caller's, of whatever kind
 * @param domain part of the names of their domains
 * @param groupId the group that holds these
 * @param changes what happened
 * @param begin the first day
 * @param end the last
 */
public record TimelineEventFilter(
        @Field(
                        description =
                                "What this filter chooses; of a filter of sources or policies, events of"
                                        + " its domains.")
                @Nullable Long filterId,
        @Field(
                        description =
                                "Part of the domain's name; a label with other letters than a to z must"
                                        + " be whole. Subdomains that count with such a domain come"
                                        + " along.")
                @Nullable String domain,
        @Field(description = "Of a domain in this group.") @Nullable Long groupId,
        @Field(description = "Of one of these kinds.", maxItems = EventFilterController.MAX_CHANGES)
                @Nullable List<Change> changes,
        @Field(description = "Of this day (UTC) or later.") @Nullable LocalDate begin,
        @Field(description = "Of this day (UTC) or earlier.") @Nullable LocalDate end) {}
