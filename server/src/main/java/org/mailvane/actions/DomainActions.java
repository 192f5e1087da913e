package org.mailvane.actions;

import java.util.Optional;
import org.mailvane.domains.DomainHealth;

/**
 * The items about a domain that are open and not ignored.
 *
 * @param health the domain's health that follows from them
 * @param next the most urgent; empty if nothing is open
 * @param issues the number of issues
 * @param tasks the number of tasks
 */
public record DomainActions(
        DomainHealth health, Optional<NextAction> next, long issues, long tasks) {

    /** Returns the number of issues and tasks. */
    public long open() {
        return issues + tasks;
    }

    /** Returns whether somebody has to do something. */
    public boolean needsSomebody() {
        return health == DomainHealth.FIX || health == DomainHealth.WATCH;
    }

    /** Returns whether what is open is optional, or has to be waited for. */
    public boolean isOptional() {
        return next.isPresent() && (health == DomainHealth.OK || health == DomainHealth.UNKNOWN);
    }

    /** Returns what has to be done first; empty if nothing has to be done. */
    public Optional<NextAction> necessary() {
        return next.filter(action -> !isOptional());
    }

    /** Returns whether a DMARC policy may have to wait for what comes first. */
    public boolean blocksPolicy() {
        return next.filter(action -> action.isBeforePolicy(health)).isPresent();
    }
}
