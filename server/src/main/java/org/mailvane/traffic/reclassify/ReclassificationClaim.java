package org.mailvane.traffic.reclassify;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;

/**
 * A domain whose rows are to be reclassified, claimed by a worker.
 *
 * @param lease the worker's lease of it
 * @param fresh days with new rows
 * @param lacking whether something was not known of the address of a new row
 * @param waiting days with rows of addresses that could not be looked up, or are to be looked up
 *     again
 * @param unknown of how many of them nothing was known when their rows were last classified
 * @param askedBefore what was looked up before is looked up again, since somebody has asked for it;
 *     null: nobody has
 * @param attempts times in a row that working it has failed
 */
record ReclassificationClaim(
        Lease lease,
        Optional<Days> fresh,
        boolean lacking,
        Optional<Days> waiting,
        UnknownAddresses unknown,
        @Nullable Instant askedBefore,
        int attempts) {

    /** Returns its account. */
    Scope scope() {
        return lease.scope();
    }

    /** Returns the domain. */
    DomainId domain() {
        return new DomainId(lease.id());
    }

    /** Days whose addresses are looked at. */
    List<Days> asked() {
        return Days.union(Stream.concat(fresh.stream(), waiting.stream()).toList());
    }
}
