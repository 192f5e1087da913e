package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.util.Collection;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainsMoved;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesChanged;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * What is known of domains, as long as they exist and stay where they are. Decisions about them go
 * with their rows by themselves.
 */
@Component
class StoredEvidence implements DomainContent, DomainsMoved {

    private final DomainEvidenceTable evidence;
    private final SelectorUseTable selectors;
    private final ObjectProvider<SourcesChanged> listeners;

    StoredEvidence(
            DomainEvidenceTable evidence,
            SelectorUseTable selectors,
            ObjectProvider<SourcesChanged> listeners) {
        this.evidence = evidence;
        this.selectors = selectors;
        this.listeners = listeners;
    }

    /** SPF records and decisions of the row above count for a domain too. */
    @Override
    public void moved(Scope scope, Collection<DomainId> domains) {
        evidence.raiseVersions(scope, domains);
        listeners.forEach(listener -> listener.changed(scope, domains, LocalDate.MIN));
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        evidence.delete(scope, domains);
        selectors.delete(scope, domains);
    }
}
