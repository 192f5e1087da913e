package org.mailvane.sources.custom;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.springframework.stereotype.Repository;

/** SQL of {@code source_decision}, whose rows go with their domains. */
@Repository
public class SourceDecisionTable {

    private static final String SHOWN =
            " from source_decision s join published.domain d on d.id = s.domain_id"
                    + " where s.account_id = :account and d.account_id = :account";

    private final Db db;

    SourceDecisionTable(Db db) {
        this.db = db;
    }

    private static String select(Scope scope) {
        return "select s.id, s.domain_id, d.name, s.source, s.decision, s.created, "
                + DomainAccess.writable(scope, "d")
                + " as writable"
                + SHOWN
                + " and "
                + DomainAccess.readable(scope, "d");
    }

    private static Conditions conditions(Scope scope, SourceDecisionFilter filter) {
        Conditions where = new Conditions();
        where.add(DomainAccess.readable(scope, "d"));
        DomainName domain = filter.domain();
        where.add("d.name = :domain", "domain", domain == null ? null : domain.value());
        where.add("s.source = :source", "source", filter.sourceNumber());
        Decision decision = filter.decision();
        where.add("s.decision = :decision", "decision", decision == null ? null : decision.code());
        return where;
    }

    /** Returns how many of these decisions are about domains that the caller may see. */
    long count(Scope scope, SourceDecisionFilter filter) {
        Conditions where = conditions(scope, filter);
        return where.bind(db.as(scope).sql("select count(*)" + SHOWN + where.text()))
                .one(row -> row.number("count"));
    }

    /** Returns some of them, by domain and number of the sender. */
    List<SourceDecision> list(Scope scope, SourceDecisionFilter filter, Window window) {
        Conditions where = conditions(scope, filter);
        return where.bind(
                        db.as(scope)
                                .sql(
                                        select(scope)
                                                + where.text()
                                                + " order by d.name, s.source, s.id"
                                                + " limit :limit offset :offset"))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(SourceDecisionTable::decision);
    }

    Optional<SourceDecision> find(Scope scope, long id) {
        return db.as(scope)
                .sql(select(scope) + " and s.id = :id")
                .param("id", id)
                .optional(SourceDecisionTable::decision);
    }

    /** Returns what was said of a sender for this very domain; null for nothing. */
    @Nullable Decision of(Scope scope, DomainId domain, int source) {
        return db.as(scope)
                .sql(
                        """
                        select decision from source_decision
                        where account_id = :account and domain_id = :domain and source = :source
                        """)
                .param("domain", domain.value())
                .param("source", source)
                .optional(row -> Decision.ofCode(row.text("decision")))
                .orElse(null);
    }

    long count(Scope scope, DomainId domain) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from source_decision
                        where account_id = :account and domain_id = :domain
                        """)
                .param("domain", domain.value())
                .one(row -> row.number("count"));
    }

    /**
     * Returns the domain and those that follow it, in ascending order. Nobody writes their rows or
     * decides about them until the transaction ends.
     */
    List<DomainId> lock(Scope scope, DomainId domain) {
        return db.as(scope)
                .sql(
                        """
                        select id from published.domain
                        where account_id = :account and (id = :domain or follows = :domain)
                        order by id for no key update
                        """)
                .param("domain", domain.value())
                .list(row -> new DomainId(row.number("id")));
    }

    /** Notes what is said of a sender, in place of what was said before. */
    long put(Scope scope, DomainId domain, int source, Decision decision, Instant now) {
        return db.as(scope)
                .sql(
                        """
                        insert into source_decision (account_id, domain_id, source, decision, user_id,
                            created)
                        values (:account, :domain, :source, :decision,
                            (select id from published.account_user where account_id = :account and id = :user),
                            :now)
                        on conflict (domain_id, source) do update set decision = excluded.decision,
                            user_id = excluded.user_id, created = excluded.created
                        returning id
                        """)
                .param("domain", domain.value())
                .param("source", source)
                .param("decision", decision.code())
                .param("user", scope.userId())
                .param("now", now)
                .one(row -> row.number("id"));
    }

    void delete(Scope scope, long id) {
        db.as(scope)
                .sql("delete from source_decision where account_id = :account and id = :id")
                .param("id", id)
                .update();
    }

    /** Takes back all that was said of a sender. */
    void deleteOf(Scope scope, int source) {
        db.as(scope)
                .sql("delete from source_decision where account_id = :account and source = :source")
                .param("source", source)
                .update();
    }

    /** Returns what counts for these domains, by the senders' numbers. */
    Map<DomainId, Map<Integer, Decision>> of(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, Map<Integer, Decision>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select distinct on (d.id, s.source) d.id, s.source, s.decision
                        from published.domain d
                        join source_decision s on s.domain_id in (d.id, d.groups_of)
                        where s.account_id = :account and d.account_id = :account
                            and d.id = any(:domains)
                        order by d.id, s.source, s.domain_id = d.id desc
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .list(row ->
                        found.computeIfAbsent(new DomainId(row.number("id")), id -> new HashMap<>())
                                .put(
                                        (int) row.number("source"),
                                        Decision.ofCode(row.text("decision"))));
        return found;
    }

    /** Senders of which it counts for these domains that their mail is the owner's. */
    public Map<DomainId, Set<Integer>> ours(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, Set<Integer>> ours = new HashMap<>();
        of(scope, domains)
                .forEach((domain, decided) -> {
                    Set<Integer> sources = new HashSet<>(decided.keySet());
                    sources.removeIf(source -> decided.get(source) != Decision.OURS);
                    ours.put(domain, sources);
                });
        return ours;
    }

    private static SourceDecision decision(Row row) throws SQLException {
        return new SourceDecision(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                (int) row.number("source"),
                Decision.ofCode(row.text("decision")),
                row.instant("created"),
                row.flag("writable"));
    }
}
