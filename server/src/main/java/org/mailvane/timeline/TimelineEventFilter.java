package org.mailvane.timeline;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;

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
                                "Events that match this filter; for a filter of sources or policies,"
                                        + " events of its domains.")
                @Nullable Long filterId,
        @Field(
                        description =
                                "Part of the domain name. Internationalised labels must be complete."
                                        + " Subdomains that are not top level are included.")
                @Nullable String domain,
        @Field(description = "Domains in this group.") @Nullable Long groupId,
        @Field(description = "Types of changes.", maxItems = EventFilterController.MAX_CHANGES)
                @Nullable List<Change> changes,
        @Field(description = "On or after this day (UTC).") @Nullable LocalDate begin,
        @Field(description = "On or before this day (UTC).") @Nullable LocalDate end) {}
