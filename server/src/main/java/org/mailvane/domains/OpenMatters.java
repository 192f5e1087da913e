package org.mailvane.domains;

import java.util.Collection;
import java.util.Map;
import org.mailvane.store.Scope;

/** A capability above that knows what is open about domains, of which groups show how much. */
public interface OpenMatters {

    /**
     * What is open about the domains of some groups, as {@link GroupedDomains} counts them, for
     * those that have any. The caller has seen the groups.
     */
    Map<Long, Counts> byGroup(Scope scope, Collection<Long> groups);

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
