package org.mailvane.traffic;

import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.sources.SourcesSeen;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/** Shows which sources have sent in domains' names, by the sums of the rows. */
@Component
class SentBy implements SourcesSeen {

    private final DailyTable sums;

    SentBy(DailyTable sums) {
        this.sums = sums;
    }

    @Override
    public boolean hasSent(Scope scope, Collection<DomainId> domains, int source) {
        return sums.hasSource(scope, domains, source);
    }
}
