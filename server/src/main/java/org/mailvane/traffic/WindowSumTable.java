package org.mailvane.traffic;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.mailvane.traffic.WindowSums.FailedSignatures;
import org.mailvane.traffic.WindowSums.LastDay;
import org.mailvane.traffic.WindowSums.OfRow;
import org.mailvane.traffic.WindowSums.Pair;
import org.mailvane.traffic.WindowSums.PassedMail;
import org.mailvane.traffic.WindowSums.Period;
import org.mailvane.traffic.WindowSums.Vouched;
import org.mailvane.traffic.WindowSums.Voucher;
import org.springframework.stereotype.Repository;

/**
 * SQL over {@code daily} by rows of domains, and over {@code fact} where addresses are asked. Only
 * what drives advice is read.
 */
@Repository
class WindowSumTable {

    private final Db db;

    WindowSumTable(Db db) {
        this.db = db;
    }

    List<OfRow> between(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return db.as(scope)
                .sql(
                        """
                        select domain_id, source, category,
                            saturated(sum(messages)) as messages,
                            saturated(sum(dmarc)) as dmarc, saturated(sum(spf)) as spf,
                            saturated(sum(dkim)) as dkim
                        from daily
                        where account_id = :account and domain_id = any(:domains)
                            and day between :first and :last and messages > 0 and advice
                        group by domain_id, source, category
                        order by domain_id, source, category
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("first", first)
                .param("last", last)
                .list(row ->
                        new OfRow(
                                new DomainId(row.number("domain_id")),
                                Math.toIntExact(row.number("source")),
                                Category.of((int) row.number("category")),
                                new MessageSums(
                                        row.number("messages"),
                                        row.number("dmarc"),
                                        row.number("spf"),
                                        row.number("dkim"))));
    }

    Map<DomainId, Long> unverified(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        Map<DomainId, Long> messages = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, saturated(sum(messages)) as messages
                        from daily
                        where account_id = :account and domain_id = any(:domains)
                            and day between :first and :last and messages > 0 and not advice
                        group by domain_id
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("first", first)
                .param("last", last)
                .list(row ->
                        messages.put(
                                new DomainId(row.number("domain_id")), row.number("messages")));
        return messages;
    }

    List<Vouched> vouched(
            Scope scope,
            Collection<DomainId> domains,
            LocalDate since,
            LocalDate first,
            LocalDate last) {
        return isAnyStranger(scope, domains, since)
                ? readVouched(scope, domains, since, first, last)
                : List.of();
    }

    /**
     * Most domains have none, and rows of reports are many. Reports are of the row above too, and
     * of whatever row a record's From domain has.
     */
    private boolean isAnyStranger(Scope scope, Collection<DomainId> domains, LocalDate since) {
        String stranger =
                """
                select from report r join reporter p
                    on p.account_id = :account and p.id = r.reporter_number
                where r.account_id = :account and p.trust <> 'accepted' and r.trust = 1
                    and r.mechanism <> 'person' and r.end_at >= cast(:since as date)
                    and\
                """;
        return db.as(scope)
                .sql(
                        """
                        select exists (%1$s r.domain_id = any(array(
                                select unnest(array[d.id, d.parent_id]) from domain d
                                where d.account_id = :account and d.id = any(:domains))))
                            or exists (%1$s r.fact_domains <> '{}'
                                and r.fact_domains && :domains) as stranger
                        """
                                .formatted(stranger))
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("since", since)
                .one(row -> row.flag("stranger"));
    }

    private List<Vouched> readVouched(
            Scope scope,
            Collection<DomainId> domains,
            LocalDate since,
            LocalDate first,
            LocalDate last) {
        return db.as(scope)
                .sql(
                        """
                        with sums as materialized (
                            select f.domain_id, f.source, f.category,
                                case when f.day < :first then 'EARLIER'
                                    when f.day <= :last then 'JUDGED' else 'LATER' end as period,
                                case when p.trust = 'accepted' or r.mechanism = 'person' then ''
                                    else coalesce(nullif(nullif(r.voucher, ''), '-'),
                                        nullif(p.organization, ''), p.domain) end as stranger,
                                sum(f.messages) as messages,
                                sum(case when f.dkim_aligned or f.spf_aligned
                                    then f.messages else 0 end) as dmarc,
                                sum(case when f.spf_aligned then f.messages else 0 end)
                                    as spf,
                                sum(case when f.dkim_aligned then f.messages else 0 end)
                                    as dkim
                            from fact f
                            join report r on r.id = f.report_id
                                and r.account_id = :account
                            join reporter p on p.account_id = :account
                                and p.id = r.reporter_number
                            where f.domain_id = any(array(select d.id from domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day >= :since and f.trust = 1 and f.messages > 0
                            group by f.domain_id, f.source, f.category, period, stranger),
                        largest as (
                            select stranger from sums where stranger <> ''
                            group by stranger
                            order by sum(messages) desc, stranger limit :most)
                        select s.domain_id, s.source, s.category, s.period,
                            case when s.stranger = '' then ''
                                else coalesce(l.stranger, :others) end as voucher,
                            saturated(sum(s.messages)) as messages,
                            saturated(sum(s.dmarc)) as dmarc, saturated(sum(s.spf)) as spf,
                            saturated(sum(s.dkim)) as dkim
                        from sums s left join largest l on l.stranger = s.stranger
                        group by s.domain_id, s.source, s.category, s.period, voucher
                        order by s.domain_id, s.source, s.category, s.period, voucher
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("since", since)
                .param("first", first)
                .param("last", last)
                .param("most", WindowSums.MAX_STRANGERS)
                .param("others", Voucher.OTHERS.stranger())
                .list(row ->
                        new Vouched(
                                new Voucher(row.text("voucher")),
                                Period.valueOf(row.text("period")),
                                new OfRow(
                                        new DomainId(row.number("domain_id")),
                                        Math.toIntExact(row.number("source")),
                                        Category.of((int) row.number("category")),
                                        new MessageSums(
                                                row.number("messages"),
                                                row.number("dmarc"),
                                                row.number("spf"),
                                                row.number("dkim")))));
    }

    Map<DomainId, LocalDate> firstDays(Scope scope, Collection<DomainId> domains, Duration late) {
        // Sums do not say who vouches for them; reports do, and are few beside their facts. Those
        // of the parent have facts of its subdomains.
        Map<DomainId, LocalDate> days = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id, f.day
                        from domain w cross join lateral (
                            select d.day from (
                                select distinct day from daily
                                where account_id = :account and domain_id = w.id
                                    and messages > 0 and advice) d
                            where (
                                select coalesce(bool_or(p.trust <> 'default'
                                    or r.mechanism = 'person'
                                    or r.received < (d.day + interval '1 day') at time zone 'UTC'
                                        + make_interval(secs => :late)), true)
                                from report r
                                join reporter p on p.account_id = :account
                                    and p.id = r.reporter_number
                                where r.account_id = :account
                                    and r.domain_id in (w.id, w.parent_id) and r.trust = 1
                                    and r.begin_at >= (d.day - %1$s) at time zone 'UTC'
                                    and r.begin_at < (d.day + interval '1 day') at time zone 'UTC'
                                    and greatest(r.begin_at, r.end_at - interval '1 microsecond')
                                        >= cast(d.day as timestamp) at time zone 'UTC')
                            order by d.day limit 1) f
                        where w.account_id = :account and w.id = any(:domains)
                        """
                                .formatted(
                                        "interval '%d seconds'"
                                                .formatted(ReportDays.SPREAD_LIMIT.toSeconds())))
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("late", late.toSeconds())
                .list(row -> days.put(new DomainId(row.number("id")), row.day("day")));
        return days;
    }

    Map<DomainId, LastDay> lastDays(Scope scope, Collection<DomainId> domains, int before) {
        Map<DomainId, LastDay> days = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id, l.day, n.days
                        from unnest(:domains) w(id) cross join lateral (
                            select day from daily
                            where account_id = :account and domain_id = w.id and messages > 0
                                and advice
                            order by day desc limit 1) l
                        cross join lateral (
                            select count(distinct d.day) as days from daily d
                            where d.account_id = :account and d.domain_id = w.id
                                and d.messages > 0 and d.advice
                                and d.day > l.day - cast(:before as integer)) n
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("before", before)
                .list(row ->
                        days.put(
                                new DomainId(row.number("id")),
                                new LastDay(row.day("day"), Math.toIntExact(row.number("days")))));
        return days;
    }

    Map<Integer, List<IpAddress>> failingAddresses(
            Scope scope,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            LocalDate last,
            int most) {
        Map<Integer, List<IpAddress>> addresses = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select source, host(address) as address from (
                            select f.source, f.address, row_number() over (partition by f.source
                                order by sum(f.messages) desc, f.address) as place
                            from fact f
                            where f.domain_id = any(array(select d.id from domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.source = any(:sources)
                                and not f.dkim_aligned and not f.spf_aligned
                                and f.category <> :forwarder and f.trust = 1
                            group by f.source, f.address) a
                        where place <= :most
                        order by source, place
                        """)
                .param("forwarder", Category.FORWARDER.number())
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .param("first", first)
                .param("last", last)
                .param("most", most)
                .list(row ->
                        addresses
                                .computeIfAbsent(
                                        Math.toIntExact(row.number("source")),
                                        source -> new ArrayList<>())
                                .add(IpAddress.parse(row.text("address")).orElseThrow()));
        return addresses;
    }

    Map<Integer, FailedSignatures> failedSignatures(
            Scope scope,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            String organization,
            LocalDate first,
            LocalDate last,
            int most) {
        Map<Integer, FailedSignatures> signatures = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        with failed as (
                            select f.source, f.domain_id, f.detail, sum(f.messages) as messages
                            from fact f
                            where f.domain_id = any(array(select d.id from domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.source = any(:sources)
                                and not f.dkim_aligned and not f.spf_aligned
                                and f.category <> :forwarder and f.trust = 1
                            group by f.source, f.domain_id, f.detail),
                        signed as (
                            select f.source, f.messages, (
                                select min((k ->> 's') || '._domainkey.' || lower(k ->> 'd'))
                                from jsonb_array_elements(d.dkim) k
                                where k ->> 'r' not in (:pass, :none)
                                    and right('.' || lower(k ->> 'd'), length(:below)) = :below) as key
                            from failed f
                            left join detail d on d.account_id = :account
                                and d.domain_id = f.domain_id and d.hash = f.detail)
                        select source, array_agg(key order by place) as keys,
                            saturated(max(failed)) as failed, saturated(max(broken)) as broken
                        from (
                            select source, key,
                                sum(sum(messages)) over (partition by source) as failed,
                                sum(sum(messages) filter (where key is not null))
                                    over (partition by source) as broken,
                                row_number() over (partition by source
                                    order by key is null, sum(messages) desc, key) as place
                            from signed group by source, key) k
                        where key is not null and place <= :most
                        group by source
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .param("below", "." + organization)
                .param("forwarder", Category.FORWARDER.number())
                .param("pass", ResultWord.PASS.letter())
                .param("none", ResultWord.NONE.letter())
                .param("first", first)
                .param("last", last)
                .param("most", most)
                .list(row ->
                        signatures.put(
                                Math.toIntExact(row.number("source")),
                                new FailedSignatures(
                                        row.number("failed"),
                                        row.number("broken"),
                                        row.texts("keys"))));
        return signatures;
    }

    void forPassed(
            Scope scope,
            Collection<DomainId> domains,
            Category category,
            LocalDate first,
            LocalDate last,
            PassedMail consumer) {
        db.as(scope)
                .sql(
                        """
                        select f.domain_id, f.spf_aligned, f.dkim_aligned, d.dkim, d.spf, f.messages
                        from (
                            select f.domain_id, f.spf_aligned, f.dkim_aligned, f.detail,
                                saturated(sum(f.messages)) as messages
                            from fact f
                            where f.domain_id = any(array(select d.id from domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.category = :category
                                and (f.dkim_aligned or f.spf_aligned) and f.trust = 1
                            group by f.domain_id, f.spf_aligned, f.dkim_aligned, f.detail) f
                        join detail d on d.account_id = :account and d.domain_id = f.domain_id
                            and d.hash = f.detail
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("category", category.number())
                .param("first", first)
                .param("last", last)
                .forEach(row ->
                        consumer.accept(
                                new DomainId(row.number("domain_id")),
                                row.flag("spf_aligned"),
                                row.flag("dkim_aligned"),
                                RawResults.parse(row.text("dkim"), row.text("spf"), "[]"),
                                row.number("messages")));
    }

    List<Pair> passedAtOtherTimes(
            Scope scope,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            @Nullable LocalDate last) {
        return db.as(scope)
                .sql(
                        """
                        select distinct d.domain_id, d.source from daily d
                        where d.account_id = :account and d.domain_id = any(:domains)
                            and d.source = any(:sources) and d.dmarc > 0 and d.advice
                            and d.category <> :forwarder
                            and (d.day > cast(:last as date) or d.day < :first and exists (
                                select from fact f
                                join report r on r.account_id = :account and r.id = f.report_id
                                join reporter p on p.account_id = :account
                                    and p.id = r.reporter_number
                                where f.domain_id = d.domain_id and f.day = d.day
                                    and f.source = d.source and f.category = d.category
                                    and (f.dkim_aligned or f.spf_aligned) and f.trust = 1
                                    and (p.trust = 'accepted' or r.mechanism = 'person')))
                        """)
                .param("forwarder", Category.FORWARDER.number())
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .param("first", first)
                .param("last", last)
                .list(row ->
                        new Pair(
                                new DomainId(row.number("domain_id")),
                                Math.toIntExact(row.number("source"))));
    }
}
