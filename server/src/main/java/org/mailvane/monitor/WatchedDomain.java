package org.mailvane.monitor;

import java.time.Instant;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.SeenSelectors.Seen;

/**
 * A domain whose records are being looked up now, with the number of lookups that had been
 * requested when it was taken.
 *
 * @param lease the worker's lease of it
 * @param name its name
 * @param selectors DKIM selectors that people have given
 * @param seen those that reports showed, when everything was looked up last
 * @param verified whether it was shown to be the account's
 * @param dmarcDue when its DMARC record is due
 * @param fullDue when everything is
 * @param reportsHere whether its DMARC record was ever seen to have reports sent here
 */
record WatchedDomain(
        Lease lease,
        DomainName name,
        List<String> selectors,
        Seen seen,
        boolean verified,
        Instant dmarcDue,
        Instant fullDue,
        long wishes,
        boolean reportsHere) {

    /** Returns the whole account. */
    Scope scope() {
        return lease.scope();
    }

    /** Returns its row. */
    DomainId id() {
        return new DomainId(lease.id());
    }

    /** Whether everything is due, not its DMARC record alone. */
    boolean isFullDue(Instant now) {
        return !fullDue.isAfter(now);
    }
}
