package org.mailvane.planner;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
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
        @Field(description = "Part of the name. Internationalised labels must be complete.")
                @Nullable String domain,
        @Field(description = "Domains of this filter.") @Nullable Long filterId,
        @Field(description = "Only this group.") @Nullable Long groupId,
        @Field(description = "Whether nothing blocks the next step.") @Nullable Boolean policyReady,
        @Field(
                        description =
                                "Whether the policy can be tightened now. False for ready domains"
                                        + " without a further step.")
                @Nullable Boolean raise,
        @Field(description = "Recommended next step.") @Nullable Recommendation recommendation) {

    /** Returns the domains among which they are. */
    DomainChoice domains() {
        return new DomainChoice(null, domain, null, groupId, null);
    }
}
