package org.mailvane.domains;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.ChosenDomains.GroupFilter;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.Domain.Records;
import org.mailvane.domains.DomainFilter.SeenPolicy;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
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

    void delete(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql("delete from domain where account_id = :account and id = any(:ids)")
                .param("ids", SqlArrays.ids(ids))
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
