package org.mailvane.actions;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.TaskCode.Tab;
import org.mailvane.domains.DomainHealth;
import org.mailvane.text.Passage;

/**
 * The most urgent item about a domain that is open and not ignored: what to do first.
 *
 * @param task which step it is; null for an issue
 * @param id the number of the task or issue
 * @param record of an issue, which kind of record it is about; else empty
 * @param code the step's code, or the finding's
 * @param text what to do, or what is wrong
 * @param solution of an issue, what to do about it; else empty
 * @param since when it was found, or became next
 */
public record NextAction(
        @Nullable TaskCode task,
        long id,
        String record,
        String code,
        Passage text,
        Passage solution,
        Instant since) {

    /** The records by whose authentication a DMARC policy is judged. */
    private static final Set<String> AUTHENTICATION = Set.of("dmarc", "spf", "dkim");

    /** Returns whether it is a task, and not an issue. */
    public boolean isTask() {
        return task != null;
    }

    /** Returns the tab of the domain's page that shows what it is about. */
    public Tab tab() {
        return task == null ? Tab.ofFinding(code) : task.tab();
    }

    /**
     * Returns whether a DMARC policy may have to wait for it: for such a task, or for an issue
     * about authentication that is an error, or that leaves unknown whether there is one.
     *
     * @param health the health of the domain
     */
    boolean isBeforePolicy(DomainHealth health) {
        return task == null
                ? AUTHENTICATION.contains(record)
                        && (health == DomainHealth.FIX || code.equals(TaskPriority.NO_ANSWER))
                : task.isBeforePolicy();
    }
}
