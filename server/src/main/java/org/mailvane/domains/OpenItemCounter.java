package org.mailvane.domains;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.mailvane.platform.store.Scope;

/**
 * Implemented by an upper module that knows the open items of domains: groups show how many there
 * are, and lists can select domains by their health.
 */
public interface OpenItemCounter {

    /**
     * What is open about the domains of some groups, as {@link GroupedDomains} counts them, for
     * those that have any. The caller has seen the groups.
     */
    Map<Long, Counts> byGroup(Scope scope, Collection<Long> groups);

    /** Returns the domains with this health that the caller may see. */
    List<DomainId> withHealth(Scope scope, DomainHealth health);

    /**
     * How much is open and not ignored.
     *
     * @param issues what is wrong
     * @param tasks what is to be done
     */
    record Counts(long issues, long tasks) {

        /** Nothing. */
        static final Counts NONE = new Counts(0, 0);

        /** Both together. */
        public Counts plus(Counts other) {
            return new Counts(issues + other.issues, tasks + other.tasks);
        }
    }
}
