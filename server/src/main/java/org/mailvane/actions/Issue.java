package org.mailvane.actions;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.TaskCode.Tab;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Passage;

/**
 * A problem of a domain's record, from the check that found it to the check that did not find it
 * any more.
 *
 * @param record which kind of record it is about, as the API names it
 * @param code the finding's stable code
 * @param problem what is wrong
 * @param solution what to do about it
 * @param evidence where it was read, and the content
 */
public record Issue(
        long id,
        DomainId domainId,
        DomainName domain,
        DomainHealth health,
        String record,
        String code,
        Passage problem,
        Passage solution,
        Passage evidence,
        Instant created,
        @Nullable Instant solvedAt,
        boolean ignored,
        boolean writable)
        implements ActionItem {

    @Override
    public Tab tab() {
        return Tab.ofFinding(code);
    }
}
