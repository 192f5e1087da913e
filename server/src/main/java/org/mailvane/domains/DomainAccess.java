package org.mailvane.domains;

import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;

/**
 * Conditions in SQL that say which domains and groups a caller may see and change, for every
 * statement about them or what belongs to them.
 *
 * <p>A domain is seen through the groups that hold it, or the row that it follows (see {@code
 * domain.groups_of}); access to the DEFAULT group means access to all domains. A user sees a group
 * if they were given access to that very group; this applies to DEFAULT too.
 */
public final class DomainAccess {

    private DomainAccess() {}

    /**
     * Whether the caller may read a domain.
     *
     * @param domain alias under which the statement has {@code domain}
     */
    public static String readable(Scope scope, String domain) {
        return scope.reads().allDomains() ? "true" : held(domain, "");
    }

    /**
     * Whether the caller may change a domain.
     *
     * @param domain alias under which the statement has {@code domain}
     */
    public static String writable(Scope scope, String domain) {
        return scope.writes().allDomains() ? "true" : held(domain, " and seen.writes");
    }

    /**
     * Whether the caller may see a group.
     *
     * @param group alias under which the statement has {@code domain_group}
     */
    public static String readableGroup(Scope scope, String group) {
        return scope.reads() == Reach.ACCOUNT ? "true" : given(group, "");
    }

    /**
     * Whether the caller may change what a group holds.
     *
     * @param group alias under which the statement has {@code domain_group}
     */
    public static String writableGroup(Scope scope, String group) {
        return scope.writes() == Reach.ACCOUNT ? "true" : given(group, " and seen.writes");
    }

    private static String held(String domain, String how) {
        return """
        exists (select from group_access seen join domain_group_member held using (group_id)
            where seen.user_id = :viewer and held.domain_id = %s.groups_of%s)\
        """
                .formatted(domain, how);
    }

    private static String given(String group, String how) {
        return """
        exists (select from group_access seen
            where seen.user_id = :viewer and seen.group_id = %s.id%s)\
        """
                .formatted(group, how);
    }
}
