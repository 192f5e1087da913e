package org.mailvane.issues;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Passage;

/**
 * A step toward a policy that protects a domain, from when it was next until it was done.
 *
 * @param id its number
 * @param domainId the row of its domain
 * @param domain whose step it is
 * @param standing how urgent it is
 * @param code which step it is
 * @param category what kind of step it is, as it is stored: also of a step that only a newer
 *     version of the program knows
 * @param details what is the matter, in the first sentence, and what to do
 * @param created when it became a next step
 * @param solveTime when it was done; null: it is open
 * @param ignored whether people want to hear no more of it
 * @param writable whether the caller may change it
 */
public record Task(
        long id,
        DomainId domainId,
        DomainName domain,
        DomainHealth standing,
        TaskCode code,
        String category,
        Passage details,
        Instant created,
        @Nullable Instant solveTime,
        boolean ignored,
        boolean writable)
        implements ActionItem {}
