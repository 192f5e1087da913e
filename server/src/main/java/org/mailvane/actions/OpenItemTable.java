package org.mailvane.actions;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.VisibleDomains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code issue} and {@code task} together. */
@Repository
class OpenItemTable {

    private final Db db;

    OpenItemTable(Db db) {
        this.db = db;
    }

    /**
     * Open items that are equally urgent.
     *
     * @param domains their domains; a domain with several items is listed once for each
     */
    record Open(TaskPriority priority, List<DomainId> domains) {}

    /**
     * All that is open in the caller's account. What is how urgent is not said to the database: to
     * find the most urgent about each of 10,000 domains there took three times as long as the
     * domains by what is open about them.
     */
    List<Open> open(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select false as task, record, code, level, array_agg(domain_id) as domains
                        from issue
                        where account_id = :account and solved_at is null and not ignored
                        group by record, code, level
                        union all
                        select true, '', code, '', array_agg(domain_id)
                        from task
                        where account_id = :account and solved_at is null and not ignored
                        group by code
                        """)
                .list(row -> new Open(priority(row), domains(row)));
    }

    private static TaskPriority priority(Row row) throws SQLException {
        return row.flag("task")
                ? TaskCode.ofCode(row.text("code")).priority()
                : TaskPriority.ofIssue(row.text("record"), row.text("code"), row.text("level"));
    }

    /**
     * Domains with the same state in DNS.
     *
     * @param unknown whether their state is not known, or not for sure
     * @param missing whether DNS says for sure that the names do not exist
     */
    record Known(boolean unknown, boolean missing, List<DomainId> domains) {}

    /** The domains that the caller may see. */
    List<Known> known(Scope scope, Optional<List<DomainId>> only) {
        Query query =
                db.as(scope)
                        .sql(
                                """
                                select d.state_dmarc = 'unknown' or d.unconfirmed as unknown,
                                    d.nxdomain and not d.unconfirmed as missing,
                                    array_agg(d.id) as domains
                                from published.domain d
                                where d.account_id = :account and %s
                                group by 1, 2
                                """
                                        .formatted(VisibleDomains.condition(scope, only, "d")));
        return VisibleDomains.bind(query, only)
                .list(row -> new Known(row.flag("unknown"), row.flag("missing"), domains(row)));
    }

    private static List<DomainId> domains(Row row) throws SQLException {
        return row.numbers("domains").stream().map(DomainId::new).toList();
    }

    /** What is open about each of these domains. */
    Map<DomainId, DomainActions> actions(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, DomainActions> actions = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        with open as (
                            select i.domain_id, false as task, i.id, i.record, i.code,
                                i.problem_message as text_message, i.problem as text,
                                i.solution_message, i.solution, i.created,
                                %s as rank
                            from issue i
                            where i.account_id = :account and i.domain_id = any(:domains)
                                and i.solved_at is null and not i.ignored
                            union all
                            select i.domain_id, true, i.id, '', i.code, i.details_message,
                                i.details, null, '', i.created, %s
                            from task i
                            where i.account_id = :account and i.domain_id = any(:domains)
                                and i.solved_at is null and not i.ignored
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
                            f.text_message, f.text, f.solution_message, f.solution, f.created,
                            coalesce(n.issues, 0) as issues, coalesce(n.tasks, 0) as tasks
                        from published.domain d
                        left join first f on f.domain_id = d.id
                        left join numbers n on n.domain_id = d.id
                        where d.account_id = :account and d.id = any(:domains)
                        """
                                .formatted(TaskPriority.rankOfIssue(), TaskPriority.rankOfTask()))
                .param("nothing", TaskPriority.NOTHING.rank())
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .forEach(row -> {
                    Long id = row.optionalNumber("id");
                    Optional<NextAction> next =
                            id == null
                                    ? Optional.empty()
                                    : Optional.of(
                                            new NextAction(
                                                    row.flag("task")
                                                            ? TaskCode.ofCode(row.text("code"))
                                                            : null,
                                                    id,
                                                    row.text("record"),
                                                    row.text("code"),
                                                    ActionItemTable.message(row, "text"),
                                                    ActionItemTable.message(row, "solution"),
                                                    row.instant("created")));
                    actions.put(
                            new DomainId(row.number("domain")),
                            new DomainActions(
                                    TaskPriority.ofRank(row.number("rank"))
                                            .health(row.flag("unknown")),
                                    next,
                                    row.number("issues"),
                                    row.number("tasks")));
                });
        return actions;
    }
}
