package org.mailvane.timeline;

import java.util.Collection;
import org.mailvane.domains.AddedDomain;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainsAdded;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.springframework.stereotype.Component;

/** Notes when domains come and go. */
@Component
class DomainEvents implements DomainsAdded, DomainContent {

    private final Timeline timeline;

    DomainEvents(Timeline timeline) {
        this.timeline = timeline;
    }

    @Override
    public void added(Scope scope, Collection<AddedDomain> domains) {
        timeline.add(scope, domains.stream().map(DomainEvents::event).toList());
    }

    private static NewEvent event(AddedDomain domain) {
        boolean byReports = domain.origin() == Origin.REPORT;
        boolean below = byReports && domain.parent() != null;
        Message details =
                below
                        ? EventMessages.discovered()
                        : byReports ? EventMessages.addedByReports() : EventMessages.added();
        return new NewEvent(
                domain.id(),
                domain.name(),
                below ? Change.SUBDOMAIN_DISCOVERED : Change.DOMAIN_ADDED,
                "",
                "",
                "",
                Passage.of(details));
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        timeline.addGoing(
                scope, domains, Change.DOMAIN_REMOVED, Passage.of(EventMessages.deleted()));
    }
}
