package org.mailvane.traffic.sums;

import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.Category;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.mailvane.traffic.store.RawResults;
import org.mailvane.traffic.store.ReportDays;
import org.mailvane.traffic.store.ResultWord;
import org.mailvane.traffic.sums.WindowSums.FailedSignatures;
import org.mailvane.traffic.sums.WindowSums.LastDay;
import org.mailvane.traffic.sums.WindowSums.OfRow;
import org.mailvane.traffic.sums.WindowSums.Pair;
import org.mailvane.traffic.sums.WindowSums.PassedMail;
import org.springframework.stereotype.Repository;

/**
 * SQL over {@code daily} by rows of domains, and over {@code fact} where addresses are asked. Only
 * what advice rests on is read.
 */
@Repository
class WindowSumTable {

    /** Who sent a report {@code r} of a reporter {@code p}, as one name for all of its names. */
    private static final String STRANGER =
            """
            coalesce(nullif(nullif(r.voucher, ''), '-'), nullif(p.organization, ''), p.domain)\
            """;

    /** Joins the report and the reporter of a fact {@code f}. */
    private static final String WITH_REPORTER =
            """
            join report r on r.id = f.report_id and r.account_id = :account
                join published.reporter p on p.account_id = :account and p.id = r.reporter_number\
            """;

    /** Whether a fact {@code f} is of the days and domains that are asked for. */
    private static final String OF_DAYS =
            """
            f.domain_id = any(array(select d.id from published.domain d
                    where d.account_id = :account and d.id = any(:domains)))
                and f.day between :first and :last\
            """;

    private final Db db;

    WindowSumTable(Db db) {
        this.db = db;
    }

    List<OfRow> between(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            LocalDate first,
            LocalDate last) {
        return db.as(scope)
                .sql(
                        """
                        select domain_id, source, category,
                            saturated(sum(messages)) as messages,
                            saturated(sum(dmarc)) as dmarc, saturated(sum(spf)) as spf,
                            saturated(sum(dkim)) as dkim
                        from daily
                        where account_id = :account and domain_id = any(:domains)
                            and day between :first and :last and messages > 0
                            and trust = any(:trusts)
                        group by domain_id, source, category
                        order by domain_id, source, category
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("trusts", basis.trusts())
                .param("first", first)
                .param("last", last)
                .list(WindowSumTable::ofRow);
    }

    Map<DomainId, Long> messages(
            Scope scope,
            Trust trust,
            Collection<DomainId> domains,
            LocalDate first,
            LocalDate last) {
        Map<DomainId, Long> messages = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, saturated(sum(messages)) as messages
                        from daily
                        where account_id = :account and domain_id = any(:domains)
                            and day between :first and :last and messages > 0
                            and trust = :trust
                        group by domain_id
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("trust", trust.number())
                .param("first", first)
                .param("last", last)
                .list(row ->
                        messages.put(
                                new DomainId(row.number("domain_id")), row.number("messages")));
        return messages;
    }

    List<String> strangers(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        // Reports are few beside their facts. Those of the parent have facts of its subdomains.
        return db.as(scope)
                .sql(
                        """
                        select %s as stranger from report r
                        join published.reporter p on p.account_id = :account and p.id = r.reporter_number
                        where r.account_id = :account and r.trust = 0
                            and r.domain_id in (select unnest(array[d.id, d.parent_id])
                                from published.domain d
                                where d.account_id = :account and d.id = any(:domains))
                            and r.begin_at >= cast(:first as date) at time zone 'UTC'
                            and r.begin_at < (cast(:last as date) + interval '1 day')
                                at time zone 'UTC'
                        group by stranger order by sum(r.messages) desc, stranger limit :most
                        """
                                .formatted(STRANGER))
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("first", first)
                .param("last", last)
                .param("most", WindowSums.MAX_STRANGERS)
                .list(row -> row.text("stranger"));
    }

    Optional<String> largestStranger(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return facts(
                        scope,
                        """
                        select %s as stranger from fact f %s
                        where %s and f.trust = 0 and f.messages > 0
                        group by stranger order by sum(f.messages) desc, stranger limit 1
                        """
                                .formatted(STRANGER, WITH_REPORTER, OF_DAYS),
                        domains,
                        first,
                        last)
                .optional(row -> row.text("stranger"));
    }

    List<OfRow> without(
            Scope scope,
            Collection<DomainId> domains,
            String stranger,
            LocalDate first,
            LocalDate last) {
        return facts(
                        scope,
                        """
                        select f.domain_id, f.source, f.category,
                            saturated(sum(f.messages)) as messages,
                            saturated(coalesce(sum(f.messages)
                                filter (where f.dkim_aligned or f.spf_aligned), 0)) as dmarc,
                            saturated(coalesce(sum(f.messages) filter (where f.spf_aligned), 0))
                                as spf,
                            saturated(coalesce(sum(f.messages) filter (where f.dkim_aligned), 0))
                                as dkim
                        from fact f %s
                        where %s and f.messages > 0
                            and (f.trust = 1 or f.trust = 0 and %s <> :stranger)
                        group by f.domain_id, f.source, f.category
                        order by f.domain_id, f.source, f.category
                        """
                                .formatted(WITH_REPORTER, OF_DAYS, STRANGER),
                        domains,
                        first,
                        last)
                .param("stranger", stranger)
                .list(WindowSumTable::ofRow);
    }

    private Query facts(
            Scope scope,
            String text,
            Collection<DomainId> domains,
            LocalDate first,
            LocalDate last) {
        return db.as(scope)
                .sql(text)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("first", first)
                .param("last", last);
    }

    private static OfRow ofRow(Row row) throws SQLException {
        return new OfRow(
                new DomainId(row.number("domain_id")),
                Math.toIntExact(row.number("source")),
                Category.of((int) row.number("category")),
                new MessageSums(
                        row.number("messages"),
                        row.number("dmarc"),
                        row.number("spf"),
                        row.number("dkim")));
    }

    Map<DomainId, LocalDate> firstDays(
            Scope scope, AdviceBasis basis, Collection<DomainId> domains, Duration late) {
        // Sums do not say when a stranger reported; reports do. Those of the parent have facts of
        // its subdomains.
        Map<DomainId, LocalDate> days = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id, f.day
                        from published.domain w cross join lateral (
                            select d.day
                            from (select day, bool_or(trust = 1) as accepted from daily
                                where account_id = :account and domain_id = w.id
                                    and messages > 0 and trust = any(:trusts)
                                group by day) d
                            where (d.accepted or exists (
                                    select from report r
                                    where r.account_id = :account
                                        and r.domain_id in (w.id, w.parent_id) and r.trust = 0
                                        and r.begin_at >= (d.day - %1$s) at time zone 'UTC'
                                        and r.begin_at < (d.day + interval '1 day')
                                            at time zone 'UTC'
                                        and greatest(r.begin_at, r.end_at - interval '1 microsecond')
                                            >= cast(d.day as timestamp) at time zone 'UTC'
                                        and r.received < (d.day + interval '1 day')
                                            at time zone 'UTC' + make_interval(secs => :late)))
                            order by d.day limit 1) f
                        where w.account_id = :account and w.id = any(:domains)
                        """
                                .formatted(
                                        "interval '%d seconds'"
                                                .formatted(ReportDays.SPREAD_LIMIT.toSeconds())))
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("trusts", basis.trusts())
                .param("late", late.toSeconds())
                .list(row -> days.put(new DomainId(row.number("id")), row.day("day")));
        return days;
    }

    Map<DomainId, LastDay> lastDays(
            Scope scope, AdviceBasis basis, Collection<DomainId> domains, int before) {
        Map<DomainId, LastDay> days = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id, l.day, n.days
                        from unnest(:domains) w(id) cross join lateral (
                            select day from daily
                            where account_id = :account and domain_id = w.id and messages > 0
                                and trust = any(:trusts)
                            order by day desc limit 1) l
                        cross join lateral (
                            select count(distinct d.day) as days from daily d
                            where d.account_id = :account and d.domain_id = w.id
                                and d.messages > 0 and d.trust = any(:trusts)
                                and d.day > l.day - cast(:before as integer)) n
                        """)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("trusts", basis.trusts())
                .param("before", before)
                .list(row ->
                        days.put(
                                new DomainId(row.number("id")),
                                new LastDay(row.day("day"), Math.toIntExact(row.number("days")))));
        return days;
    }

    Map<Integer, List<IpAddress>> failingAddresses(
            Scope scope,
            AdviceBasis basis,
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
                            where f.domain_id = any(array(select d.id from published.domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.source = any(:sources)
                                and not f.dkim_aligned and not f.spf_aligned
                                and f.category <> :forwarder and f.trust = any(:trusts)
                            group by f.source, f.address) a
                        where place <= :most
                        order by source, place
                        """)
                .param("forwarder", Category.FORWARDER.number())
                .param("trusts", basis.trusts())
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
            AdviceBasis basis,
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
                            where f.domain_id = any(array(select d.id from published.domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.source = any(:sources)
                                and not f.dkim_aligned and not f.spf_aligned
                                and f.category <> :forwarder and f.trust = any(:trusts)
                            group by f.source, f.domain_id, f.detail),
                        signed as (
                            select f.source, f.messages, (
                                select min((k ->> 's') || '._domainkey.' || lower(k ->> 'd'))
                                from jsonb_array_elements(d.dkim) k
                                where k ->> 'r' not in (:pass, :none)
                                    and right('.' || lower(k ->> 'd'), length(:below)) = :below) as key
                            from failed f
                            left join auth_result d on d.account_id = :account
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
                .param("trusts", basis.trusts())
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
            AdviceBasis basis,
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
                            where f.domain_id = any(array(select d.id from published.domain d
                                    where d.account_id = :account and d.id = any(:domains)))
                                and f.day between :first and :last and f.category = :category
                                and (f.dkim_aligned or f.spf_aligned)
                                and f.trust = any(:trusts)
                            group by f.domain_id, f.spf_aligned, f.dkim_aligned, f.detail) f
                        join auth_result d on d.account_id = :account and d.domain_id = f.domain_id
                            and d.hash = f.detail
                        """)
                .param("trusts", basis.trusts())
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
            AdviceBasis basis,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            LocalDate last) {
        return db.as(scope)
                .sql(
                        """
                        select distinct d.domain_id, d.source from daily d
                        where d.account_id = :account and d.domain_id = any(:domains)
                            and d.source = any(:sources) and d.dmarc > 0
                            and d.category <> :forwarder
                            and (d.day > :last and d.trust = any(:trusts)
                                or d.day < :first and d.trust = 1)
                        """)
                .param("forwarder", Category.FORWARDER.number())
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .param("trusts", basis.trusts())
                .param("first", first)
                .param("last", last)
                .list(row ->
                        new Pair(
                                new DomainId(row.number("domain_id")),
                                Math.toIntExact(row.number("source"))));
    }
}
