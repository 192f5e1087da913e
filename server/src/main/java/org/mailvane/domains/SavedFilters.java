package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import org.mailvane.store.Scope;

/** A capability above that keeps lists of domains for callers, each under a number. */
public interface SavedFilters {

    /** The domains of one of the caller's filters, as far as they may read them. */
    Optional<List<DomainId>> domainsOf(Scope scope, long filterId);
}
