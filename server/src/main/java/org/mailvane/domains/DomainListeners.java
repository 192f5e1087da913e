package org.mailvane.domains;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.mailvane.platform.store.Scope;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Notifies the modules above about added, moved and changed domains. */
@Component
class DomainListeners {

    private final List<DomainsAdded> additions;
    // Listeners may need Domains, which needs this.
    private final ObjectProvider<DomainsMoved> moves;
    private final ObjectProvider<DomainsDescribed> descriptions;
    private final ObjectProvider<DomainMonitor> monitors;

    DomainListeners(
            List<DomainsAdded> additions,
            ObjectProvider<DomainsMoved> moves,
            ObjectProvider<DomainsDescribed> descriptions,
            ObjectProvider<DomainMonitor> monitors) {
        this.additions = additions;
        this.moves = moves;
        this.descriptions = descriptions;
        this.monitors = monitors;
    }

    /** Reports that people or reports have added these domains. */
    void added(Scope scope, List<AddedDomain> domains) {
        if (!domains.isEmpty()) {
            additions.forEach(listener -> listener.added(scope, domains));
        }
    }

    /** Reports that the row above these domains has changed. */
    void moved(Scope scope, Collection<DomainId> ids) {
        if (!ids.isEmpty()) {
            moves.forEach(listener -> listener.moved(scope, ids));
        }
    }

    /** Reports that people have described these domains differently. */
    void described(Scope scope, Collection<DomainId> ids) {
        if (!ids.isEmpty()) {
            descriptions.forEach(listener -> listener.described(scope, ids));
        }
    }

    /** Reports what people have changed of a domain to the modules that it concerns. */
    void changed(Scope scope, Domain before, Domain after) {
        boolean newSelectors = !after.selectors().equals(before.selectors());
        if (newSelectors) {
            monitors.forEach(monitor -> monitor.changed(scope, after.id()));
        }
        if (newSelectors
                || after.state() != before.state()
                || after.topLevel() != before.topLevel()) {
            described(scope, Set.of(after.id()));
        }
    }
}
