package org.mailvane.domains;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code domain}. */
@Repository
class DomainTable {

    private static final String SELECT =
            """
            select d.id, d.name, d.parent_id, d.top_level, d.origin, d.notes, d.is_verified,
                d.nxdomain, d.domain_state, d.added_date, d.last_upload_time,
                (select count(*) from domain s where s.parent_id = d.id) as subdomain_count
            from domain d
            """;

    private final Db db;

    DomainTable(Db db) {
        this.db = db;
    }

    long count(Scope scope) {
        return db.as(scope)
                .sql("select count(*) from domain where account_id = :account")
                .one(row -> row.number("count"));
    }

    List<Domain> list(Scope scope, Window window) {
        return db.as(scope)
                .sql(
                        SELECT
                                + """
                                where d.account_id = :account
                                order by d.name, d.id limit :limit offset :offset
                                """)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(DomainTable::domain);
    }

    Optional<Domain> find(Scope scope, DomainId id) {
        return db.as(scope)
                .sql(SELECT + "where d.account_id = :account and d.id = :id")
                .param("id", id.value())
                .optional(DomainTable::domain);
    }

    /** The rows of these names, as far as there are any. */
    List<Known> known(Scope scope, Collection<DomainName> names) {
        return db.as(scope)
                .sql(
                        """
                        select id, name from domain
                        where account_id = :account and name = any(:names)
                        """)
                .param("names", names.stream().map(DomainName::value).toArray(String[]::new))
                .list(row ->
                        new Known(
                                new DomainId(row.number("id")), new DomainName(row.text("name"))));
    }

    /** A name and its row. */
    record Known(DomainId id, DomainName name) {}

    /** Adds a domain unless the account has it; answers its row when it was added. */
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
                        insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                        values (:account, :name, cast(:parent as bigint), :topLevel, :origin, :added)
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
    record Discovered(long total, long recent) {}

    /**
     * Keeps others from changing how an account's domains are discovered until the transaction
     * ends.
     */
    void lockDiscovery(Scope scope) {
        db.as(scope)
                .sql("select pg_advisory_xact_lock(hashtextextended('domain discovery', :account))")
                .one(row -> true);
    }

    /** Locks rows in ascending order until the transaction ends; answers those that exist. */
    List<DomainId> lock(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select id from domain where account_id = :account and id = any(:ids)
                        order by id for no key update
                        """)
                .param("ids", ids.stream().mapToLong(DomainId::value).toArray())
                .list(row -> new DomainId(row.number("id")));
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

    void setLastUpload(Scope scope, Collection<DomainId> ids, Instant time) {
        db.as(scope)
                .sql(
                        """
                        update domain set last_upload_time = :time
                        where account_id = :account and id = any(:ids)
                            and (last_upload_time is null or last_upload_time < :time)
                        """)
                .param("ids", ids.stream().mapToLong(DomainId::value).toArray())
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
                row.text("domain_state"),
                row.instant("added_date"),
                row.optionalInstant("last_upload_time"),
                row.number("subdomain_count"));
    }
}
