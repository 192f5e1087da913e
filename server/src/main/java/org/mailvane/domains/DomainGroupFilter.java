package org.mailvane.domains;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;

/**
 * Which groups a list shows; null for what is not asked. Case does not count.
 *
 * @param domainState the state that all their domains share, else unknown
 * @param label part of their labels
 * @param search part of their labels, or of the name of a domain that they hold
 * @param searchExact their label, or the name of a domain that they hold
 */
public record DomainGroupFilter(
        @Field(
                        description =
                                "State of the group's domains if they all have the same, else `unknown`.")
                @Nullable DomainState domainState,
        @Field(description = "Part of the label.") @Nullable String label,
        @Field(
                        description =
                                "Part of the label, or of the name of a domain in the group."
                                        + " Internationalised labels must be complete.")
                @Nullable String search,
        @Field(description = "Complete label, or complete name of a domain in the group.")
                @Nullable String searchExact) {

    /** Every group. */
    static final DomainGroupFilter ALL = new DomainGroupFilter(null, null, null, null);

    /**
     * Those with a part of their labels.
     *
     * @param label null for every group
     */
    public static DomainGroupFilter labelled(@Nullable String label) {
        return new DomainGroupFilter(null, label, null, null);
    }
}
