package org.mailvane.actions;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.TaskCode.Tab;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Passage;

/**
 * A step toward a policy that protects a domain, from when it was next until it was done.
 *
 * @param code which step it is
 * @param category what kind of step it is, as it is stored: also of a step that only a newer
 *     version of the program knows
 * @param details what is wrong, in the first sentence, and what to do
 */
public record Task(
        long id,
        DomainId domainId,
        DomainName domain,
        DomainHealth health,
        TaskCode code,
        String category,
        Passage details,
        Instant created,
        @Nullable Instant solvedAt,
        boolean ignored,
        boolean writable)
        implements ActionItem {

    @Override
    public Tab tab() {
        return code.tab();
    }
}
