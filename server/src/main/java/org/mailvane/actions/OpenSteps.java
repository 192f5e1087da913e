package org.mailvane.actions;

import java.util.Set;
import org.mailvane.actions.NextStep.Identity;

/**
 * The steps of a domain that are open.
 *
 * @param all each of them
 * @param ignored those of which people want to hear no more
 */
public record OpenSteps(Set<Identity> all, Set<Identity> ignored) {

    /** No step. */
    public static final OpenSteps NONE = new OpenSteps(Set.of(), Set.of());

    /** Steps. */
    public OpenSteps {
        all = Set.copyOf(all);
        ignored = Set.copyOf(ignored);
    }

    /** Whether it is open, ignored or not. */
    public boolean has(TaskCode code, String subject) {
        return all.contains(new Identity(code.code(), subject));
    }

    /** Whether it is open, and people want to hear no more of it. */
    public boolean hasIgnored(TaskCode code, String subject) {
        return ignored.contains(new Identity(code.code(), subject));
    }
}
