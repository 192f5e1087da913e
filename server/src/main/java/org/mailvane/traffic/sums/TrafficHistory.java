package org.mailvane.traffic.sums;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Service;

/** What domains' traffic was on past days, for those who look for what is unusual. */
@Service
public class TrafficHistory {

    private final TrafficHistoryTable table;

    TrafficHistory(TrafficHistoryTable table) {
        this.table = table;
    }

    /**
     * A source's messages of a day in the name of a domain, of a source that had never sent for it
     * before.
     *
     * @param source its number
     * @param passed how many of its messages passed DMARC
     */
    public record NewSource(DomainId domain, int source, long messages, long passed) {}

    /** Messages by day, of days that have any. */
    public Map<DomainId, Map<LocalDate, DomainCounts>> counts(
            Scope scope, Collection<DomainId> domains, Days days) {
        return table.counts(scope, domains, days);
    }

    /** Returns how many messages of threats and unknown senders receivers rejected on a day. */
    public long rejectedThreats(Scope scope, DomainId domain, LocalDate day) {
        return table.rejectedThreats(scope, domain, day);
    }

    /** Sources of known kinds that sent for the first time on a day. */
    public List<NewSource> newSources(Scope scope, Collection<DomainId> domains, LocalDate day) {
        return table.newSources(scope, domains, day);
    }

    /** Returns the first day with any messages, of domains that have one. */
    public Map<DomainId, LocalDate> firstDays(Scope scope, Collection<DomainId> domains) {
        return table.firstDays(scope, domains);
    }

    /**
     * Returns the days at whose start reports begin, by reporter; by the empty name those of all
     * reporters. Anybody can send reports in any number of names.
     *
     * @param most so many reporters of each domain are returned, those that report most often first
     * @param known reporters that are returned, too
     */
    public Map<DomainId, Map<String, List<LocalDate>>> reporters(
            Scope scope,
            Collection<DomainId> domains,
            Days days,
            int most,
            Collection<String> known) {
        return table.reporters(scope, domains, days, most, known);
    }
}
