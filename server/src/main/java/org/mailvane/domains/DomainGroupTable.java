package org.mailvane.domains;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.ChosenDomains.GroupFilter;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code domain_group} and {@code domain_group_member}. The DEFAULT group has no members: it
 * holds what the account holds.
 */
@Repository
class DomainGroupTable {

    private final Db db;

    DomainGroupTable(Db db) {
        this.db = db;
    }

    void insertDefault(Scope scope) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_group (account_id, label, is_default)
                        values (:account, :label, true)
                        """)
                .param("label", DomainGroup.DEFAULT_LABEL)
                .update();
    }

    long defaultGroup(Scope scope) {
        return db.as(scope)
                .sql("select id from domain_group where account_id = :account and is_default")
                .one(row -> row.number("id"));
    }

    long insert(Scope scope, DomainGroupChange group) {
        return db.as(scope)
                .sql(
                        """
                        insert into domain_group (account_id, label, notes, is_default, parked_domains)
                        values (:account, :label, :notes, false, :parked)
                        returning id
                        """)
                .param("label", group.label().value())
                .param("notes", group.notes().or(""))
                .param("parked", group.parkedDomains().or(false))
                .one(row -> row.number("id"));
    }

    /** What all groups of the account are called. */
    Map<Long, String> labels(Scope scope) {
        Map<Long, String> labels = new LinkedHashMap<>();
        db.as(scope)
                .sql("select id, label from domain_group where account_id = :account order by id")
                .list(row -> labels.put(row.number("id"), row.text("label")));
        return labels;
    }

    /** Changes what is given of a group; false when there is none. */
    boolean update(Scope scope, long id, DomainGroupChange change) {
        return db.as(scope)
                        .sql(
                                """
                                update domain_group set label = coalesce(:label, label),
                                    notes = coalesce(:notes, notes),
                                    parked_domains =
                                        coalesce(cast(:parked as boolean), parked_domains),
                                    hide_assigned_domains =
                                        coalesce(cast(:hide as boolean), hide_assigned_domains)
                                where account_id = :account and id = :id
                                """)
                        .param("id", id)
                        .param("label", change.label().orNull())
                        .param("notes", change.notes().orNull())
                        .param("parked", change.parkedDomains().orNull())
                        .param("hide", change.hideAssignedDomains().orNull())
                        .update()
                == 1;
    }

    boolean delete(Scope scope, long id) {
        return db.as(scope)
                        .sql(
                                """
                                delete from domain_group
                                where account_id = :account and id = :id and not is_default
                                """)
                        .param("id", id)
                        .update()
                == 1;
    }

    /** How many of these groups the caller may see. */
    long count(Scope scope, DomainGroupFilter filter) {
        Conditions where = conditions(filter);
        return where.bind(db.as(scope).sql(found(scope, where) + "select count(*) from found"))
                .one(row -> row.number("count"));
    }

    /**
     * Some of these groups that the caller may see: DEFAULT, then the others by label.
     *
     * @param days those of their domains' volumes
     */
    List<DomainGroup> list(Scope scope, DomainGroupFilter filter, Window window, CountedDays days) {
        return groups(scope, conditions(filter), days)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(DomainGroupTable::group);
    }

    Optional<DomainGroup> find(Scope scope, long id, CountedDays days) {
        Conditions where = new Conditions();
        where.add("g.id = :id", "id", id);
        return groups(scope, where, days)
                .param("limit", 1)
                .param("offset", 0)
                .optional(DomainGroupTable::group);
    }

    private Query groups(Scope scope, Conditions where, CountedDays days) {
        return where.bind(db.as(scope).sql(found(scope, where) + FIGURES))
                .param("first", days.first())
                .param("last", days.last());
    }

    private static final String HAS_LABEL = "strpos(lower(g.label), lower(:label)) > 0";

    /**
     * What follows {@code with visible}: the domains that these groups hold, which only some
     * filters ask for. What DEFAULT hides is not among them.
     */
    private static final String CONTENTS =
            """
            contents as (
                select g.id as group_id, d.name, d.domain_state, d.top_level
                from visible g
                join domain_group_member m on m.group_id = g.id
                join domain d on d.groups_of = m.domain_id
                where d.account_id = :account
                union all
                select g.id, d.name, d.domain_state, d.top_level
                from visible g join domain d on d.account_id = :account
                where g.is_default and (not g.hide_assigned_domains or d.groups_of not in (
                    select m.domain_id from domain_group_member m where m.account_id = :account))
            )\
            """;

    /**
     * What follows {@link #found}: a window of these groups with figures of their domains. The
     * messages of all the account's domains are added up once, since DEFAULT, which is on the first
     * page, holds them all. What counts with a parent is left out.
     */
    private static final String FIGURES =
            """
            , shown as materialized (
                select * from found order by is_default desc, label, id
                limit :limit offset :offset
            ), %s, counting as materialized (
                select d.groups_of, d.domain_state, %s as messages
                from domain d%s
                where d.account_id = :account and d.top_level
            ), figures as (
                %s
            )
            select s.*, coalesce(f.domain_count, 0) as domain_count,
                case when f.least = f.greatest then f.least else 'unknown' end as domain_state,
                coalesce(f.max_volume, 0) as max_volume
            from shown s left join figures f on f.group_id = s.id
            order by is_default desc, label, id
            """
                    .formatted(
                            DomainDayTable.VOLUMES,
                            DomainDayTable.VOLUME,
                            DomainDayTable.JOIN_VOLUMES,
                            GroupedDomains.figures(
                                    "shown",
                                    "counting",
                                    """
                                    count(*) as domain_count, min(c.domain_state) as least,
                                        max(c.domain_state) as greatest,
                                        max(c.messages) as max_volume\
                                    """));

    /** A statement's beginning: {@code found} has the groups that the caller asks for. */
    private static String found(Scope scope, Conditions where) {
        return """
        with visible as (
            select g.id, g.uid, g.label, g.notes, g.is_default, g.parked_domains,
                g.hide_assigned_domains, %s as writable
            from domain_group g where g.account_id = :account and %s
        ), %s, found as (
            select * from visible g where true%s
        )
        """
                .formatted(
                        DomainAccess.writableGroup(scope, "g"),
                        DomainAccess.readableGroup(scope, "g"),
                        CONTENTS,
                        where.text());
    }

    private static Conditions conditions(DomainGroupFilter filter) {
        Conditions where = new Conditions();
        if (filter.label() != null) {
            where.add(HAS_LABEL, "label", filter.label());
        }
        DomainState state = filter.domainState();
        if (state == DomainState.UNKNOWN) {
            // Also where the domains differ, and where there are none.
            where.add(
                    """
                    g.id not in (select group_id from contents where top_level group by group_id
                        having min(domain_state) = max(domain_state) and min(domain_state) <> :state)\
                    """,
                    "state",
                    state.code());
        } else if (state != null) {
            where.add(
                    """
                    g.id in (select group_id from contents where top_level group by group_id
                        having min(domain_state) = :state and max(domain_state) = :state)\
                    """,
                    "state",
                    state.code());
        }
        if (filter.search() != null) {
            where.add(
                    """
                    (strpos(lower(g.label), lower(:search)) > 0 or g.id in (
                        select group_id from contents where strpos(name, :part) > 0))\
                    """,
                    "search",
                    filter.search());
            where.param("part", DomainFilter.stored(filter.search()));
        }
        if (filter.searchExact() != null) {
            where.add(
                    """
                    (lower(g.label) = lower(:exact) or g.id in (
                        select group_id from contents where name = :name))\
                    """,
                    "exact",
                    filter.searchExact());
            where.param("name", DomainFilter.stored(filter.searchExact()));
        }
        return where;
    }

    private static String heads(Scope scope) {
        return """
        select g.id, g.label, g.is_default, g.parked_domains, %s as writable
        from domain_group g where g.account_id = :account and %s\
        """
                .formatted(
                        DomainAccess.writableGroup(scope, "g"),
                        DomainAccess.readableGroup(scope, "g"));
    }

    /** Which group this is, if the caller may see it. */
    Optional<DomainGroup.Head> head(Scope scope, long id) {
        return db.as(scope)
                .sql(heads(scope) + " and g.id = :id")
                .param("id", id)
                .optional(DomainGroupTable::head);
    }

    /** As {@link #head}; keeps others from changing or deleting it until the transaction ends. */
    Optional<DomainGroup.Head> lock(Scope scope, long id) {
        return db.as(scope)
                .sql(heads(scope) + " and g.id = :id for no key update of g")
                .param("id", id)
                .optional(DomainGroupTable::head);
    }

    /** Those of these groups that the caller may change. */
    List<DomainGroup.Head> writable(Scope scope, Collection<Long> ids) {
        return db.as(scope)
                .sql(
                        heads(scope)
                                + " and g.id = any(:ids) and "
                                + DomainAccess.writableGroup(scope, "g"))
                .param("ids", SqlArrays.numbers(ids))
                .list(DomainGroupTable::head);
    }

    /** Whether there is one that the caller may change. */
    boolean writesAny(Scope scope) {
        return db.as(scope)
                .sql(
                        "select exists (%s and %s) as there"
                                .formatted(heads(scope), DomainAccess.writableGroup(scope, "g")))
                .one(row -> row.flag("there"));
    }

    /** Some groups with a part of their labels, in the order of {@link #list}. */
    List<DomainGroup.Head> heads(Scope scope, @Nullable String label, Window window) {
        return db.as(scope)
                .sql(
                        heads(scope)
                                + (label == null ? "" : " and " + HAS_LABEL)
                                + " order by g.is_default desc, g.label, g.id"
                                + " limit :limit offset :offset")
                .param("label", label)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(DomainGroupTable::head);
    }

    /** Some of those that the caller may see, in the order of {@link #list}. */
    List<DomainGroup.Head> seen(Scope scope, int limit) {
        return db.as(scope)
                .sql(
                        heads(scope)
                                + " and "
                                + DomainAccess.readableGroup(scope, "g")
                                + " order by g.is_default desc, g.label, g.id limit :limit")
                .param("limit", limit)
                .list(DomainGroupTable::head);
    }

    /** The first of those that the caller may see, without DEFAULT. */
    List<DomainGroup.Head> toChoose(Scope scope, int limit) {
        return db.as(scope)
                .sql(heads(scope) + " and not g.is_default order by g.label, g.id limit :limit")
                .param("limit", limit)
                .list(DomainGroupTable::head);
    }

    /** The first groups that hold a domain and that the caller may see, without DEFAULT. */
    List<DomainGroup.Head> holding(Scope scope, DomainId domain, int limit) {
        return db.as(scope)
                .sql(
                        heads(scope)
                                + """
                                 and exists (select from domain d
                                    join domain_group_member m on m.domain_id = d.groups_of
                                    where d.account_id = :account and d.id = :domain
                                        and m.group_id = g.id)
                                order by g.label, g.id limit :limit
                                """)
                .param("domain", domain.value())
                .param("limit", limit)
                .list(DomainGroupTable::head);
    }

    /** What a list of domains of this group shows. */
    GroupFilter filter(Scope scope, long groupId) {
        return db.as(scope)
                .sql(
                        """
                        select g.is_default, g.hide_assigned_domains from domain_group g
                        where g.account_id = :account and g.id = :id and
                        """
                                + DomainAccess.readableGroup(scope, "g"))
                .param("id", groupId)
                .optional(row ->
                        row.flag("is_default")
                                ? (GroupFilter)
                                        new GroupFilter.Default(row.flag("hide_assigned_domains"))
                                : new GroupFilter.Other())
                .orElseGet(GroupFilter.Unknown::new);
    }

    /** Gives domains that follow another the memberships of that one. */
    void inherit(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_group_member (account_id, group_id, domain_id)
                        select m.account_id, m.group_id, d.id
                        from domain d join domain_group_member m on m.domain_id = d.follows
                        where d.account_id = :account and d.id = any(:domains)
                        on conflict (group_id, domain_id) do nothing
                        """)
                .param("domains", SqlArrays.ids(domains))
                .update();
    }

    /** Puts domains into a group; answers those that it did not hold by themselves. */
    List<DomainId> addMembers(Scope scope, long group, Collection<DomainId> domains) {
        List<DomainId> added =
                db.as(scope)
                        .sql(
                                """
                                insert into domain_group_member (account_id, group_id, domain_id)
                                select :account, :group, n.id from unnest(:domains) n(id)
                                on conflict (group_id, domain_id) do nothing
                                returning domain_id
                                """)
                        .param("group", group)
                        .param("domains", SqlArrays.ids(domains))
                        .list(row -> new DomainId(row.number("domain_id")));
        if (added.size() >= DomainTreeTable.MANY) {
            db.analyze("domain_group_member");
        }
        return added;
    }

    /** Takes domains out of groups. */
    void removeMembers(Scope scope, Collection<Membership> memberships) {
        db.as(scope)
                .sql(
                        """
                        delete from domain_group_member m
                        using unnest(:groups, :domains) n(group_id, domain_id)
                        where m.account_id = :account and m.group_id = n.group_id
                            and m.domain_id = n.domain_id
                        """)
                .param("groups", memberships.stream().mapToLong(Membership::group).toArray())
                .param("domains", memberships.stream().mapToLong(m -> m.domain().value()).toArray())
                .update();
    }

    /** A domain in a group. */
    record Membership(long group, DomainId domain) {}

    /** A name in a group. */
    record Place(long group, DomainName name) {}

    /** The domains that are where they are looked for; DEFAULT holds them all, hidden or not. */
    Map<Place, DomainId> held(Scope scope, Collection<Place> places) {
        Map<Place, DomainId> held = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select g.id as group_id, d.id, d.name
                        from unnest(:groups, :names) n(group_id, name)
                        join domain_group g on g.id = n.group_id
                        join domain d on d.name = n.name
                        where g.account_id = :account and d.account_id = :account
                            and (g.is_default or exists (select from domain_group_member m
                                where m.group_id = g.id and m.domain_id = d.groups_of))
                        """)
                .param("groups", places.stream().mapToLong(Place::group).toArray())
                .param("names", places.stream().map(p -> p.name().value()).toArray(String[]::new))
                .list(row ->
                        held.put(
                                new Place(row.number("group_id"), new DomainName(row.text("name"))),
                                new DomainId(row.number("id"))));
        return held;
    }

    private static DomainGroup.Head head(Row row) throws SQLException {
        return new DomainGroup.Head(
                row.number("id"),
                row.text("label"),
                row.flag("is_default"),
                row.flag("parked_domains"),
                row.flag("writable"));
    }

    private static DomainGroup group(Row row) throws SQLException {
        return new DomainGroup(
                row.number("id"),
                row.text("uid"),
                row.text("label"),
                row.text("notes"),
                row.flag("is_default"),
                row.flag("parked_domains"),
                row.flag("hide_assigned_domains"),
                row.number("domain_count"),
                DomainState.ofCode(row.text("domain_state")),
                row.number("max_volume"),
                row.flag("writable"));
    }
}
