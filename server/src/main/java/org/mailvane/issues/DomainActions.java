package org.mailvane.issues;

import java.util.Optional;
import org.mailvane.domains.DomainHealth;

/**
 * What is open and not ignored about a domain.
 *
 * @param standing how the domain stands by it
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

    /** Whether it makes the domain stand as it does, rather than being optional. */
    public boolean needsSomebody() {
        return standing == DomainHealth.FIX || standing == DomainHealth.WATCH;
    }
}
