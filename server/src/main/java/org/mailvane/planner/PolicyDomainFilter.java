package org.mailvane.planner;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;
import org.mailvane.domains.DomainChoice;

/**
 * Which policy domains a list shows; null for what is not asked.
 *
 * @param domain part of their names
 * @param filterId number of a filter of the caller's, whose domains they are
 * @param groupId the group that holds them
 * @param policyReady whether nothing blocks the next step
 * @param raise whether a policy can go up now: nothing blocks the next step, and there is one
 * @param recommendation what to do next
 */
public record PolicyDomainFilter(
        @Field(
                        description =
                                "Part of the name; a label with other letters than a to z must be"
                                        + " whole.")
                @Nullable String domain,
        @Field(description = "The domains of this filter.") @Nullable Long filterId,
        @Field(description = "In this group.") @Nullable Long groupId,
        @Field(description = "Nothing stands against the next step, or something does.")
                @Nullable Boolean policyReady,
        @Field(
                        description =
                                "A policy can go up now, or not: ready domains that have no further"
                                        + " step cannot.")
                @Nullable Boolean raise,
        @Field(description = "What to do next.") @Nullable Recommendation recommendation) {

    /** Returns the domains among which they are. */
    DomainChoice domains() {
        return new DomainChoice(null, domain, null, groupId, null);
    }
}
