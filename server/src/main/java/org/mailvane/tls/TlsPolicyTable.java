package org.mailvane.tls;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.VisibleDomains;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.CopyRows;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code tls_policy} and {@code tls_result}. */
@Repository
class TlsPolicyTable {

    /** The policies that reports name which count, with their sums over all of these. */
    private static final String OVER_ALL = "(select * from tls_policy where counted > 0) p";

    /** If several policies were seen at the same time, the one that protects most is first. */
    private static final String LATEST_FIRST =
            """
            p.last_seen desc, array_position(array['s', 't', 'n', ''], p.p_type),
                array_position(array['e', 't', 'n', ''], p.sts_p_mode), p.id\
            """;

    private final Db db;

    TlsPolicyTable(Db db) {
        this.db = db;
    }

    /** Adds to the sums of policies, in their order, and makes those that are new. */
    Map<PolicyKey, Long> add(Scope scope, SortedMap<PolicyKey, PolicySum> sums) {
        Map<PolicyKey, Long> numbers = new HashMap<>();
        if (sums.isEmpty()) {
            return numbers;
        }
        List<PolicyKey> keys = List.copyOf(sums.keySet());
        List<PolicySum> added = List.copyOf(sums.values());
        db.as(scope)
                .sql(
                        """
                        with numbered as materialized (
                            select n.name, coalesce(
                                (select min(k.number) from tls_policy k
                                    where k.account_id = :account and k.p_domain = n.name),
                                nextval('tls_policy_number')) as number
                            from (select distinct name from unnest(:names) u(name)) n)
                        insert into tls_policy as p (account_id, domain_id, number, p_domain, p_type,
                            sts_p_mode, sum_success, sum_failed, results, counted, last_seen)
                        select :account, n.domain_id, d.number, n.name, n.type, n.mode, n.successful,
                            n.failed, n.results, n.counted, to_timestamp(n.seen)
                        from unnest(:domains, :names, :types, :modes, :successful, :failed, :results,
                            :counted, :seen) with ordinality n(domain_id, name, type, mode,
                            successful, failed, results, counted, seen, place)
                        join numbered d on d.name = n.name
                        order by n.place
                        on conflict (domain_id, p_domain, p_type, sts_p_mode) do update set
                            sum_success = least(p.sum_success + excluded.sum_success, :max),
                            sum_failed = least(p.sum_failed + excluded.sum_failed, :max),
                            results = p.results + excluded.results,
                            counted = p.counted + excluded.counted,
                            last_seen = greatest(p.last_seen, excluded.last_seen)
                        returning id, domain_id, p_domain, p_type, sts_p_mode
                        """)
                .param("domains", numbers(keys, key -> key.domain().value()))
                .param("names", texts(keys, PolicyKey::name))
                .param("types", texts(keys, PolicyKey::type))
                .param("modes", texts(keys, PolicyKey::mode))
                .param("successful", numbers(added, PolicySum::successful))
                .param("failed", numbers(added, PolicySum::failed))
                .param("results", numbers(added, PolicySum::results))
                .param("counted", numbers(added, PolicySum::counted))
                .param("seen", numbers(added, sum -> sum.seen().getEpochSecond()))
                .param("max", PolicySum.MAX)
                .list(row ->
                        numbers.put(
                                new PolicyKey(
                                        new DomainId(row.number("domain_id")),
                                        row.text("p_domain"),
                                        row.text("p_type"),
                                        row.text("sts_p_mode")),
                                row.number("id")));
        return numbers;
    }

    /** What a report says about a policy. */
    record NewResult(DomainId domain, long reportId, long policyId, Instant begin, PolicySum sum) {}

    void addResults(Scope scope, List<NewResult> results) {
        try (CopyRows copy =
                db.as(scope)
                        .copyInto(
                                "tls_result",
                                "domain_id",
                                "report_id",
                                "policy_id",
                                "begin_at",
                                "seen",
                                "successful",
                                "failed")) {
            for (NewResult result : results) {
                copy.row()
                        .number(result.domain().value())
                        .number(result.reportId())
                        .number(result.policyId())
                        .instant(result.begin())
                        .instant(result.sum().seen())
                        .number(result.sum().successful())
                        .number(result.sum().failed());
            }
            copy.finish();
        }
    }

    /** Returns how many domains a list shows. */
    long count(Scope scope, TlsPolicyFilter filter, Optional<List<DomainId>> domains) {
        Conditions where = conditions(scope, filter, domains);
        Query query =
                db.as(scope)
                        .sql(
                                "select count(distinct p.number) as count from "
                                        + policies(scope, filter)
                                        + " where p.account_id = :account"
                                        + where.text());
        return VisibleDomains.bind(where.bind(query), domains).one(row -> row.number("count"));
    }

    List<TlsPolicy> list(
            Scope scope,
            TlsPolicyFilter filter,
            Optional<List<DomainId>> domains,
            Ordering<TlsPolicyOrder> ordering,
            Window window) {
        Conditions where = conditions(scope, filter, domains);
        String text =
                "select p.* from ("
                        + ofDomains(policies(scope, filter), where.text())
                        + ") p order by "
                        + ordering.sql(TlsPolicyOrder::column, "p.p_domain, p.id")
                        + " limit :limit offset :offset";
        return VisibleDomains.bind(where.bind(db.as(scope).sql(text)), domains)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(TlsPolicyTable::policy);
    }

    Optional<TlsPolicy> find(Scope scope, long id) {
        return db.as(scope)
                .sql(ofDomains(OVER_ALL, " and p.number = :id" + readable(scope, "p")))
                .param("id", id)
                .optional(TlsPolicyTable::policy);
    }

    /**
     * Returns a domain's policies in a row: the sums of all, and the type and mode that were seen
     * last.
     */
    private static String ofDomains(String policies, String conditions) {
        return """
        select p.number as id, p.p_domain,
            (array_agg(p.p_type order by %1$s))[1] as p_type,
            (array_agg(p.sts_p_mode order by %1$s))[1] as sts_p_mode,
            cast(least(sum(p.sum_success), %2$d) as bigint) as sum_success,
            cast(least(sum(p.sum_failed), %2$d) as bigint) as sum_failed,
            max(p.last_seen) as last_seen
        from %3$s where p.account_id = :account%4$s
        group by p.number, p.p_domain\
        """
                .formatted(LATEST_FIRST, PolicySum.MAX, policies, conditions);
    }

    private static Conditions conditions(
            Scope scope, TlsPolicyFilter filter, Optional<List<DomainId>> domains) {
        Conditions where = new Conditions();
        if (!scope.reads().allDomains()) {
            where.add("exists " + seen(scope, "p"));
        }
        if (domains.isPresent()) {
            where.add(
                    "p.domain_id in (select id from (%s) chosen)"
                            .formatted(VisibleDomains.sql(scope, domains)));
        }
        if (filter.hasDays()) {
            where.param("begin", filter.from());
            where.param("end", filter.until());
        }
        return where;
    }

    /** Returns the policies with the sums that are asked for. */
    private static String policies(Scope scope, TlsPolicyFilter filter) {
        if (!filter.hasDays()) {
            return OVER_ALL;
        }
        return """
        (select k.account_id, k.domain_id, k.id, k.number, k.p_domain, k.p_type, k.sts_p_mode, s.sum_success,
            s.sum_failed, s.last_seen
        from (select r.domain_id, r.policy_id,
                cast(least(sum(r.successful), %1$d) as bigint) as sum_success,
                cast(least(sum(r.failed), %1$d) as bigint) as sum_failed, max(r.seen) as last_seen
            from tls_result r
            where r.account_id = :account and r.begin_at >= :begin and r.begin_at < :end
                and not exists (select from tls_report t
                    where t.domain_id = r.domain_id and t.id = r.report_id and t.failed) %2$s
            group by r.domain_id, r.policy_id) s
        join tls_policy k on k.account_id = :account and k.domain_id = s.domain_id
            and k.id = s.policy_id) p\
        """
                .formatted(PolicySum.MAX, readable(scope, "r"));
    }

    /** Returns a further condition of a row's domain, where the caller does not see all. */
    static String readable(Scope scope, String row) {
        return scope.reads().allDomains() ? "" : " and exists " + seen(scope, row);
    }

    private static String seen(Scope scope, String row) {
        return "(select from published.domain d where d.account_id = :account and d.id = %s.domain_id and %s)"
                .formatted(row, DomainAccess.readable(scope, "d"));
    }

    /** Locks the policies of these domains in the order in which everybody writes them. */
    void lock(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        select id from tls_policy
                        where account_id = :account and domain_id = any(:domains)
                        order by domain_id, p_domain collate "C", p_type, sts_p_mode for update
                        """)
                .param("domains", TlsReportTable.ids(domains))
                .list(row -> true);
    }

    void delete(Scope scope, Collection<DomainId> domains) {
        for (String table : List.of("tls_result", "tls_policy")) {
            Query delete =
                    db.as(scope)
                            .sql(
                                    "delete from "
                                            + table
                                            + " where account_id = :account and domain_id ="
                                            + " any(:domains)");
            delete.param("domains", TlsReportTable.ids(domains)).update();
        }
    }

    private static TlsPolicy policy(Row row) throws SQLException {
        return new TlsPolicy(
                row.number("id"),
                row.text("p_domain"),
                row.text("p_type"),
                row.text("sts_p_mode"),
                row.number("sum_success"),
                row.number("sum_failed"),
                row.instant("last_seen"));
    }

    private static <T> String[] texts(List<T> items, Function<T, String> text) {
        return items.stream().map(text).toArray(String[]::new);
    }

    private static <T> long[] numbers(List<T> items, ToLongFunction<T> number) {
        return items.stream().mapToLong(number).toArray();
    }
}
