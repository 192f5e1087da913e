package org.mailvane.sources;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.jobs.StopSign;
import org.mailvane.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Looks up which networks domains' SPF records let pass, and keeps them. */
@Service
@Profile("service")
public class DomainLookups {

    DomainLookups() {}

    /**
     * Looks up those of these domains, and of the rows above them, that are due, in no transaction.
     * Where the networks have changed, {@link SourcesChanged} is told.
     *
     * @param stop ends it early
     */
    public void lookUp(Scope scope, Collection<DomainId> domains, StopSign stop) {}

    /**
     * When the next of those of these domains is due whose last look-up failed; empty where none
     * has.
     */
    public Optional<Instant> nextTry(Scope scope, Collection<DomainId> domains) {
        return Optional.empty();
    }
}
