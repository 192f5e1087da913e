package org.mailvane.sources;

import java.util.Collection;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/**
 * What is known of domains, as long as they are there. Decisions about them go with their rows by
 * themselves.
 */
@Component
class StoredEvidence implements DomainContent {

    private final DomainEvidenceTable evidence;
    private final SelectorUseTable selectors;

    StoredEvidence(DomainEvidenceTable evidence, SelectorUseTable selectors) {
        this.evidence = evidence;
        this.selectors = selectors;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        evidence.delete(scope, domains);
        selectors.delete(scope, domains);
    }
}
