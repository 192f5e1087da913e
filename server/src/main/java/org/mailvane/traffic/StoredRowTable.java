package org.mailvane.traffic;

import java.sql.Date;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Classification;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code fact} and {@code detail}, as settling reads and changes them. A row is found by its
 * domain and day, so that the index alone answers what does not change anything: whose the domain
 * is, is asked once and not row by row.
 */
@Repository
class StoredRowTable {

    private static final String OWN =
            """
            f.domain_id = :domain and f.day between :first and :last and exists (
                select from domain where account_id = :account and id = :domain)\
            """;

    private static final String COLUMNS =
            "f.day, f.address, f.header_from, f.dkim_aligned, f.spf_aligned, f.detail";

    private final Db db;

    StoredRowTable(Db db) {
        this.db = db;
    }

    /**
     * Rows that are changed together.
     *
     * @param part which part of the days' rows, from 0
     * @param parts how many parts there are
     */
    record Chunk(Days days, int part, int parts) {}

    /** Messages of a month of one kind. */
    record Sum(StoredRow.Key key, long messages) {}

    /** Rows by day. */
    SortedMap<LocalDate, Long> counts(Scope scope, DomainId domain, Days days) {
        SortedMap<LocalDate, Long> counts = new TreeMap<>();
        own(scope, "select f.day, count(*) as n from fact f where %s group by f.day", domain, days)
                .list(row -> counts.put(row.day("day"), row.number("n")));
        return counts;
    }

    List<StoredRow> rows(Scope scope, DomainId domain, Chunk chunk) {
        // The parts of a day: by what differs between its rows.
        String part =
                chunk.parts() == 1
                        ? ""
                        : """
                         and mod(cast(hashtext(f.header_from) # hashinet(f.address)
                            # uuid_hash(f.detail) as bigint) & 2147483647, :parts) = :part\
                        """;
        Query query =
                own(
                        scope,
                        "select %s, f.category, f.source, f.rule from fact f where %%s%s"
                                .formatted(COLUMNS, part),
                        domain,
                        chunk.days());
        if (chunk.parts() > 1) {
            query.param("parts", chunk.parts()).param("part", chunk.part());
        }
        return query.list(row ->
                new StoredRow(
                        key(row),
                        Math.toIntExact(row.number("category")),
                        Math.toIntExact(row.number("source")),
                        Math.toIntExact(row.number("rule"))));
    }

    /** Hands over the messages that passed DKIM aligned, by all that they have in common. */
    void passing(Scope scope, DomainId domain, Days days, Consumer<Sum> consumer) {
        own(
                        scope,
                        """
                        select %1$s, sum(f.messages) as messages
                        from fact f where f.dkim_aligned and %%s group by %1$s
                        """
                                .formatted(COLUMNS),
                        domain,
                        days)
                .forEach(row -> consumer.accept(new Sum(key(row), row.sum("messages"))));
    }

    /** Some of the addresses of these days, in ascending order. */
    List<IpAddress> addresses(
            Scope scope, DomainId domain, Days days, @Nullable IpAddress after, int limit) {
        return own(
                        scope,
                        """
                        select distinct f.address from fact f
                        where %s and f.address > cast(:after as inet)
                        order by f.address limit :limit
                        """,
                        domain,
                        days)
                // Nothing is below it: the network comes before the address.
                .param("after", after == null ? "0.0.0.0/0" : after.toString())
                .param("limit", limit)
                .list(row -> address(row));
    }

    /** The raw results of these details, as far as they are there. */
    Map<UUID, RawResults> details(Scope scope, DomainId domain, Collection<UUID> hashes) {
        Map<UUID, RawResults> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select hash, dkim, spf, reasons from detail
                        where account_id = :account and domain_id = :domain
                            and hash = any(:hashes)
                        """)
                .param("domain", domain.value())
                .param("hashes", hashes.toArray(UUID[]::new))
                .list(row ->
                        found.put(
                                row.uuid("hash"),
                                RawResults.parse(
                                        row.text("dkim"), row.text("spf"), row.text("reasons"))));
        return found;
    }

    /** Changes the rows that have one of these keys. */
    void update(
            Scope scope,
            DomainId domain,
            Days days,
            Map<StoredRow.Key, Classification> changes,
            int rulesVersion) {
        // Of arrays the database does not know how long they are, and would look for each row.
        db.as(scope)
                .sql("select set_config('enable_nestloop', 'off', true) where :account > 0")
                .one(row -> true);
        int size = changes.size();
        Date[] rowDays = new Date[size];
        String[] addresses = new String[size];
        String[] headerFroms = new String[size];
        boolean[] dkim = new boolean[size];
        boolean[] spf = new boolean[size];
        UUID[] details = new UUID[size];
        int[] categories = new int[size];
        int[] sources = new int[size];
        int[] rules = new int[size];
        int i = 0;
        for (Map.Entry<StoredRow.Key, Classification> entry : changes.entrySet()) {
            StoredRow.Key key = entry.getKey();
            rowDays[i] = Date.valueOf(key.day());
            addresses[i] = key.address().toString();
            headerFroms[i] = key.headerFrom();
            dkim[i] = key.dkimAligned();
            spf[i] = key.spfAligned();
            details[i] = key.detail();
            categories[i] = entry.getValue().category().number();
            sources[i] = entry.getValue().source();
            rules[i] = entry.getValue().rule().number();
            i++;
        }
        db.as(scope)
                .sql(
                        """
                        update fact f set category = c.category, source = c.source, rule = c.rule,
                            rules_version = :version
                        from unnest(:rowDays, cast(:addresses as inet[]), :headerFroms, :dkim, :spf,
                                :details, :categories, :sources, :rules)
                            c(day, address, header_from, dkim_aligned, spf_aligned, detail, category,
                                source, rule)
                        where f.account_id = :account and f.domain_id = :domain
                            and f.day between :first and :last
                            and f.day = c.day and f.address = c.address and f.detail = c.detail
                            and f.header_from = c.header_from
                            and f.dkim_aligned = c.dkim_aligned and f.spf_aligned = c.spf_aligned
                        """)
                .param("domain", domain.value())
                .param("first", days.first())
                .param("last", days.last())
                .param("version", rulesVersion)
                .param("rowDays", rowDays)
                .param("addresses", addresses)
                .param("headerFroms", headerFroms)
                .param("dkim", dkim)
                .param("spf", spf)
                .param("details", details)
                .param("categories", categories)
                .param("sources", sources)
                .param("rules", rules)
                .update();
    }

    private Query own(Scope scope, String text, DomainId domain, Days days) {
        return db.as(scope)
                .sql(text.formatted(OWN))
                .param("domain", domain.value())
                .param("first", days.first())
                .param("last", days.last());
    }

    private static StoredRow.Key key(Row row) throws SQLException {
        return new StoredRow.Key(
                row.day("day"),
                address(row),
                row.text("header_from"),
                row.flag("dkim_aligned"),
                row.flag("spf_aligned"),
                row.uuid("detail"));
    }

    private static IpAddress address(Row row) throws SQLException {
        return IpAddress.parse(row.text("address")).orElseThrow();
    }
}
