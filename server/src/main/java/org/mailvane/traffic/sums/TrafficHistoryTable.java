package org.mailvane.traffic.sums;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.sums.TrafficHistory.NewSource;
import org.springframework.stereotype.Repository;

/** SQL over {@code daily} and {@code report}, day by day. */
@Repository
class TrafficHistoryTable {

    private final Db db;

    TrafficHistoryTable(Db db) {
        this.db = db;
    }

    private static long[] numbers(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).toArray();
    }

    Map<DomainId, Map<LocalDate, DomainCounts>> counts(
            Scope scope, Collection<DomainId> domains, Days days) {
        Map<DomainId, Map<LocalDate, DomainCounts>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, day,
                            saturated(coalesce(sum(messages) filter (where category = 1), 0)) as capable,
                            saturated(coalesce(sum(messages) filter (where category = 2), 0))
                                as non_compliant,
                            saturated(coalesce(sum(messages) filter (where category = 3), 0)) as forwarded,
                            saturated(coalesce(sum(messages) filter (where category = 4), 0)) as threat
                        from daily
                        where account_id = :account and domain_id = any(:domains)
                            and day between :first and :last and trust < 2 and messages > 0
                        group by domain_id, day
                        """)
                .param("domains", numbers(domains))
                .param("first", days.first())
                .param("last", days.last())
                .list(row ->
                        found.computeIfAbsent(
                                        new DomainId(row.number("domain_id")), d -> new HashMap<>())
                                .put(
                                        row.day("day"),
                                        new DomainCounts(
                                                row.number("capable"),
                                                row.number("non_compliant"),
                                                row.number("forwarded"),
                                                row.number("threat"))));
        return found;
    }

    List<NewSource> newSources(Scope scope, Collection<DomainId> domains, LocalDate day) {
        return db.as(scope)
                .sql(
                        """
                        select d.domain_id, d.source, saturated(sum(d.messages)) as messages,
                            saturated(sum(d.dmarc)) as passed
                        from daily d
                        where d.account_id = :account and d.domain_id = any(:domains)
                            and d.day = :day and d.category in (:capable, :nonCompliant)
                            and d.messages > 0 and d.trust < 2
                            and not exists (select from daily e
                                where e.domain_id = d.domain_id and e.day < d.day
                                    and e.source = d.source and e.messages > 0 and e.trust < 2)
                        group by d.domain_id, d.source
                        order by d.domain_id, sum(d.messages) desc, d.source
                        """)
                .param("domains", numbers(domains))
                .param("day", day)
                .param("capable", Category.CAPABLE.number())
                .param("nonCompliant", Category.NON_COMPLIANT.number())
                .list(row ->
                        new NewSource(
                                new DomainId(row.number("domain_id")),
                                Math.toIntExact(row.number("source")),
                                row.number("messages"),
                                row.number("passed")));
    }

    long rejectedThreats(Scope scope, DomainId domain, LocalDate day) {
        return db.as(scope)
                .sql(
                        """
                        select saturated(coalesce(sum(rejected), 0)) as rejected from daily
                        where account_id = :account and domain_id = :domain and day = :day
                            and category = :category and trust < 2
                        """)
                .param("domain", domain.value())
                .param("day", day)
                .param("category", Category.THREAT_OR_UNKNOWN.number())
                .one(row -> row.number("rejected"));
    }

    Map<DomainId, LocalDate> firstDays(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, LocalDate> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, min(day) as first from daily
                        where account_id = :account and domain_id = any(:domains) and trust < 2
                            and messages > 0
                        group by domain_id
                        """)
                .param("domains", numbers(domains))
                .list(row -> found.put(new DomainId(row.number("domain_id")), row.day("first")));
        return found;
    }

    Map<DomainId, Map<String, List<LocalDate>>> reporters(
            Scope scope,
            Collection<DomainId> domains,
            Days days,
            int most,
            Collection<String> known) {
        Map<DomainId, Map<String, List<LocalDate>>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        with reported as materialized (
                            select distinct domain_id, reporter,
                                cast(begin_at at time zone 'UTC' as date) as day
                            from report
                            where account_id = :account and domain_id = any(:domains)
                                and begin_at >= :first and begin_at < :end and trust < 3),
                        counted as (
                            select *, count(*) over (partition by domain_id, reporter) as days
                            from reported),
                        ranked as (
                            select *, dense_rank() over (partition by domain_id
                                order by days desc, reporter collate "C") as place
                            from counted)
                        select domain_id, reporter, day from ranked
                        where reporter <> '' and (place <= :most or reporter = any(:known))
                        union all
                        select distinct domain_id, '', day from reported
                        """)
                .param("most", most)
                .param("known", known.toArray(String[]::new))
                .param("domains", numbers(domains))
                .param("first", days.first().atStartOfDay().toInstant(ZoneOffset.UTC))
                .param("end", days.last().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .list(row ->
                        found.computeIfAbsent(
                                        new DomainId(row.number("domain_id")), d -> new HashMap<>())
                                .computeIfAbsent(row.text("reporter"), r -> new ArrayList<>())
                                .add(row.day("day")));
        return found;
    }
}
