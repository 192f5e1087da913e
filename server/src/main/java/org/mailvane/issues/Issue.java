package org.mailvane.issues;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Passage;

/**
 * A problem of a domain's record, from the check that found it to the check that did not find it
 * any more.
 *
 * @param id its number
 * @param domainId the row of its domain
 * @param domain whose record it is
 * @param standing how urgent it is
 * @param record which kind of record it is about, as the API names them
 * @param code the finding's stable code
 * @param problem what is wrong
 * @param solution what to do about it
 * @param evidence where it was read, and the content
 * @param created when it was found
 * @param solved when a check did not find it any more; null while it is open
 * @param ignored whether users have ignored it
 * @param writable whether the caller may change it
 */
public record Issue(
        long id,
        DomainId domainId,
        DomainName domain,
        DomainHealth standing,
        String record,
        String code,
        Passage problem,
        Passage solution,
        Passage evidence,
        Instant created,
        @Nullable Instant solved,
        boolean ignored,
        boolean writable)
        implements ActionItem {}
