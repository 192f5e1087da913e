package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Saved filters go with any domain that they hold: a shorter one would be another. */
@Component
class FiltersOfDomains implements DomainContent {

    private final SavedFilterTable table;

    FiltersOfDomains(SavedFilterTable table) {
        this.table = table;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        table.deleteHolding(scope, domains);
    }
}
