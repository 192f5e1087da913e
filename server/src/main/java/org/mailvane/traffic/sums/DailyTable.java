package org.mailvane.traffic.sums;

import java.sql.Date;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code daily}, the sums of the facts. Each fact has a row of sums. Facts that are held add
 * no messages to it.
 */
@Repository
public class DailyTable {

    private final Db db;

    DailyTable(Db db) {
        this.db = db;
    }

    /** Whether there are sums of a source for any of these domains. */
    boolean hasSource(Scope scope, Collection<DomainId> domains, int source) {
        return db.as(scope)
                .sql(
                        """
                        select exists (select from daily where account_id = :account
                            and domain_id = any(:domains) and source = :source and messages > 0) as sent
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .param("source", source)
                .one(row -> row.flag("sent"));
    }

    /**
     * Returns the messages of each day of domains and what is below them since a day, as far as
     * they drive advice. A domain without such messages is not in the result.
     */
    public Map<DomainId, Map<LocalDate, Long>> adviceByDay(
            Scope scope, Collection<DomainId> domains, LocalDate since) {
        Map<DomainId, Map<LocalDate, Long>> days = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        with rows as (
                            select w.id as root, w.id from unnest(:domains) w(id)
                            union all
                            select w.id, d.id from unnest(:domains) w(id)
                            join published.domain d on d.account_id = :account and d.parent_id = w.id)
                        select r.root, s.day, saturated(sum(s.messages)) as messages
                        from rows r join daily s on s.account_id = :account and s.domain_id = r.id
                        where s.day >= :since and s.trust < 2 and s.messages > 0
                        group by r.root, s.day
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .param("since", since)
                .forEach(row ->
                        days.computeIfAbsent(
                                        new DomainId(row.number("root")), root -> new HashMap<>())
                                .put(row.day("day"), row.number("messages")));
        return days;
    }

    /** Returns how many facts these days of domains have, of those that have so many or more. */
    public Map<DomainDay, Long> withFacts(Scope scope, Collection<DomainDay> days, long facts) {
        Map<DomainDay, Long> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select k.domain_id, k.day, sum(d.facts) as facts
                        from unnest(:domains, :days) k(domain_id, day)
                        join daily d on d.account_id = :account
                            and d.domain_id = k.domain_id and d.day = k.day
                        group by k.domain_id, k.day having sum(d.facts) >= :facts
                        """)
                .param("domains", days.stream().mapToLong(d -> d.domain().value()).toArray())
                .param("days", dates(days.stream().map(DomainDay::day).toList()))
                .param("facts", facts)
                .list(row ->
                        found.put(
                                new DomainDay(
                                        new DomainId(row.number("domain_id")), row.day("day")),
                                row.sum("facts")));
        return found;
    }

    /** Whether an accepted reporter shows mail of these days with an aligned signature. */
    public boolean hasAcceptedSignature(Scope scope, DomainId domain, Days days) {
        return db.as(scope)
                .sql(
                        """
                        select exists (select from daily where account_id = :account
                            and domain_id = :domain and day between :first and :last
                            and dkim > 0 and trust = 1) as signed
                        """)
                .param("domain", domain.value())
                .param("first", days.first())
                .param("last", days.last())
                .one(row -> row.flag("signed"));
    }

    /** Adds sums to those that are there, in ascending order of their keys. */
    public void add(Scope scope, SortedMap<DailyKey, DailySums> sums) {
        int size = sums.size();
        long[] domains = new long[size];
        Date[] days = new Date[size];
        int[] sources = new int[size];
        int[] categories = new int[size];
        int[] trusts = new int[size];
        long[] messages = new long[size];
        long[] dmarc = new long[size];
        long[] dkim = new long[size];
        long[] spf = new long[size];
        long[] quarantined = new long[size];
        long[] rejected = new long[size];
        long[] facts = new long[size];
        int i = 0;
        for (Map.Entry<DailyKey, DailySums> entry : sums.entrySet()) {
            DailyKey key = entry.getKey();
            DailySums sum = entry.getValue();
            domains[i] = key.domain().value();
            days[i] = Date.valueOf(key.day());
            sources[i] = key.source();
            categories[i] = key.category().number();
            trusts[i] = key.trust().number();
            messages[i] = sum.messages;
            dmarc[i] = sum.dmarc;
            dkim[i] = sum.dkim;
            spf[i] = sum.spf;
            quarantined[i] = sum.quarantined;
            rejected[i] = sum.rejected;
            facts[i] = sum.facts;
            i++;
        }
        db.as(scope)
                .sql(
                        """
                        insert into daily (account_id, domain_id, day, source, category, trust,
                            messages, dmarc, dkim, spf, quarantined, rejected, facts)
                        select :account, s.* from unnest(:domains, :days, :sources, :categories,
                            :trusts, :messages, :dmarc, :dkim, :spf, :quarantined, :rejected,
                            :facts) s
                        on conflict (domain_id, day, source, category, trust) do update set
                            messages = saturated(cast(daily.messages as numeric) + excluded.messages),
                            dmarc = saturated(cast(daily.dmarc as numeric) + excluded.dmarc),
                            dkim = saturated(cast(daily.dkim as numeric) + excluded.dkim),
                            spf = saturated(cast(daily.spf as numeric) + excluded.spf),
                            quarantined = saturated(cast(daily.quarantined as numeric) + excluded.quarantined),
                            rejected = saturated(cast(daily.rejected as numeric) + excluded.rejected),
                            -- Facts of earlier versions are not counted.
                            facts = greatest(0, daily.facts + excluded.facts)
                        """)
                .param("domains", domains)
                .param("days", days)
                .param("sources", sources)
                .param("categories", categories)
                .param("trusts", trusts)
                .param("messages", messages)
                .param("dmarc", dmarc)
                .param("dkim", dkim)
                .param("spf", spf)
                .param("quarantined", quarantined)
                .param("rejected", rejected)
                .param("facts", facts)
                .update();
    }

    /** Returns the months in which a domain has facts of these days. */
    public List<YearMonth> months(Scope scope, DomainId domain, Days days) {
        return db.as(scope)
                .sql(
                        """
                        select distinct cast(date_trunc('month', day) as date) as month from daily
                        where account_id = :account and domain_id = :domain
                            and day between :first and :last
                        order by month
                        """)
                .param("domain", domain.value())
                .param("first", days.first())
                .param("last", days.last())
                .list(row -> YearMonth.from(row.day("month")));
    }

    /** Removes those of a domain's sums to which no fact belongs any more. */
    public void removeEmpty(Scope scope, DomainId domain, Collection<DailyKey> keys) {
        db.as(scope)
                .sql(
                        """
                        delete from daily d using unnest(:days, :sources, :categories, :trusts)
                            k(day, source, category, trust)
                        where d.account_id = :account and d.domain_id = :domain and d.messages = 0
                            and d.day = k.day and d.source = k.source and d.category = k.category
                            and d.trust = k.trust
                            and not exists (select from fact f
                                where f.domain_id = d.domain_id and f.day = d.day
                                    and f.source = d.source and f.category = d.category
                                    and least(f.trust, 2) = d.trust)
                        """)
                .param("domain", domain.value())
                .param("days", dates(keys.stream().map(DailyKey::day).toList()))
                .param("sources", keys.stream().mapToInt(DailyKey::source).toArray())
                .param(
                        "categories",
                        keys.stream().mapToInt(key -> key.category().number()).toArray())
                .param("trusts", keys.stream().mapToInt(key -> key.trust().number()).toArray())
                .update();
    }

    /** Computes the sums of some days of a domain again, from its facts. */
    public void sumUp(Scope scope, DomainId domain, Collection<LocalDate> days) {
        db.as(scope)
                .sql(
                        """
                        delete from daily
                        where account_id = :account and domain_id = :domain and day = any(:days)
                        """)
                .param("domain", domain.value())
                .param("days", dates(days))
                .update();
        db.as(scope)
                .sql(
                        """
                        insert into daily (account_id, domain_id, day, source, category, trust,
                            messages, dmarc, dkim, spf, quarantined, rejected, facts)
                        select :account, domain_id, day, source, category, least(trust, 2),
                            saturated(coalesce(sum(messages) filter (where trust < 3), 0)),
                            saturated(coalesce(sum(messages) filter (
                                where trust < 3 and (dkim_aligned or spf_aligned)), 0)),
                            saturated(coalesce(sum(messages) filter (where trust < 3 and dkim_aligned), 0)),
                            saturated(coalesce(sum(messages) filter (where trust < 3 and spf_aligned), 0)),
                            saturated(coalesce(sum(messages) filter (where trust < 3 and disposition = 1), 0)),
                            saturated(coalesce(sum(messages) filter (where trust < 3 and disposition = 2), 0)),
                            count(*)
                        from fact
                        where domain_id = :domain and day = any(:days) and exists (
                            select from published.domain where account_id = :account and id = :domain)
                        group by domain_id, day, source, category, least(trust, 2)
                        """)
                .param("domain", domain.value())
                .param("days", dates(days))
                .update();
    }

    /** Returns the messages of these days of a domain, by day. */
    public SortedMap<DomainDay, DomainMail> counts(
            Scope scope, DomainId domain, Collection<LocalDate> days) {
        SortedMap<DomainDay, DomainMail> counts = new TreeMap<>();
        db.as(scope)
                .sql(
                        """
                        select day, sum(messages) filter (where category = 1) as capable,
                            sum(messages) filter (where category = 2) as non_compliant,
                            sum(messages) filter (where category = 3) as forwarded,
                            sum(messages) filter (where category = 4) as threat,
                            sum(dmarc) as passed
                        from daily
                        where account_id = :account and domain_id = :domain and day = any(:days)
                        group by day
                        """)
                .param("domain", domain.value())
                .param("days", dates(days))
                .list(row ->
                        counts.put(
                                new DomainDay(domain, row.day("day")),
                                new DomainMail(
                                        new DomainCounts(
                                                row.sum("capable"),
                                                row.sum("non_compliant"),
                                                row.sum("forwarded"),
                                                row.sum("threat")),
                                        row.sum("passed"))));
        return counts;
    }

    private static Date[] dates(Collection<LocalDate> days) {
        return days.stream().map(Date::valueOf).toArray(Date[]::new);
    }

    public void delete(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        delete from daily
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .update();
    }
}
