package org.mailvane.timeline;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;

/**
 * Which events a list shows; null for what is not asked.
 *
 * @param filterId number of a filter of the caller's, of whatever kind
 */
record TimelineEventFilter(
        @Field(
                        description =
                                "What this filter chooses; of a filter of sources or policies, events of"
                                        + " its domains.")
                @Nullable Long filterId) {}
