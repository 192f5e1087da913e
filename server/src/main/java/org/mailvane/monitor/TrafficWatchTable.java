package org.mailvane.monitor;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code watched_traffic} and {@code silent_reporter}. */
@Repository
class TrafficWatchTable {

    /** Reporters that are forgotten by one statement. */
    static final int FORGOTTEN_AT_ONCE = 5_000;

    private final Db db;
    private final SystemDb system;

    TrafficWatchTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Accounts that have a domain whose traffic of a day was not judged yet. */
    List<Scope> due(LocalDate day) {
        return system.sql(
                        """
                        select distinct d.account_id from published.domain d
                        left join watched_traffic w on w.domain_id = d.id
                        where w.judged is null or w.judged < :day order by d.account_id
                        """)
                .param("day", day)
                .list(row -> Scope.ofAccount(row.number("account_id")));
    }

    /**
     * A domain to be judged.
     *
     * @param judged the last day that was; null for none
     */
    record Due(DomainId id, DomainName name, @Nullable LocalDate judged) {}

    /**
     * Domains of an account whose traffic of a day was not judged yet, in ascending order.
     *
     * @param after the last that is known already
     */
    List<Due> due(Scope scope, LocalDate day, DomainId after, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select d.id, d.name, w.judged from published.domain d
                        left join watched_traffic w on w.domain_id = d.id
                        where d.account_id = :account and d.id > :after
                            and (w.judged is null or w.judged < :day)
                        order by d.id limit :limit
                        """)
                .param("day", day)
                .param("after", after.value())
                .param("limit", limit)
                .list(row ->
                        new Due(
                                new DomainId(row.number("id")),
                                new DomainName(row.text("name")),
                                row.optionalDay("judged")));
    }

    /**
     * Notes that domains were judged, as far as nobody else has judged them meanwhile.
     *
     * @param domains as they were before
     * @return those that nobody else has
     */
    List<DomainId> setJudged(Scope scope, Collection<Due> domains, LocalDate day) {
        return db.as(scope)
                .sql(
                        """
                        with given as (
                            select id, before
                            from unnest(:domains, cast(:before as date[])) d(id, before)),
                        again as (
                            update watched_traffic w set judged = :day from given g
                            where w.account_id = :account and w.domain_id = g.id
                                and w.judged = g.before
                            returning w.domain_id),
                        first as (
                            insert into watched_traffic (account_id, domain_id, judged)
                            select :account, id, cast(:day as date) from given
                            where before is null order by id
                            on conflict (domain_id) do nothing
                            returning domain_id)
                        select domain_id from again union all select domain_id from first
                        """)
                .param("domains", domains.stream().mapToLong(one -> one.id().value()).toArray())
                .param(
                        "before",
                        domains.stream()
                                .map(one -> one.judged() == null ? null : one.judged().toString())
                                .toArray(String[]::new))
                .param("day", day)
                .list(row -> new DomainId(row.number("domain_id")));
    }

    /** Returns silent reporters, and the last day on which they reported. */
    Map<DomainId, Map<String, LocalDate>> silent(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, Map<String, LocalDate>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, reporter, last_day from silent_reporter
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", numbers(domains))
                .list(row ->
                        found.computeIfAbsent(
                                        new DomainId(row.number("domain_id")), d -> new HashMap<>())
                                .put(row.text("reporter"), row.day("last_day")));
        return found;
    }

    void addSilent(Scope scope, DomainId domain, String reporter, LocalDate lastDay) {
        db.as(scope)
                .sql(
                        """
                        insert into silent_reporter (account_id, domain_id, reporter, last_day)
                        values (:account, :domain, :reporter, :lastDay)
                        on conflict (domain_id, reporter) do nothing
                        """)
                .param("domain", domain.value())
                .param("reporter", reporter)
                .param("lastDay", lastDay)
                .update();
    }

    void removeSilent(Scope scope, DomainId domain, String reporter) {
        db.as(scope)
                .sql(
                        """
                        delete from silent_reporter where account_id = :account
                            and domain_id = :domain and reporter = :reporter
                        """)
                .param("domain", domain.value())
                .param("reporter", reporter)
                .update();
    }

    /**
     * Forgets some reporters, of whatever account, whose last day was before this one. That nobody
     * reports about a domain stays known: policies are planned by it.
     *
     * @return how many, {@link #FORGOTTEN_AT_ONCE} at most
     */
    int forgetSilent(LocalDate before) {
        return system.sql(
                        """
                        delete from silent_reporter where ctid = any(array(
                            select ctid from silent_reporter
                            where reporter <> '' and last_day < :before
                            limit :limit for update skip locked))
                        """)
                .param("before", before)
                .param("limit", FORGOTTEN_AT_ONCE)
                .update();
    }

    private static long[] numbers(Collection<DomainId> ids) {
        return ids.stream().mapToLong(DomainId::value).toArray();
    }
}
