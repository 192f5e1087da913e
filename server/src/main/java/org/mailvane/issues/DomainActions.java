package org.mailvane.issues;

import java.util.Optional;
import org.mailvane.domains.DomainHealth;

/**
 * The items about a domain that are open and not ignored.
 *
 * @param standing the domain's health that follows from it
 * @param next the most urgent; empty where nothing is open
 * @param issues how many issues there are
 * @param tasks how many tasks
 */
public record DomainActions(
        DomainHealth standing, Optional<NextAction> next, long issues, long tasks) {

    /** Both together. */
    public long open() {
        return issues + tasks;
    }

    /** Returns whether it determines the domain's health, rather than being optional. */
    public boolean needsSomebody() {
        return standing == DomainHealth.FIX || standing == DomainHealth.WATCH;
    }
}
