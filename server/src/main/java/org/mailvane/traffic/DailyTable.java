package org.mailvane.traffic;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.mailvane.domains.DomainFigures.Counts;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code daily}, the sums of the facts. */
@Repository
class DailyTable {

    private final Db db;

    DailyTable(Db db) {
        this.db = db;
    }

    /** Adds sums to those that are there, in ascending order of their keys. */
    void add(Scope scope, SortedMap<DailyKey, DailySums> sums) {
        int size = sums.size();
        long[] domains = new long[size];
        Date[] days = new Date[size];
        int[] sources = new int[size];
        int[] categories = new int[size];
        long[] messages = new long[size];
        long[] dmarc = new long[size];
        long[] dkim = new long[size];
        long[] spf = new long[size];
        long[] quarantined = new long[size];
        long[] rejected = new long[size];
        int i = 0;
        for (Map.Entry<DailyKey, DailySums> entry : sums.entrySet()) {
            DailyKey key = entry.getKey();
            DailySums sum = entry.getValue();
            domains[i] = key.domain().value();
            days[i] = Date.valueOf(key.day());
            sources[i] = key.source();
            categories[i] = key.category();
            messages[i] = sum.messages;
            dmarc[i] = sum.dmarc;
            dkim[i] = sum.dkim;
            spf[i] = sum.spf;
            quarantined[i] = sum.quarantined;
            rejected[i] = sum.rejected;
            i++;
        }
        db.as(scope)
                .sql(
                        """
                        insert into daily (account_id, domain_id, day, source, category, messages,
                            dmarc, dkim, spf, quarantined, rejected)
                        select :account, s.* from unnest(:domains, :days, :sources, :categories,
                            :messages, :dmarc, :dkim, :spf, :quarantined, :rejected) s
                        on conflict (domain_id, day, source, category) do update set
                            messages = daily.messages + excluded.messages,
                            dmarc = daily.dmarc + excluded.dmarc,
                            dkim = daily.dkim + excluded.dkim,
                            spf = daily.spf + excluded.spf,
                            quarantined = daily.quarantined + excluded.quarantined,
                            rejected = daily.rejected + excluded.rejected
                        """)
                .param("domains", domains)
                .param("days", days)
                .param("sources", sources)
                .param("categories", categories)
                .param("messages", messages)
                .param("dmarc", dmarc)
                .param("dkim", dkim)
                .param("spf", spf)
                .param("quarantined", quarantined)
                .param("rejected", rejected)
                .update();
    }

    /** Messages by category on these days, of these domains and of what counts with them. */
    Map<DomainId, Counts> counts(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        Map<DomainId, Counts> counts = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id,
                            sum(f.messages) filter (where f.category = 1) as capable,
                            sum(f.messages) filter (where f.category = 2) as non_compliant,
                            sum(f.messages) filter (where f.category = 3) as forwarded,
                            sum(f.messages) filter (where f.category = 4) as threat
                        from unnest(:domains) w(id)
                        join domain d on d.account_id = :account
                            and (d.id = w.id or d.parent_id = w.id and not d.top_level)
                        join daily f on f.domain_id = d.id
                            and f.day between :first and :last
                        group by w.id
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .param("first", first)
                .param("last", last)
                .list(row ->
                        counts.put(
                                new DomainId(row.number("id")),
                                new Counts(
                                        row.sum("capable"),
                                        row.sum("non_compliant"),
                                        row.sum("forwarded"),
                                        row.sum("threat"))));
        return counts;
    }
}
