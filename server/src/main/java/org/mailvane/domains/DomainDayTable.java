package org.mailvane.domains;

import java.sql.Date;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import org.mailvane.domains.SumCache.Counted;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code domain_day}. */
@Repository
class DomainDayTable {

    /**
     * What follows WITH: messages on the days from :first to :last, of all the account's domains.
     * {@code own} are a domain's own, {@code below} those of subdomains that count with it.
     */
    static final String VOLUMES =
            """
            own as materialized (
                select domain_id, saturated(sum(threat)) as threat,
                    saturated(sum(passed)) as passed,
                    saturated(sum(capable) + sum(non_compliant) + sum(forwarded) + sum(threat)) as volume
                from domain_day
                where account_id = :account and day between :first and :last
                group by domain_id
            ), below as materialized (
                select s.parent_id as domain_id, saturated(sum(o.threat)) as threat,
                    saturated(sum(o.passed)) as passed,
                    saturated(sum(o.volume)) as volume
                from own o join domain s on s.id = o.domain_id
                where s.account_id = :account and s.parent_id is not null and not s.top_level
                group by s.parent_id
            )\
            """;

    /** Puts {@link #VOLUMES} beside each row of {@code domain d}. */
    static final String JOIN_VOLUMES =
            """
             left join own on own.domain_id = d.id left join below on below.domain_id = d.id \
            """;

    /** A domain's messages, where {@link #JOIN_VOLUMES} is. */
    static final String VOLUME =
            "saturated(coalesce(cast(own.volume as numeric), 0) + coalesce(below.volume, 0))";

    /** Those of them that are a threat or unknown. */
    static final String THREAT =
            "saturated(coalesce(cast(own.threat as numeric), 0) + coalesce(below.threat, 0))";

    /** How large a part of them passed DMARC; null where there are none. */
    static final String PASSED_SHARE =
            """
            (cast(coalesce(own.passed, 0) as double precision) + coalesce(below.passed, 0))
                / nullif(%s, 0)\
            """
                    .formatted(VOLUME);

    /** What sums of messages {@code c} are selected. */
    private static final String SUMS =
            """
            sum(c.capable) as capable, sum(c.non_compliant) as non_compliant,
                sum(c.forwarded) as forwarded, sum(c.threat) as threat, sum(c.passed) as passed\
            """;

    private final Db db;

    DomainDayTable(Db db) {
        this.db = db;
    }

    /** Adds counts to those that are there, in ascending order of their days. */
    void add(Scope scope, SortedMap<DomainDay, DomainMail> counts) {
        write(
                scope,
                counts,
                """
                capable = saturated(cast(domain_day.capable as numeric) + excluded.capable),
                non_compliant = saturated(cast(domain_day.non_compliant as numeric) + excluded.non_compliant),
                forwarded = saturated(cast(domain_day.forwarded as numeric) + excluded.forwarded),
                threat = saturated(cast(domain_day.threat as numeric) + excluded.threat),
                passed = saturated(cast(domain_day.passed as numeric) + excluded.passed)
                """);
    }

    /** Puts counts in place of those that are there, in ascending order of their days. */
    void replace(Scope scope, SortedMap<DomainDay, DomainMail> counts) {
        write(
                scope,
                counts,
                """
                capable = excluded.capable, non_compliant = excluded.non_compliant,
                forwarded = excluded.forwarded, threat = excluded.threat,
                passed = excluded.passed
                """);
    }

    private void write(
            Scope scope, SortedMap<DomainDay, DomainMail> counts, String whereTheyAreThere) {
        int size = counts.size();
        long[] domains = new long[size];
        Date[] days = new Date[size];
        long[] capable = new long[size];
        long[] nonCompliant = new long[size];
        long[] forwarded = new long[size];
        long[] threat = new long[size];
        long[] passed = new long[size];
        int i = 0;
        for (Map.Entry<DomainDay, DomainMail> entry : counts.entrySet()) {
            domains[i] = entry.getKey().domain().value();
            days[i] = Date.valueOf(entry.getKey().day());
            DomainCounts sent = entry.getValue().counts();
            capable[i] = sent.capable();
            nonCompliant[i] = sent.nonCompliant();
            forwarded[i] = sent.forwarded();
            threat[i] = sent.threatOrUnknown();
            passed[i] = entry.getValue().passed();
            i++;
        }
        db.as(scope)
                .sql(
                        """
                        insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                            forwarded, threat, passed)
                        select :account, c.* from unnest(:domains, :days, :capable, :nonCompliant,
                            :forwarded, :threat, :passed) c
                        on conflict (domain_id, day) do update set %s
                        """
                                .formatted(whereTheyAreThere))
                .param("domains", domains)
                .param("days", days)
                .param("capable", capable)
                .param("nonCompliant", nonCompliant)
                .param("forwarded", forwarded)
                .param("threat", threat)
                .param("passed", passed)
                .update();
    }

    void delete(Scope scope, DomainId domain, LocalDate day) {
        db.as(scope)
                .sql(
                        """
                        delete from domain_day
                        where account_id = :account and domain_id = :domain and day = :day
                        """)
                .param("domain", domain.value())
                .param("day", day)
                .update();
    }

    /** Messages on these days, of these domains and of what counts with them. */
    Map<DomainId, DomainMail> counts(Scope scope, Collection<DomainId> domains, CountedDays days) {
        Map<DomainId, DomainMail> counts = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select w.id, %s
                        from (
                            select id, id as counted from domain
                            where account_id = :account and id = any(:domains)
                            union all
                            select parent_id, id from domain
                            where account_id = :account and parent_id = any(:domains)
                                and not top_level) w
                        join domain_day c on c.account_id = :account and c.domain_id = w.counted
                            and c.day between :first and :last
                        group by w.id
                        """
                                .formatted(SUMS))
                .param("domains", SqlArrays.ids(domains))
                .param("first", days.first())
                .param("last", days.last())
                .list(row -> counts.put(new DomainId(row.number("id")), sums(row)));
        return counts;
    }

    /**
     * Messages by day, of domains whose mail the caller sees, and of how many rows they are made.
     *
     * @param only these; empty for all
     */
    Counted<Map<LocalDate, DomainMail>> perDay(
            Scope scope, Optional<List<DomainId>> only, LocalDate first, LocalDate last) {
        Map<LocalDate, DomainMail> perDay = new HashMap<>();
        AtomicLong added = new AtomicLong();
        VisibleDomains.bind(
                        db.as(scope)
                                .sql(
                                        """
                                        select c.day, %s, count(*) as added
                                        from domain_day c
                                        where c.account_id = :account
                                            and c.day between :first and :last %s
                                        group by c.day
                                        """
                                                .formatted(SUMS, ofShown(scope, only))),
                        only)
                .param("first", first)
                .param("last", last)
                .forEach(row -> {
                    added.addAndGet(row.number("added"));
                    perDay.put(row.day("day"), sums(row));
                });
        return new Counted<>(perDay, added.get());
    }

    private static DomainMail sums(Row row) throws SQLException {
        return new DomainMail(
                new DomainCounts(
                        row.sum("capable"),
                        row.sum("non_compliant"),
                        row.sum("forwarded"),
                        row.sum("threat")),
                row.sum("passed"));
    }

    /** Whoever sees all domains needs no look at which they are. */
    private static String ofShown(Scope scope, Optional<List<DomainId>> only) {
        return only.isEmpty() && scope.reads().allDomains()
                ? ""
                : "and c.domain_id = any(array(select s.id from (%s) s))"
                        .formatted(VisibleDomains.sql(scope, only));
    }

    void delete(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        delete from domain_day
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", SqlArrays.ids(domains))
                .update();
    }
}
