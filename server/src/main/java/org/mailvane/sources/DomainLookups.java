package org.mailvane.sources;

import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.jobs.StopSign;
import org.mailvane.store.Scope;

/** Looks up which networks domains' SPF records let pass, and keeps them. */
public interface DomainLookups {

    /**
     * Looks up those of these domains that are due, in no transaction. Where the networks have
     * changed, {@link SourcesChanged} is told.
     *
     * @param stop ends it early
     */
    void lookUp(Scope scope, Collection<DomainId> domains, StopSign stop);
}
