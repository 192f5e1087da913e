package org.mailvane.issues;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.ShownDomains;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code issue} and {@code task} together. */
@Repository
class MatterTable {

    /**
     * What follows WITH: the rank of the most urgent about each domain about which any is open. The
     * names are joined, since looking each up among them took as long as all the rest.
     */
    private static final String RANKED =
            """
            names as materialized (
                select name, rank from unnest(:names) with ordinality n(name, rank)
            ), ranked as (
                select domain_id, min(rank) as rank
                from (
                    select i.domain_id, coalesce(n.rank, :other) as rank
                    from issue i left join names n on n.name = %s
                    where i.account_id = :account and i.solved is null and not i.ignored
                    union all
                    select t.domain_id, coalesce(n.rank, :other)
                    from task t left join names n on n.name = %s
                    where t.account_id = :account and t.solve_time is null and not t.ignored) m
                group by domain_id)
            """
                    .formatted(Urgency.OF_ISSUE, Urgency.OF_TASK);

    private final Db db;

    MatterTable(Db db) {
        this.db = db;
    }

    private static Query bind(Query query) {
        return query.param("names", Urgency.NAMES.toArray(String[]::new))
                .param("other", Urgency.OTHER);
    }

    /**
     * Domains of one rank.
     *
     * @param unknown whether it is not known, or not for sure, what DNS says of them
     * @param missing whether DNS says for sure that there are no such names
     * @param number how many they are
     * @param domains some of them
     */
    record Rank(int rank, boolean unknown, boolean missing, long number, List<DomainId> domains) {}

    /** The domains that the caller may see by rank, the most urgent first. */
    List<Rank> ranks(Scope scope, Optional<List<DomainId>> only, int named) {
        Query query =
                db.as(scope)
                        .sql(
                                """
                                with %s
                                select coalesce(r.rank, :nothing) as rank,
                                    d.state_dmarc = 'unknown' or d.unconfirmed as unknown,
                                    d.nxdomain and not d.unconfirmed as missing, count(*) as number,
                                    (array_agg(d.id order by d.id))[1\\:%d]
                                        as domains
                                from domain d left join ranked r on r.domain_id = d.id
                                where d.account_id = :account and %s
                                group by 1, 2, 3 order by 1, 2, 3
                                """
                                        .formatted(
                                                RANKED,
                                                named,
                                                ShownDomains.condition(scope, only, "d")));
        return bind(ShownDomains.bind(query, only))
                .param("nothing", Urgency.NOTHING)
                .list(row ->
                        new Rank(
                                Math.toIntExact(row.number("rank")),
                                row.flag("unknown"),
                                row.flag("missing"),
                                row.number("number"),
                                row.numbers("domains").stream().map(DomainId::new).toList()));
    }

    /** A domain's rank. */
    record OfDomain(DomainId id, int rank, boolean unknown) {}

    /** That of each domain that the caller may see. */
    List<OfDomain> rankOfEach(Scope scope) {
        return bind(db.as(scope)
                        .sql(
                                """
                                with %s
                                select d.id, coalesce(r.rank, :nothing) as rank,
                                    d.state_dmarc = 'unknown' or d.unconfirmed as unknown
                                from domain d left join ranked r on r.domain_id = d.id
                                where d.account_id = :account and %s
                                """
                                        .formatted(RANKED, DomainAccess.readable(scope, "d"))))
                .param("nothing", Urgency.NOTHING)
                .list(row ->
                        new OfDomain(
                                new DomainId(row.number("id")),
                                Math.toIntExact(row.number("rank")),
                                row.flag("unknown")));
    }

    /** What is open about each of these domains. */
    Map<DomainId, DomainMatters> matters(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, DomainMatters> matters = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        with open as (
                            select i.domain_id, false as task, i.id, i.record, i.code,
                                i.problem as text, i.solution, i.created, %s as rank
                            from issue i
                            where i.account_id = :account and i.domain_id = any(:domains)
                                and i.solved is null and not i.ignored
                            union all
                            select t.domain_id, true, t.id, '', t.code, t.details, '',
                                t.created, %s
                            from task t
                            where t.account_id = :account and t.domain_id = any(:domains)
                                and t.solve_time is null and not t.ignored
                        ), numbers as (
                            select domain_id, count(*) filter (where task) as tasks,
                                count(*) filter (where not task) as issues
                            from open group by domain_id
                        ), first as (
                            select distinct on (domain_id) * from open
                            order by domain_id, rank, created, task, id
                        )
                        select d.id as domain, d.state_dmarc = 'unknown' or d.unconfirmed as unknown,
                            coalesce(f.rank, :nothing) as rank, f.task, f.id, f.record, f.code,
                            f.text, f.solution, f.created,
                            coalesce(n.issues, 0) as issues, coalesce(n.tasks, 0) as tasks
                        from domain d
                        left join first f on f.domain_id = d.id
                        left join numbers n on n.domain_id = d.id
                        where d.account_id = :account and d.id = any(:domains)
                        """
                                .formatted(
                                        Urgency.rank(Urgency.OF_ISSUE),
                                        Urgency.rank(Urgency.OF_TASK)))
                .param("nothing", Urgency.NOTHING)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .forEach(row -> {
                    Long id = row.optionalNumber("id");
                    Optional<NextAction> next =
                            id == null
                                    ? Optional.empty()
                                    : Optional.of(
                                            new NextAction(
                                                    row.flag("task"),
                                                    id,
                                                    row.text("record"),
                                                    row.text("code"),
                                                    row.text("text"),
                                                    row.text("solution"),
                                                    row.instant("created")));
                    matters.put(
                            new DomainId(row.number("domain")),
                            new DomainMatters(
                                    Urgency.standing(
                                            Math.toIntExact(row.number("rank")),
                                            row.flag("unknown")),
                                    next,
                                    row.number("issues"),
                                    row.number("tasks")));
                });
        return matters;
    }
}
