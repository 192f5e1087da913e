package org.mailvane.traffic.sums;

import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourcesSeen;
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
