package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of what is no longer kept, domain by domain: each statement is about little, and finds that
 * by an index.
 */
@Repository
class ExpiredTable {

    /** Reports that one statement deletes. */
    private static final int REPORTS_AT_ONCE = 5_000;

    private final Db db;
    private final SystemDb system;

    ExpiredTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** A domain that something is stored about, of whatever account. */
    record Owner(Scope scope, DomainId domain) {}

    /**
     * Domains with rows in a table, in ascending order.
     *
     * @param table {@code report}, {@code daily} or {@code detail}
     * @param after the last that is known already; 0: none
     */
    List<Owner> owners(String table, long after, int limit) {
        return system.sql(
                        """
                        with recursive owner(domain_id, account_id, n) as (
                            (select domain_id, account_id, 1 from %1$s where domain_id > :after
                                order by domain_id limit 1)
                            union all
                            select further.domain_id, further.account_id, o.n + 1
                            from owner o cross join lateral (
                                select t.domain_id, t.account_id from %1$s t
                                where t.domain_id > o.domain_id order by t.domain_id limit 1) further
                            where o.n < :limit)
                        select domain_id, account_id from owner order by domain_id
                        """
                                .formatted(table))
                .param("after", after)
                .param("limit", limit)
                .list(row ->
                        new Owner(
                                Scope.ofAccount(row.number("account_id")),
                                new DomainId(row.number("domain_id"))));
    }

    /** Returns the days before this one that a domain has sums of. */
    List<LocalDate> days(Owner owner, LocalDate before) {
        return db.as(owner.scope())
                .sql(
                        """
                        select distinct day from daily
                        where account_id = :account and domain_id = :domain and day < :before
                        order by day
                        """)
                .param("domain", owner.domain().value())
                .param("before", before)
                .list(row -> row.day("day"));
    }

    /** Deletes what is stored about a domain's day. */
    void deleteDay(Owner owner, LocalDate day) {
        for (String table : List.of("fact", "daily")) {
            db.as(owner.scope())
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = :domain"
                                    + " and day = :day")
                    .param("domain", owner.domain().value())
                    .param("day", day)
                    .update();
        }
    }

    /**
     * Deletes some reports all of whose days are before this one; answers whether there may be
     * more.
     */
    boolean deleteReports(Owner owner, LocalDate before) {
        return db.as(owner.scope())
                        .sql(
                                """
                                delete from report where account_id = :account
                                    and domain_id = :domain and id in (
                                        select id from report
                                        where account_id = :account and domain_id = :domain
                                            and begin_at < cast(:before as date) at time zone 'UTC'
                                            and (end_at <= cast(:before as date) at time zone 'UTC'
                                                or end_at - begin_at <= make_interval(hours => :oneDay)
                                                or end_at - begin_at > make_interval(hours => :spread))
                                        order by begin_at limit :limit)
                                """)
                        .param("domain", owner.domain().value())
                        .param("before", before)
                        .param("oneDay", (int) ReportDays.ONE_DAY_LIMIT.toHours())
                        .param("spread", (int) ReportDays.SPREAD_LIMIT.toHours())
                        .param("limit", REPORTS_AT_ONCE)
                        .update()
                == REPORTS_AT_ONCE;
    }

    /** Deletes those details of a domain that none of its facts has any more. */
    void deleteUnusedDetails(Owner owner) {
        db.as(owner.scope())
                .sql(
                        """
                        delete from auth_result d
                        where d.account_id = :account and d.domain_id = :domain
                            and not exists (select from fact f
                                where f.account_id = :account and f.domain_id = :domain
                                    and f.detail = d.hash)
                        """)
                .param("domain", owner.domain().value())
                .update();
    }
}
