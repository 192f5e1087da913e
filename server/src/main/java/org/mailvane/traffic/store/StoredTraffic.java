package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoredReports;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/** What is stored of aggregate reports, as long as their domains are there. */
@Component
class StoredTraffic implements DomainContent, StoredReports {

    private final ReportTable reports;
    private final FactTable facts;
    private final DailyTable daily;
    private final PackedRows packed;
    private final ReclassificationQueueTable unsettled;
    private final ExpiredTraffic expired;

    StoredTraffic(
            ReportTable reports,
            FactTable facts,
            DailyTable daily,
            PackedRows packed,
            ReclassificationQueueTable unsettled,
            ExpiredTraffic expired) {
        this.reports = reports;
        this.facts = facts;
        this.daily = daily;
        this.packed = packed;
        this.unsettled = unsettled;
        this.expired = expired;
    }

    @Override
    public List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return reports.messages(scope, domains, after, limit);
    }

    @Override
    public Set<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return new LinkedHashSet<>(reports.messagesOfOthers(scope, List.copyOf(messages), domains));
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        // Domain by domain, and nothing is left.
        expired.delete(before);
        return false;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        reports.delete(scope, domains);
        facts.delete(scope, domains);
        daily.delete(scope, domains);
        packed.delete(scope, domains);
        unsettled.delete(scope, domains);
    }
}
