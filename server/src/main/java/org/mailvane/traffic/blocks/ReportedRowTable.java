package org.mailvane.traffic.blocks;

import java.sql.Date;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.blocks.ReportedRows.ResultsKey;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.mailvane.traffic.store.RawResults;
import org.springframework.stereotype.Repository;

/**
 * Reads much from {@code fact}, {@code daily} and {@code detail} with SQL. The columns that it
 * reads from {@code fact} are in its index, so that the table itself is not read: even the account
 * comes from the domains.
 */
@Repository
class ReportedRowTable {

    private static final String WHERE =
            """
             where f.domain_id = any(array(select d.id from published.domain d
                    where d.account_id = :account and d.id = any(:domains)))
                and f.day between :first and :last and f.trust < 3\
            """;

    /** What {@link RowKind#number} makes: one number is less to send than six values. */
    private static final String KIND =
            """
            cast(f.source as bigint) * 65536 + f.category * 4096 + f.rule * 16
                + f.disposition * 4 + cast(f.dkim_aligned as integer) * 2
                + cast(f.spf_aligned as integer)\
            """;

    /** Days whose numbers of rows show which domains have more to read than others. */
    private static final int WEIGHED_DAYS = 12;

    private final Db db;

    ReportedRowTable(Db db) {
        this.db = db;
    }

    private Query place(Scope scope, String text, Collection<DomainId> domains, Days days) {
        return db.as(scope)
                .sql(text)
                .param("domains", ReclassificationQueueTable.ids(domains))
                .param("first", days.first())
                .param("last", days.last());
    }

    long countUpTo(Scope scope, Collection<DomainId> domains, Days days, long limit) {
        String text = "select count(*) from (select from fact f" + WHERE + " limit :limit) counted";
        return place(scope, text, domains, days)
                .param("limit", limit)
                .one(row -> row.number("count"));
    }

    Map<DomainId, Long> weights(Scope scope, Collection<DomainId> domains, Days days) {
        Map<DomainId, Long> weights = new HashMap<>();
        place(
                        scope,
                        """
                        select d.id, (select count(*) from daily f
                            where f.domain_id = d.id and f.day = any(:days)) as sums
                        from published.domain d where d.account_id = :account and d.id = any(:domains)
                            and exists (select from daily f where f.domain_id = d.id
                                and f.day between :first and :last)
                        """,
                        domains,
                        days)
                .param("days", sample(days))
                .list(row -> weights.put(new DomainId(row.number("id")), 1 + row.number("sums")));
        return weights;
    }

    /** Returns some of the days, from the first to the last. */
    private static Date[] sample(Days days) {
        long last = days.last().toEpochDay() - days.first().toEpochDay();
        return LongStream.range(0, WEIGHED_DAYS)
                .map(i -> last * i / (WEIGHED_DAYS - 1))
                .distinct()
                .mapToObj(day -> Date.valueOf(days.first().plusDays(day)))
                .toArray(Date[]::new);
    }

    /** Hands over the rows of these domains and days. */
    void blocks(Scope scope, Collection<DomainId> domains, Days days, Consumer<RowBlock> consumer) {
        String text =
                """
                select f.domain_id, f.header_from, f.day, inet_send(f.address) as octets, f.detail,
                    f.messages, %s as kind
                from fact f%s order by f.domain_id, f.day
                """
                        .formatted(KIND, WHERE);
        Map<Long, RowKind> kinds = new HashMap<>();
        Blocks blocks = new Blocks(consumer);
        place(scope, text, domains, days)
                .forEach(row -> {
                    LocalDate day = row.day("day");
                    blocks.of(row.number("domain_id"), day)
                            .add(
                                    day.getDayOfMonth(),
                                    row.text("header_from"),
                                    row.uuid("detail"),
                                    IpAddress.of(row.octets("octets")),
                                    kinds.computeIfAbsent(row.number("kind"), RowKind::of),
                                    row.number("messages"));
                });
        blocks.finish();
    }

    /** Makes blocks of rows that come domain by domain, and of each day by day. */
    private static final class Blocks {

        private final Consumer<RowBlock> consumer;
        private @Nullable RowBlockBuilder open;

        Blocks(Consumer<RowBlock> consumer) {
            this.consumer = consumer;
        }

        /** Returns where the next row of this domain and day goes. */
        RowBlockBuilder of(long domain, LocalDate day) {
            RowBlockBuilder there = open;
            if (there != null && there.isOf(domain, day) && !there.isFull()) {
                return there;
            }
            finish();
            RowBlockBuilder next = new RowBlockBuilder(new DomainId(domain), YearMonth.from(day));
            open = next;
            return next;
        }

        void finish() {
            if (open != null) {
                consumer.accept(open.build());
                open = null;
            }
        }
    }

    Map<ResultsKey, RowResults> results(Scope scope, Collection<ResultsKey> keys) {
        Map<ResultsKey, RowResults> found = HashMap.newHashMap(keys.size());
        keys.forEach(key -> found.put(key, RowResults.NONE));
        db.as(scope)
                .sql(
                        """
                        select d.domain_id, d.hash, d.reporter, d.policy_domain, d.envelope_from,
                            d.envelope_to, d.dkim, d.spf, d.reasons
                        from unnest(:domains, cast(:hashes as uuid[])) k(domain_id, hash)
                        join auth_result d on d.domain_id = k.domain_id and d.hash = k.hash
                        where d.account_id = :account
                        """)
                .param("domains", keys.stream().mapToLong(k -> k.domain().value()).toArray())
                .param("hashes", keys.stream().map(k -> k.hash().toString()).toArray(String[]::new))
                .list(row ->
                        found.put(
                                new ResultsKey(
                                        new DomainId(row.number("domain_id")), row.uuid("hash")),
                                new RowResults(
                                        row.text("reporter"),
                                        row.text("policy_domain"),
                                        orEmpty(row.optionalText("envelope_from")),
                                        orEmpty(row.optionalText("envelope_to")),
                                        RawResults.parse(
                                                row.text("dkim"),
                                                row.text("spf"),
                                                row.text("reasons")))));
        return found;
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
