package org.mailvane.traffic;

import java.sql.Date;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code packed_rows} and {@code unpacked_month}. */
@Repository
class PackedRowTable {

    /** Blocks that are held at once: a large one has some hundred kilobytes. */
    private static final int FETCHED = 8;

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

    /** Removes what was packed of these months, and marks them. */
    void unpack(Scope scope, SortedSet<DomainMonth> months, Instant now) {
        if (months.isEmpty()) {
            return;
        }
        long[] domains = months.stream().mapToLong(month -> month.domain().value()).toArray();
        Date[] firsts = months.stream().map(month -> day(month.month())).toArray(Date[]::new);
        db.as(scope)
                .sql(
                        """
                        delete from packed_rows p using unnest(:domains, :months) m(domain_id, month)
                        where p.account_id = :account
                            and p.domain_id = m.domain_id and p.month = m.month
                        """)
                .param("domains", domains)
                .param("months", firsts)
                .update();
        db.as(scope)
                .sql(
                        """
                        insert into unpacked_month (account_id, domain_id, month, since)
                        select :account, m.domain_id, m.month, :now
                        from unnest(:domains, :months) m(domain_id, month)
                        on conflict (domain_id, month) do nothing
                        """)
                .param("domains", domains)
                .param("months", firsts)
                .param("now", now)
                .update();
    }

    /** Removes what was packed in another form, and marks it. */
    void unpackOthers(int format, Instant now) {
        system.sql(
                        """
                        with gone as (
                            delete from packed_rows where format <> :format
                            returning account_id, domain_id, month)
                        insert into unpacked_month (account_id, domain_id, month, since)
                        select distinct account_id, domain_id, month, cast(:now as timestamptz)
                        from gone
                        on conflict (domain_id, month) do nothing
                        """)
                .param("format", format)
                .param("now", now)
                .update();
    }

    /** Months that were marked before some time, in order, behind the last that is known. */
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
                .list(row -> new Due(Scope.ofAccount(row.number("account_id")), domainMonth(row)));
    }

    private static DomainMonth domainMonth(Row row) throws java.sql.SQLException {
        return DomainMonth.of(new DomainId(row.number("domain_id")), row.day("month"));
    }

    /** Takes a mark away; false where there is none. */
    boolean unmark(Due due) {
        return db.as(due.scope())
                        .sql(
                                """
                                delete from unpacked_month where account_id = :account
                                    and domain_id = :domain and month = :month
                                """)
                        .param("domain", due.month().domain().value())
                        .param("month", due.month().month().atDay(1))
                        .update()
                > 0;
    }

    void insert(Scope scope, int number, RowBlock block) {
        db.as(scope)
                .sql(
                        """
                        insert into packed_rows (account_id, domain_id, month, number, first_day,
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

    /** Which months of these domains are packed. */
    Set<DomainMonth> packed(Scope scope, Collection<DomainId> domains, Days days) {
        return new HashSet<>(
                own(
                                scope,
                                "select domain_id, month from packed_rows where %s and number = 0",
                                domains,
                                days)
                        .list(PackedRowTable::domainMonth));
    }

    /** Rows of the blocks that have rows of these days. */
    long count(Scope scope, Collection<DomainId> domains, Days days) {
        return own(
                        scope,
                        """
                        select cast(coalesce(sum(size), 0) as bigint) as size from packed_rows
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
                        select domain_id, month, bytes from packed_rows
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
                .param("domains", UnsettledTable.ids(domains))
                .param("firstMonth", days.first().withDayOfMonth(1))
                .param("lastMonth", days.last())
                .param("format", RowBlockFormat.FORMAT);
    }

    /** Removes all that belongs to domains. */
    void delete(Scope scope, Collection<DomainId> domains) {
        for (String table : List.of("packed_rows", "unpacked_month")) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:domains)")
                    .param("domains", UnsettledTable.ids(domains))
                    .update();
        }
    }

    private static Date day(YearMonth month) {
        LocalDate first = month.atDay(1);
        return Date.valueOf(first);
    }
}
