package org.mailvane.monitor;

import java.time.Clock;
import java.util.Collection;
import org.mailvane.domains.AddedDomain;
import org.mailvane.domains.DomainsAdded;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Has domains watched from the moment on in which they are added. */
@Component
class NewDomains implements DomainsAdded {

    private final WatchedDomainTable queue;
    private final Clock clock;

    NewDomains(WatchedDomainTable queue, Clock clock) {
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public void added(Scope scope, Collection<AddedDomain> domains) {
        queue.add(
                scope.wholeAccount(),
                domains.stream().map(AddedDomain::id).toList(),
                clock.instant());
    }
}
