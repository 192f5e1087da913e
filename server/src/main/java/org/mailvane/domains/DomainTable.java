package org.mailvane.domains;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.ChosenDomains.GroupFilter;
import org.mailvane.domains.Discovery.Known;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.Domain.Records;
import org.mailvane.domains.DomainFilter.SeenPolicy;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code domain} and {@code domain_states}. */
@Repository
class DomainTable {

    private final Db db;

    DomainTable(Db db) {
        this.db = db;
    }

    private static String select(Scope scope) {
        return """
        select d.id, d.name, d.parent_id, d.top_level, d.origin, d.notes, d.is_verified,
            d.nxdomain, d.domain_state, d.added_date, d.last_upload_time, d.state_dmarc,
            d.state_spf, d.state_dkim, d.records_dmarc, d.records_spf, d.spf_lookup_count,
            d.selectors, d.last_seen_dmarc_policy,
            coalesce((select r.states from domain_states r
                where r.account_id = :account and r.domain_id = d.id), '{}') as states,
            (select count(*) from domain s where s.parent_id = d.id and %s) as subdomain_count,
            %s as writable
        from domain d
        """
                .formatted(DomainAccess.readable(scope, "s"), DomainAccess.writable(scope, "d"));
    }

    /** How many of these domains the caller may see. */
    long count(Scope scope, DomainFilter filter, GroupFilter group, Optional<List<DomainId>> only) {
        Conditions where = conditions(scope, filter, group, only);
        return where.bind(
                        db.as(scope)
                                .sql(
                                        "select count(*) from domain d where d.account_id = :account"
                                                + where.text()))
                .one(row -> row.number("count"));
    }

    /**
     * Some of these domains that the caller may see.
     *
     * @param days those of their volumes, if they are ordered by these
     */
    List<Domain> list(
            Scope scope,
            DomainFilter filter,
            GroupFilter group,
            Optional<List<DomainId>> only,
            Ordering<DomainOrder> ordering,
            Window window,
            CountedDays days) {
        boolean volumes = ordering.keys().stream().anyMatch(key -> key.field().needsVolumes());
        Conditions where = conditions(scope, filter, group, only);
        // Which rows they are comes first, so that the others' details are not looked up.
        String text =
                (volumes ? "with " + DomainDayTable.VOLUMES + " " : "")
                        + select(scope)
                        + "join unnest(array(select d.id from domain d"
                        + (volumes ? DomainDayTable.JOIN_VOLUMES : "")
                        + " where d.account_id = :account"
                        + where.text()
                        + " order by "
                        + ordering.sql(DomainOrder::column, "d.name, d.id")
                        + " limit :limit offset :offset)) with ordinality page(id, place)"
                        + " on page.id = d.id where d.account_id = :account order by page.place";
        Query query =
                where.bind(db.as(scope).sql(text))
                        .param("limit", window.limit())
                        .param("offset", window.offset());
        if (volumes) {
            query.param("first", days.first()).param("last", days.last());
        }
        return query.list(DomainTable::domain);
    }

    /** The rows of those that the caller may see. */
    List<DomainId> ids(
            Scope scope, DomainFilter filter, GroupFilter group, Optional<List<DomainId>> only) {
        Conditions where = conditions(scope, filter, group, only);
        return where.bind(
                        db.as(scope)
                                .sql(
                                        "select d.id from domain d where d.account_id = :account"
                                                + where.text()
                                                + " order by d.id"))
                .list(row -> new DomainId(row.number("id")));
    }

    /**
     * How many there are that the caller may see, by policy as DNS told last, and when reports came
     * last.
     */
    Domains.Overall overall(Scope scope, Optional<List<DomainId>> only) {
        record Part(String policy, long domains, @Nullable Instant newest) {}
        List<Part> parts =
                VisibleDomains.bind(
                                db.as(scope)
                                        .sql(
                                                """
                                                select case when d.state_dmarc = 'unknown' then ''
                                                        else d.last_seen_dmarc_policy end as policy,
                                                    count(*) as domains,
                                                    max(d.last_upload_time) as newest
                                                from domain d where d.account_id = :account and %s
                                                group by 1
                                                """
                                                        .formatted(
                                                                VisibleDomains.condition(
                                                                        scope, only, "d"))),
                                only)
                        .list(row ->
                                new Part(
                                        row.text("policy"),
                                        row.number("domains"),
                                        row.optionalInstant("newest")));
        Map<String, Long> policies = new HashMap<>();
        parts.forEach(part -> policies.put(part.policy(), part.domains()));
        return new Domains.Overall(
                policies,
                parts.stream()
                        .map(Part::newest)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null));
    }

    /** How many rows count with a domain, without what counts for itself. */
    long countedBelow(Scope scope, DomainId id) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from domain d join domain p on p.id = d.parent_id
                        where d.account_id = :account and p.id = :id and not d.top_level and
                        """
                                + DomainAccess.readable(scope, "p"))
                .param("id", id.value())
                .one(row -> row.number("count"));
    }

    Optional<Domain> find(Scope scope, DomainId id) {
        return db.as(scope)
                .sql(
                        select(scope)
                                + "where d.account_id = :account and d.id = :id and "
                                + DomainAccess.readable(scope, "d"))
                .param("id", id.value())
                .optional(DomainTable::domain);
    }

    private static Conditions conditions(
            Scope scope, DomainFilter filter, GroupFilter group, Optional<List<DomainId>> only) {
        Conditions where = ChosenDomains.conditions(scope, filter.choice(), group);
        where.add("d.id = any(:only)", "only", only.map(SqlArrays::ids).orElse(null));
        String exact = filter.domainExact();
        where.add("d.name = :exact", "exact", exact == null ? null : DomainFilter.stored(exact));
        where.add("d.has_errors = :errors", "errors", filter.hasErrors());
        where.add("d.is_verified = :verified", "verified", filter.isVerified());
        SeenPolicy policy = filter.lastSeenDmarcPolicy();
        where.add(
                "d.last_seen_dmarc_policy = :policy",
                "policy",
                policy == null ? null : policy.code());
        Origin origin = filter.origin();
        where.add("d.origin = :origin", "origin", origin == null ? null : origin.code());
        where.add("d.parent_id = :parent", "parent", filter.parentId());
        where.add("d.spf_lookup_count >= :fewest", "fewest", filter.spfLookupCountMin());
        where.add("d.spf_lookup_count <= :most", "most", filter.spfLookupCountMax());
        return where;
    }

    /** Changes what is given of a domain that the caller may write; false when there is none. */
    boolean update(Scope scope, DomainId id, DomainChange change) {
        return db.as(scope)
                        .sql(
                                """
                                update domain d set notes = coalesce(:notes, notes),
                                    top_level = parent_id is null
                                        or coalesce(cast(:topLevel as boolean), top_level),
                                    spf_lookup_count =
                                        coalesce(cast(:lookups as integer), spf_lookup_count),
                                    last_upload_time = case when :setUpload
                                        then cast(:upload as timestamptz) else last_upload_time end,
                                    domain_state = coalesce(:state, domain_state),
                                    selectors = coalesce(cast(:selectors as text[]), selectors)
                                where d.account_id = :account and d.id = :id and
                                """
                                        + DomainAccess.writable(scope, "d"))
                        .param("id", id.value())
                        .param("notes", change.notes().orNull())
                        .param("topLevel", change.topLevel().orNull())
                        .param("lookups", change.spfLookupCount().orNull())
                        .param("setUpload", change.lastUploadTime().isGiven())
                        .param("upload", change.lastUploadTime().orNull())
                        .param(
                                "state",
                                change.domainState().isGiven()
                                        ? change.domainState().value().code()
                                        : null)
                        .param(
                                "selectors",
                                change.selectors().isGiven()
                                        ? change.selectors().value().stream()
                                                .map(Selector::value)
                                                .distinct()
                                                .toArray(String[]::new)
                                        : null)
                        .update()
                == 1;
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
                .list(DomainTable::placed);
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
                .list(DomainTable::placed);
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

    /** The rows of those of these names that the caller may write. */
    Map<DomainName, DomainId> writable(Scope scope, Collection<DomainName> names) {
        return rows(
                scope,
                names,
                DomainAccess.readable(scope, "d") + " and " + DomainAccess.writable(scope, "d"));
    }

    /** The rows of those of these names that the caller may see. */
    Map<DomainName, DomainId> readable(Scope scope, Collection<DomainName> names) {
        return rows(scope, names, DomainAccess.readable(scope, "d"));
    }

    List<DomainId> shown(Scope scope, Optional<List<DomainId>> only) {
        String text = "select s.id from (" + VisibleDomains.sql(scope, only) + ") s order by s.id";
        return VisibleDomains.bind(db.as(scope).sql(text), only)
                .list(row -> new DomainId(row.number("id")));
    }

    private Map<DomainName, DomainId> rows(
            Scope scope, Collection<DomainName> names, String condition) {
        Map<DomainName, DomainId> rows = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select d.id, d.name from domain d
                        where d.account_id = :account and d.name = any(:names) and
                        """
                                + condition)
                .param("names", SqlArrays.names(names))
                .list(row ->
                        rows.put(new DomainName(row.text("name")), new DomainId(row.number("id"))));
        return rows;
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
            return total < Domains.MAX_DISCOVERED && recent < Domains.MAX_DISCOVERED_A_DAY;
        }
    }

    /** Locks rows in ascending order until the transaction ends; answers those that exist. */
    List<DomainId> lock(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select id from domain where account_id = :account and id = any(:ids)
                        order by id for no key update
                        """)
                .param("ids", SqlArrays.ids(ids))
                .list(row -> new DomainId(row.number("id")));
    }

    /** As {@link #lock}, so that rows stay while others may write about them. */
    List<DomainId> hold(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select id from domain where account_id = :account and id = any(:ids)
                        order by id for key share
                        """)
                .param("ids", SqlArrays.ids(ids))
                .list(row -> new DomainId(row.number("id")));
    }

    /** As {@link #lock}, so that not even a row that refers to them can be added. */
    void lockToDelete(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql(
                        """
                        select id from domain where account_id = :account and id = any(:ids)
                        order by id for update
                        """)
                .param("ids", SqlArrays.ids(ids))
                .list(row -> true);
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

    void delete(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql("delete from domain where account_id = :account and id = any(:ids)")
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

    Optional<Instant> lastUpload(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select max(last_upload_time) as newest from domain
                        where account_id = :account
                        """)
                .one(row -> Optional.ofNullable(row.optionalInstant("newest")));
    }

    /**
     * Stores what DNS says of a domain. Its row is written only if the value has changed: most
     * lookups find what they found before, and each new version of a row makes lists slower until
     * vacuum removes the old ones.
     */
    void setRecords(Scope scope, DomainId id, WatchedRecords records) {
        db.as(scope)
                .sql(
                        """
                        with kept as (
                            insert into domain_states (account_id, domain_id, states)
                            select account_id, id, cast(:states as jsonb) from domain
                            where account_id = :account and id = :id
                            on conflict (domain_id) do update set states = excluded.states
                        )
                        update domain set state_dmarc = :dmarcState, state_spf = :spfState,
                            state_dkim = :dkimState, records_dmarc = :dmarc, records_spf = :spf,
                            spf_lookup_count = :lookups, last_seen_dmarc_policy = :policy,
                            mx_txt = :mx, soa_txt = :soa, nxdomain = :nxdomain,
                            unconfirmed = :unconfirmed, has_errors = :errors, is_verified = is_verified or :verified
                        where account_id = :account and id = :id
                            and (state_dmarc, state_spf, state_dkim, records_dmarc, records_spf,
                                    spf_lookup_count, last_seen_dmarc_policy, mx_txt, soa_txt,
                                    nxdomain, unconfirmed, has_errors, is_verified)
                                is distinct from (:dmarcState, :spfState, :dkimState, :dmarc, :spf,
                                    :lookups, :policy, :mx, :soa, :nxdomain, :unconfirmed,
                                    :errors, is_verified or :verified)
                        """)
                .param("id", id.value())
                .param("dmarcState", records.records().dmarcState())
                .param("spfState", records.records().spfState())
                .param("dkimState", records.records().dkimState())
                .param("states", records.records().states())
                .param("dmarc", records.records().dmarc())
                .param("spf", records.records().spf())
                .param("lookups", records.records().spfLookupCount())
                .param("policy", records.policy())
                .param("mx", records.mailExchangers())
                .param("soa", records.startOfZone())
                .param("nxdomain", records.nxdomain())
                .param("unconfirmed", records.unconfirmed())
                .param("errors", records.hasErrors())
                .param("verified", records.verified())
                .update();
    }

    void setLastUpload(Scope scope, Collection<DomainId> ids, Instant time) {
        db.as(scope)
                .sql(
                        """
                        update domain set last_upload_time = :time
                        where account_id = :account and id = any(:ids)
                            and (last_upload_time is null or last_upload_time < :time)
                        """)
                .param("ids", SqlArrays.ids(ids))
                .param("time", time)
                .update();
    }

    private static Domain domain(Row row) throws SQLException {
        Long parent = row.optionalNumber("parent_id");
        return new Domain(
                new DomainId(row.number("id")),
                new DomainName(row.text("name")),
                parent == null ? null : new DomainId(parent),
                row.flag("top_level"),
                Origin.ofCode(row.text("origin")),
                row.text("notes"),
                row.flag("is_verified"),
                row.flag("nxdomain"),
                DomainState.ofCode(row.text("domain_state")),
                row.instant("added_date"),
                row.optionalInstant("last_upload_time"),
                row.text("last_seen_dmarc_policy"),
                new Records(
                        row.text("state_dmarc"),
                        row.text("state_spf"),
                        row.text("state_dkim"),
                        row.text("states"),
                        row.text("records_dmarc"),
                        row.text("records_spf"),
                        Math.toIntExact(row.number("spf_lookup_count"))),
                row.texts("selectors").stream().map(Selector::new).toList(),
                row.number("subdomain_count"),
                row.flag("writable"));
    }
}
