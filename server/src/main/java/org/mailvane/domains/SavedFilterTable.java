package org.mailvane.domains;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code saved_filter} and {@code saved_filter_domain}. */
@Repository
class SavedFilterTable {

    private static final String COLUMNS =
            """
            f.id, f.kind, f.changes, f.begin_day, f.end_day, f.created,
                array(select h.name from saved_filter_domain h
                    where h.account_id = :account and h.filter_id = f.id order by h.place) as names
            """;

    private final Db db;

    SavedFilterTable(Db db) {
        this.db = db;
    }

    /** Filters that this user has saved, as long as the user may read all their domains. */
    private static String visible(Scope scope) {
        return """
        f.account_id = :account and f.user_id = :viewer
            and not exists (select from saved_filter_domain h
                left join domain d on d.account_id = :account and d.id = h.domain_id
                where h.account_id = :account and h.filter_id = f.id and (d.id is null or not %s))
        """
                .formatted(DomainAccess.readable(scope, "d"));
    }

    /** Keeps others from adding filters of this user until the transaction ends. */
    void lockUser(Scope scope) {
        db.as(scope)
                .sql(
                        """
                        select id from published.account_user
                        where account_id = :account and id = :viewer for no key update
                        """)
                .list(row -> true);
    }

    SavedFilter insert(
            Scope scope,
            FilterCriteria criteria,
            Map<DomainName, DomainId> domains,
            Instant created) {
        List<DomainName> names = criteria.domains();
        long id =
                db.as(scope)
                        .sql(
                                """
                                insert into saved_filter (account_id, user_id, kind, changes, begin_day,
                                    end_day, domains, created)
                                values (:account, :viewer, :kind, :changes, :begin, :end, :domains,
                                    :created)
                                returning id
                                """)
                        .param("kind", criteria.kind().code())
                        .param("changes", criteria.changes().toArray(String[]::new))
                        .param("begin", criteria.begin())
                        .param("end", criteria.end())
                        .param("domains", names.size())
                        .param("created", created)
                        .one(row -> row.number("id"));
        db.as(scope)
                .sql(
                        """
                        insert into saved_filter_domain (account_id, filter_id, place, domain_id, name)
                        select :account, cast(:filter as bigint), n.place, n.id, n.name
                        from unnest(:ids, :names) with ordinality n(id, name, place)
                        """)
                .param("filter", id)
                .param("ids", SqlArrays.ids(names.stream().map(domains::get).toList()))
                .param("names", SqlArrays.names(names))
                .update();
        return find(scope, id).orElseThrow();
    }

    /**
     * Removes the oldest filters of a user who is locked.
     *
     * @param most filters that stay at most
     * @param mostDomains domains that stay in them at most
     */
    void deleteOld(Scope scope, int most, int mostDomains) {
        db.as(scope)
                .sql(
                        deleting(
                                """
                                select id from (
                                    select id, row_number() over newest as place,
                                        sum(domains) over newest as held
                                    from saved_filter
                                    where account_id = :account and user_id = :viewer
                                    window newest as (order by id desc)) ranked
                                where place > :most or held > :mostDomains
                                """))
                .param("most", most)
                .param("mostDomains", mostDomains)
                .update();
    }

    /** Removes the filters, of all users, that hold one of these domains. */
    void deleteHolding(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        deleting(
                                """
                                select filter_id from saved_filter_domain
                                where account_id = :account and domain_id = any(:domains)
                                """))
                .param("domains", SqlArrays.ids(domains))
                .update();
    }

    /** Locked in one order, whoever deletes. */
    private static String deleting(String which) {
        return """
        with doomed as materialized (
            select id from saved_filter
            where account_id = :account and id in (%s) order by id for update)
        delete from saved_filter f using doomed
        where f.account_id = :account and f.id = doomed.id
        """
                .formatted(which);
    }

    long count(Scope scope, Kind kind) {
        return db.as(scope)
                .sql(
                        "select count(*) from saved_filter f where f.kind = :kind and "
                                + visible(scope))
                .param("kind", kind.code())
                .one(row -> row.number("count"));
    }

    /** The newest first. */
    List<SavedFilter> list(Scope scope, Kind kind, Window window) {
        return db.as(scope)
                .sql(
                        "select %s from saved_filter f where f.kind = :kind and %s"
                                        .formatted(COLUMNS, visible(scope))
                                + " order by f.id desc limit :limit offset :offset")
                .param("kind", kind.code())
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(SavedFilterTable::filter);
    }

    Optional<SavedFilter> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        "select %s from saved_filter f where f.id = :id and %s"
                                .formatted(COLUMNS, visible(scope)))
                .param("id", id)
                .optional(SavedFilterTable::filter);
    }

    Optional<List<DomainId>> domains(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        select array(select h.domain_id from saved_filter_domain h
                            where h.account_id = :account and h.filter_id = f.id) as domains
                        from saved_filter f where f.id = :id and
                        """
                                + visible(scope))
                .param("id", id)
                .optional(row -> row.numbers("domains").stream().map(DomainId::new).toList());
    }

    private static SavedFilter filter(Row row) throws SQLException {
        return new SavedFilter(
                row.number("id"),
                new FilterCriteria(
                        Kind.of(row.text("kind")),
                        row.texts("names").stream().map(DomainName::new).toList(),
                        row.texts("changes"),
                        row.optionalDay("begin_day"),
                        row.optionalDay("end_day")),
                row.instant("created"));
    }
}
