package org.mailvane.domains;

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
import org.mailvane.domains.Discovery.Known;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of the places of domains in their tree, and of {@code deleted_domain}. */
@Repository
class DomainTreeTable {

    /** Domains that are added or deleted together from which the database looks at them again. */
    static final int MANY = 500;

    private final Db db;

    DomainTreeTable(Db db) {
        this.db = db;
    }

    /** What the account knows of these names. */
    Known known(Scope scope, Collection<DomainName> names) {
        Known known = new Known(new HashMap<>(), new HashSet<>());
        db.as(scope)
                .sql(
                        """
                        select id, name from domain
                        where account_id = :account and name = any(:names)
                        union all
                        select null, name from deleted_domain
                        where account_id = :account and name = any(:names)
                        """)
                .param("names", SqlArrays.names(names))
                .list(row -> {
                    DomainName name = new DomainName(row.text("name"));
                    Long id = row.optionalNumber("id");
                    return id == null
                            ? known.deleted().add(name)
                            : known.rows().put(name, new DomainId(id)) == null;
                });
        return known;
    }

    /** The place of a row among the others. */
    record Placed(
            DomainId id,
            DomainName name,
            @Nullable DomainId parent,
            boolean topLevel,
            boolean writable) {}

    private static String placed(Scope scope) {
        return "select distinct d.id, d.name, d.parent_id, d.top_level, "
                + DomainAccess.writable(scope, "d")
                + " as writable from ";
    }

    List<Placed> placed(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(placed(scope) + "domain d where d.account_id = :account and d.id = any(:ids)")
                .param("ids", SqlArrays.ids(ids))
                .list(DomainTreeTable::placed);
    }

    /** The rows whose names lie below one of these. */
    List<Placed> below(Scope scope, Collection<DomainName> names) {
        // OFFSET keeps the planner, which does not know how many names come, from comparing each
        // with every row instead of using the index.
        return db.as(scope)
                .sql(
                        placed(scope)
                                + """
                                unnest(:names) n(name)
                                cross join lateral (
                                    select * from domain
                                    where account_id = :account
                                        and reverse(name) collate "C" >= reverse('.' || n.name)
                                        and reverse(name) collate "C" < reverse('/' || n.name)
                                    offset 0) d
                                """)
                .param("names", SqlArrays.names(names))
                .list(DomainTreeTable::placed);
    }

    private static Placed placed(Row row) throws SQLException {
        Long parent = row.optionalNumber("parent_id");
        return new Placed(
                new DomainId(row.number("id")),
                new DomainName(row.text("name")),
                parent == null ? null : new DomainId(parent),
                row.flag("top_level"),
                row.flag("writable"));
    }

    /**
     * Returns those of these names that, if they are added, would be above rows that the caller may
     * not write: rows that count with a lower row now, or are in its groups.
     */
    Set<DomainName> takingOver(Scope scope, Collection<DomainName> names) {
        // OFFSET as in below().
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                select distinct n.name
                                from unnest(:names) n(name)
                                cross join lateral (
                                    select * from domain
                                    where account_id = :account
                                        and reverse(name) collate "C" >= reverse('.' || n.name)
                                        and reverse(name) collate "C" < reverse('/' || n.name)
                                    offset 0) d
                                join domain p on p.id = d.parent_id
                                    and right(p.name, length(n.name) + 1) = '.' || n.name
                                where (d.follows is not null or not d.top_level) and not
                                """
                                        + DomainAccess.writable(scope, "d"))
                        .param("names", SqlArrays.names(names))
                        .list(row -> new DomainName(row.text("name"))));
    }

    /** A domain that a person adds. */
    record NewDomain(DomainName name, @Nullable DomainId parent) {}

    /** Adds domains by hand, unless the account has them; answers rows of those added. */
    Map<DomainName, DomainId> insert(Scope scope, List<NewDomain> domains, Instant added) {
        Map<DomainName, DomainId> rows = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                        select :account, n.name, n.parent_id, true, 'm', cast(:added as timestamptz)
                        from unnest(:names, :parents) n(name, parent_id)
                        on conflict (account_id, name) do nothing
                        returning id, name
                        """)
                .param("names", SqlArrays.names(domains.stream().map(NewDomain::name).toList()))
                .param(
                        "parents",
                        domains.stream()
                                .map(d -> d.parent() == null ? null : d.parent().value())
                                .toArray(Long[]::new))
                .param("added", added)
                .list(row ->
                        rows.put(new DomainName(row.text("name")), new DomainId(row.number("id"))));
        return rows;
    }

    /**
     * Adds a discovered domain, which follows its parent, unless the account has it; answers its
     * row when it was added.
     */
    Optional<DomainId> insert(
            Scope scope,
            DomainName name,
            @Nullable DomainId parent,
            boolean topLevel,
            Origin origin,
            Instant added) {
        return db.as(scope)
                .sql(
                        """
                        insert into domain (account_id, name, parent_id, follows, top_level, origin,
                            added_date)
                        values (:account, :name, cast(:parent as bigint), cast(:parent as bigint),
                            :topLevel, :origin, :added)
                        on conflict (account_id, name) do nothing
                        returning id
                        """)
                .param("name", name.value())
                .param("parent", parent == null ? null : parent.value())
                .param("topLevel", topLevel)
                .param("origin", origin.code())
                .param("added", added)
                .optional(row -> new DomainId(row.number("id")));
    }

    /**
     * How many subdomains were found in reports below this row, in all and since a point in time.
     */
    Discovered discovered(Scope scope, DomainId parent, Instant since) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) as total, count(*) filter (where added_date >= :since) as recent
                        from domain
                        where account_id = :account and parent_id = :parent and origin = 'd'
                        """)
                .param("parent", parent.value())
                .param("since", since)
                .one(row -> new Discovered(row.number("total"), row.number("recent")));
    }

    /** Numbers of discovered subdomains. */
    record Discovered(long total, long recent) {

        /** Whether reports may add one more. */
        boolean leavesRoom() {
            return total < DomainDiscovery.MAX_DISCOVERED
                    && recent < DomainDiscovery.MAX_DISCOVERED_A_DAY;
        }
    }

    /**
     * Puts rows below others. Those that follow their parent follow the new one, unless they have
     * separate memberships by now.
     */
    void setParents(Scope scope, Map<DomainId, DomainId> parents) {
        db.as(scope)
                .sql(
                        """
                        update domain d set parent_id = p.parent_id,
                            follows = case when d.follows is not null
                                and not exists (select from domain_group_member m
                                    where m.domain_id = d.id)
                                then p.parent_id end
                        from unnest(:ids, :parents) p(id, parent_id)
                        where d.account_id = :account and d.id = p.id
                        """)
                .param("ids", SqlArrays.ids(parents.keySet()))
                .param("parents", SqlArrays.ids(parents.values()))
                .update();
    }

    /**
     * Lets some rows follow nobody any more, and sets the state of some. All that change are locked
     * in ascending order.
     *
     * @param promoted whether those that have followed count for themselves from now on
     * @return those that have followed, and those that were said to be in another state
     */
    Assigned assign(
            Scope scope,
            Collection<DomainId> own,
            boolean promoted,
            Collection<DomainId> stated,
            DomainState state) {
        record Changed(DomainId id, boolean followed, boolean stated) {}
        List<Changed> changed =
                db.as(scope)
                        .sql(
                                """
                                update domain d set
                                    follows = case when d.id = any(:own) then null else d.follows end,
                                    top_level = d.top_level
                                        or :promoted and d.id = any(:own) and d.follows is not null,
                                    domain_state = case when d.id = any(:stated)
                                        then :state else d.domain_state end
                                from (select id, follows, domain_state from domain
                                    where account_id = :account
                                        and (id = any(:own) and follows is not null
                                            or id = any(:stated) and domain_state <> :state)
                                    order by id for no key update) changed
                                where d.account_id = :account and d.id = changed.id
                                returning d.id,
                                    d.id = any(:own) and changed.follows is not null as followed,
                                    changed.domain_state <> d.domain_state as stated
                                """)
                        .param("own", SqlArrays.ids(own))
                        .param("promoted", promoted)
                        .param("stated", SqlArrays.ids(stated))
                        .param("state", state.code())
                        .list(row ->
                                new Changed(
                                        new DomainId(row.number("id")),
                                        row.flag("followed"),
                                        row.flag("stated")));
        return new Assigned(
                changed.stream().filter(Changed::followed).map(Changed::id).toList(),
                changed.stream().filter(Changed::stated).map(Changed::id).toList());
    }

    /** Rows that have followed another, and rows whose state was another. */
    record Assigned(List<DomainId> followed, List<DomainId> stated) {}

    /** Takes rows out from below their parents: each is top level and follows nobody. */
    void release(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql(
                        """
                        update domain set parent_id = null, follows = null, top_level = true
                        where account_id = :account and id = any(:ids)
                        """)
                .param("ids", SqlArrays.ids(ids))
                .update();
    }

    /** Notes names that must not come back by themselves. */
    void rememberDeleted(Scope scope, Collection<DomainName> names, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into deleted_domain (account_id, name, deleted)
                        select :account, n.name, cast(:now as timestamptz)
                        from unnest(:names) n(name)
                        on conflict (account_id, name) do update set deleted = excluded.deleted
                        """)
                .param("names", SqlArrays.names(names))
                .param("now", now)
                .update();
    }

    void forgetDeleted(Scope scope, Collection<DomainName> names) {
        db.as(scope)
                .sql(
                        """
                        delete from deleted_domain
                        where account_id = :account and name = any(:names)
                        """)
                .param("names", SqlArrays.names(names))
                .update();
    }

    /** Analyzes the table after many changes: plans made for few domains take minutes with many. */
    void analyzeAfter(int changed) {
        if (changed >= MANY) {
            db.analyze("domain");
        }
    }
}
