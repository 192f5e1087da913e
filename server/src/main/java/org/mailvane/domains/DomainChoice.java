package org.mailvane.domains;

import org.jspecify.annotations.Nullable;

/**
 * Which domains a list is of, be it theirs or of what belongs to them; null for what is not asked.
 *
 * @param assigned whether they are in a group other than DEFAULT
 * @param domain part of their names
 * @param state what people say of their use
 * @param groupId the group that holds them
 * @param topLevel whether they count for themselves
 */
public record DomainChoice(
        @Nullable Boolean assigned,
        @Nullable String domain,
        @Nullable DomainState state,
        @Nullable Long groupId,
        @Nullable Boolean topLevel) {

    private static final DomainChoice ALL = new DomainChoice(null, null, null, null, null);

    /** Whether nothing is asked, so that every domain is among them. */
    boolean isAll() {
        return equals(ALL);
    }
}
