package org.mailvane.issues;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A problem of a domain's record, from when it was found until it was found no more.
 *
 * @param id its number
 * @param domain whose record it is
 * @param code the finding's stable code
 * @param problem what is wrong
 * @param solution what to do about it
 * @param evidence where it was read, and what stood there
 * @param created when it was found
 * @param solved when a check found it no more; null: it is open
 * @param ignored whether people want to hear no more of it
 * @param writable whether the caller may change it
 */
record Issue(
        long id,
        DomainName domain,
        String code,
        String problem,
        String solution,
        String evidence,
        Instant created,
        @Nullable Instant solved,
        boolean ignored,
        boolean writable) {

    /** The finding's code, and the evidence. */
    String details() {
        return evidence.isEmpty() ? code : code + ": " + evidence;
    }
}
