package org.mailvane.planner;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;

/**
 * Which policy domains a list shows; null for what is not asked.
 *
 * @param filterId number of a filter of the caller's, whose domains they are
 * @param policyReady whether nothing stands against the next step
 * @param recommendation what to do next
 */
record PolicyDomainFilter(
        @Field(description = "The domains of this filter.") @Nullable Long filterId,
        @Field(description = "Nothing stands against the next step, or something does.")
                @Nullable Boolean policyReady,
        @Field(description = "What to do next.") @Nullable Recommendation recommendation) {}
