package org.mailvane.traffic.blocks;

import java.sql.Date;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.springframework.stereotype.Repository;

/** SQL of {@code fact_block} and {@code unpacked_month}. */
@Repository
class PackedRowTable {

    /** Blocks that are in memory at once: the largest has a megabyte or two. */
    private static final int FETCHED = 8;

    /** Marks go first: see {@link #unpack}. */
    private static final List<String> TABLES = List.of("unpacked_month", "fact_block");

    private final Db db;
    private final SystemDb system;

    PackedRowTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** A month to pack, of whatever account. */
    record Due(Scope scope, DomainMonth month) {

        /** Before all of them. */
        static final Due NONE =
                new Due(
                        Scope.ofAccount(0),
                        new DomainMonth(new DomainId(0), YearMonth.from(Days.ALL.first())));
    }

    /**
     * Marks these months and removes what was packed of them, in this order: a thread that packs
     * one of them removes its mark last, so that it is waited for here, or fails there.
     */
    void unpack(Scope scope, SortedSet<DomainMonth> months, Instant now) {
        if (months.isEmpty()) {
            return;
        }
        long[] domains = months.stream().mapToLong(month -> month.domain().value()).toArray();
        Date[] firsts =
                months.stream()
                        .map(month -> Date.valueOf(month.month().atDay(1)))
                        .toArray(Date[]::new);
        db.as(scope)
                .sql(
                        """
                        insert into unpacked_month as u (account_id, domain_id, month, since)
                        select :account, m.domain_id, m.month, :now
                        from unnest(:domains, :months) m(domain_id, month)
                        -- Changed all the same: that is what whoever packs it fails by.
                        on conflict (domain_id, month) do update set since = u.since
                        """)
                .param("domains", domains)
                .param("months", firsts)
                .param("now", now)
                .update();
        db.as(scope)
                .sql(
                        """
                        delete from fact_block p using unnest(:domains, :months) m(domain_id, month)
                        where p.account_id = :account
                            and p.domain_id = m.domain_id and p.month = m.month
                        """)
                .param("domains", domains)
                .param("months", firsts)
                .update();
    }

    /** Returns some months that are packed in an older form than this. */
    List<Due> older(int format, int limit) {
        return system.sql(
                        """
                        select distinct account_id, domain_id, month from fact_block
                        where format < :format order by domain_id, month limit :limit
                        """)
                .param("format", format)
                .param("limit", limit)
                .list(PackedRowTable::due);
    }

    /** Returns months that were marked before some time, in order, after the last known one. */
    List<Due> due(Instant before, Due after, int limit) {
        return system.sql(
                        """
                        select account_id, domain_id, month from unpacked_month
                        where since <= :before and (domain_id, month) > (:domain, :month)
                        order by domain_id, month limit :limit
                        """)
                .param("before", before)
                .param("domain", after.month().domain().value())
                .param("month", after.month().month().atDay(1))
                .param("limit", limit)
                .list(PackedRowTable::due);
    }

    private static Due due(Row row) throws SQLException {
        return new Due(Scope.ofAccount(row.number("account_id")), domainMonth(row));
    }

    private static DomainMonth domainMonth(Row row) throws SQLException {
        return DomainMonth.of(new DomainId(row.number("domain_id")), row.day("month"));
    }

    /** Whether a month is marked still. */
    boolean isMarked(Due due) {
        return own(due, "select exists (select from unpacked_month where %s) as marked")
                .one(row -> row.flag("marked"));
    }

    /** Takes a mark away. */
    void unmark(Due due) {
        own(due, "delete from unpacked_month where %s").update();
    }

    /** Removes what is packed of a month. */
    void remove(Due due) {
        own(due, "delete from fact_block where %s").update();
    }

    /** Lets a month rest again. */
    void postpone(Due due, Instant now) {
        own(due, "update unpacked_month set since = :now where %s").param("now", now).update();
    }

    private Query own(Due due, String text) {
        return db.as(due.scope())
                .sql(
                        text.formatted(
                                "account_id = :account and domain_id = :domain and month = :month"))
                .param("domain", due.month().domain().value())
                .param("month", due.month().month().atDay(1));
    }

    void insert(Scope scope, int number, RowBlock block) {
        db.as(scope)
                .sql(
                        """
                        insert into fact_block (account_id, domain_id, month, number, first_day,
                            last_day, size, format, bytes)
                        values (:account, :domain, :month, :number, :first, :last, :size, :format,
                            :bytes)
                        """)
                .param("domain", block.domain().value())
                .param("month", block.month().atDay(1))
                .param("number", number)
                .param("first", block.firstDay())
                .param("last", block.lastDay())
                .param("size", block.size())
                .param("format", RowBlockFormat.FORMAT)
                .param("bytes", RowBlockFormat.write(block))
                .update();
    }

    /** Returns which months of these domains are packed. */
    Set<DomainMonth> packed(Scope scope, Collection<DomainId> domains, Days days) {
        return new HashSet<>(
                own(
                                scope,
                                "select domain_id, month from fact_block where %s and number = 0",
                                domains,
                                days)
                        .list(PackedRowTable::domainMonth));
    }

    /** Rows of the blocks that have rows of these days. */
    long count(Scope scope, Collection<DomainId> domains, Days days) {
        return own(
                        scope,
                        """
                        select saturated(coalesce(sum(size), 0)) as size from fact_block
                        where %s and first_day <= :last and last_day >= :first
                        """,
                        domains,
                        days)
                .param("first", days.first())
                .param("last", days.last())
                .one(row -> row.number("size"));
    }

    /** Hands over the blocks that have rows of these days. */
    void blocks(Scope scope, Collection<DomainId> domains, Days days, Consumer<RowBlock> consumer) {
        own(
                        scope,
                        """
                        select domain_id, month, bytes from fact_block
                        where %s and first_day <= :last and last_day >= :first
                        order by domain_id, month, number
                        """,
                        domains,
                        days)
                .param("first", days.first())
                .param("last", days.last())
                .forEach(
                        FETCHED,
                        row -> {
                            DomainMonth of = domainMonth(row);
                            consumer.accept(
                                    RowBlockFormat.read(
                                            of.domain(), of.month(), row.bytes("bytes")));
                        });
    }

    private Query own(Scope scope, String text, Collection<DomainId> domains, Days days) {
        return db.as(scope)
                .sql(
                        text.formatted(
                                """
                                account_id = :account and domain_id = any(:domains)
                                    and month between :firstMonth and :lastMonth
                                    and format = :format\
                                """))
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("firstMonth", days.first().withDayOfMonth(1))
                .param("lastMonth", days.last())
                .param("format", RowBlockFormat.FORMAT);
    }

    /** Removes all of months that are over for long, of whatever account. */
    void deleteBefore(YearMonth month) {
        for (String table : TABLES) {
            system.sql("delete from " + table + " where month < :month")
                    .param("month", month.atDay(1))
                    .update();
        }
    }

    /** Removes all that belongs to domains. */
    void delete(Scope scope, Collection<DomainId> domains) {
        for (String table : TABLES) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:domains)")
                    .param("domains", ReclassificationQueueTable.ids(domains))
                    .update();
        }
    }
}
