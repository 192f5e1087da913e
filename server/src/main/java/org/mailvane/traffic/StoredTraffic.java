package org.mailvane.traffic;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** What is stored of reports, as long as their domains are there. */
@Component
@Order(StoredTraffic.ORDER)
public class StoredTraffic implements DomainContent {

    /** When reports are removed with a domain: what refers to them goes before. */
    public static final int ORDER = 100;

    private final ReportTable reports;
    private final FactTable facts;
    private final DailyTable daily;

    StoredTraffic(ReportTable reports, FactTable facts, DailyTable daily) {
        this.reports = reports;
        this.facts = facts;
        this.daily = daily;
    }

    /**
     * Some of the messages in which reports about these domains came, in ascending order.
     *
     * @param after the last that is known already; 0: none
     * @param limit how many at most
     */
    public List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return reports.messages(scope, domains, after, limit);
    }

    /** Those of these messages that hold reports about further domains. */
    public Set<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return new LinkedHashSet<>(reports.messagesOfOthers(scope, List.copyOf(messages), domains));
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        reports.delete(scope, domains);
        facts.delete(scope, domains);
        daily.delete(scope, domains);
    }
}
