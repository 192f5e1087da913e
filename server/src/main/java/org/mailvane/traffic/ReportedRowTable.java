package org.mailvane.traffic;

import java.sql.Date;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.mailvane.traffic.ReportedRows.DayMessages;
import org.mailvane.traffic.ReportedRows.ResultsKey;
import org.springframework.stereotype.Repository;

/**
 * SQL over {@code fact}, {@code daily}, {@code domain_day} and {@code detail} that reads much. What
 * is asked of {@code fact} stands in its index, so that the table itself is not read: even the
 * account is asked of the domains.
 */
@Repository
class ReportedRowTable {

    private static final String WHERE =
            """
             where f.domain_id = any(array(select d.id from domain d
                    where d.account_id = :account and d.id = any(:domains)))
                and f.day between :first and :last\
            """;

    /** One number takes the database less time to compare than six values. */
    private static final String KIND =
            """
            cast(source as bigint) * 65536 + category * 4096 + rule * 16 + disposition * 4
                + cast(dkim_aligned as integer) * 2 + cast(spf_aligned as integer)\
            """;

    /** So many days tell which domains have more to read than others. */
    private static final int WEIGHED_DAYS = 12;

    private final Db db;

    ReportedRowTable(Db db) {
        this.db = db;
    }

    private static Query bindPlace(Query query, RowCriteria criteria) {
        return query.param("domains", ids(criteria))
                .param("first", criteria.first())
                .param("last", criteria.last());
    }

    private static long[] ids(RowCriteria criteria) {
        return criteria.domains().stream().mapToLong(DomainId::value).toArray();
    }

    long countUpTo(Scope scope, RowCriteria criteria, long limit) {
        String text = "select count(*) from (select from fact f" + WHERE + " limit :limit) counted";
        return bindPlace(db.as(scope).sql(text), criteria)
                .param("limit", limit)
                .one(row -> row.number("count"));
    }

    Map<DomainId, Long> weights(Scope scope, RowCriteria criteria) {
        Map<DomainId, Long> weights = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select d.id, (select count(*) from daily f
                            where f.domain_id = d.id and f.day = any(:days)) as sums
                        from domain d where d.account_id = :account and d.id = any(:domains)
                            and exists (select from daily f where f.domain_id = d.id
                                and f.day between :first and :last)
                        """)
                .param("domains", ids(criteria))
                .param("first", criteria.first())
                .param("last", criteria.last())
                .param("days", sample(criteria))
                .list(row -> weights.put(new DomainId(row.number("id")), 1 + row.number("sums")));
        return weights;
    }

    /** Some of the days, from the first to the last. */
    private static Date[] sample(RowCriteria criteria) {
        long last = criteria.last().toEpochDay() - criteria.first().toEpochDay();
        return LongStream.range(0, WEIGHED_DAYS)
                .map(i -> last * i / (WEIGHED_DAYS - 1))
                .distinct()
                .mapToObj(day -> Date.valueOf(criteria.first().plusDays(day)))
                .toArray(Date[]::new);
    }

    void groups(
            Scope scope,
            RowCriteria criteria,
            boolean byDay,
            @Nullable Collection<IpAddress> addresses,
            Consumer<RowGroup> consumer) {
        String key =
                "f.domain_id, f.header_from, f.address, f.detail, kind" + (byDay ? ", f.day" : "");
        Conditions where = conditions(criteria);
        if (addresses != null) {
            where.add(
                    "f.address = any(cast(:addresses as inet[]))",
                    "addresses",
                    addresses.stream().map(IpAddress::toString).toArray(String[]::new));
        }
        String text =
                """
                select %1$s, inet_send(f.address) as octets,
                    cast(sum(f.messages) as bigint) as messages
                from (select fact.*, %2$s as kind from fact) f %3$s group by %1$s
                """
                        .formatted(key, KIND, WHERE + where.text());
        Map<Long, RowKind> kinds = new HashMap<>();
        Map<Long, DomainId> domains = new HashMap<>();
        where.bind(bindPlace(db.as(scope).sql(text), criteria))
                .forEach(row ->
                        consumer.accept(
                                new RowGroup(
                                        domains.computeIfAbsent(
                                                row.number("domain_id"), DomainId::new),
                                        row.text("header_from"),
                                        address(row.bytes("octets")),
                                        kinds.computeIfAbsent(
                                                row.number("kind"), ReportedRowTable::kind),
                                        row.uuid("detail"),
                                        byDay ? row.day("day") : null,
                                        row.number("messages"))));
    }

    /** Of the number that {@link #KIND} makes. */
    private static RowKind kind(long number) {
        return new RowKind(
                Category.of((int) (number >> 12 & 0xf)),
                (int) (number >> 16),
                (int) (number >> 4 & 0xff),
                disposition((int) (number >> 2 & 3)),
                (number & 2) != 0,
                (number & 1) != 0);
    }

    /**
     * Of the database's binary form: four octets that say what it is, then those of the address.
     */
    private static IpAddress address(byte[] sent) {
        byte[] octets = new byte[sent.length - 4];
        System.arraycopy(sent, 4, octets, 0, octets.length);
        return IpAddress.of(octets);
    }

    List<DayMessages> days(Scope scope, RowCriteria criteria) {
        Conditions where = conditions(criteria);
        String text =
                criteria.isWhole()
                        // These are made in the transactions that write the rows.
                        ? """
                        select f.day, c.category, cast(sum(c.messages) as bigint) as messages
                        from domain_day f cross join lateral (values (1, f.capable),
                            (2, f.non_compliant), (3, f.forwarded), (4, f.threat))
                            c (category, messages)\n\
                        """
                                + WHERE
                                + " group by f.day, c.category having sum(c.messages) > 0"
                        : """
                        select f.day, f.category, cast(sum(f.messages) as bigint) as messages
                        from fact f\n\
                        """
                                + WHERE
                                + where.text()
                                + " group by f.day, f.category having sum(f.messages) > 0";
        return where.bind(bindPlace(db.as(scope).sql(text), criteria))
                .list(row ->
                        new DayMessages(
                                row.day("day"),
                                Category.of((int) row.number("category")),
                                row.number("messages")));
    }

    private static Conditions conditions(RowCriteria criteria) {
        Conditions where = new Conditions();
        IpNetwork network = criteria.network();
        where.add(
                "f.address <<= cast(:network as inet)",
                "network",
                network == null ? null : network.toString());
        if (!criteria.dispositions().isEmpty()) {
            where.add("f.disposition = any(:dispositions)");
            where.param(
                    "dispositions",
                    criteria.dispositions().stream().mapToInt(FactTable::number).toArray());
        }
        if (!criteria.rules().isEmpty()) {
            where.add("f.rule = any(:rules)");
            where.param("rules", criteria.rules().stream().mapToInt(rule -> rule).toArray());
        }
        where.add("f.dkim_aligned = :dkim", "dkim", criteria.dkimAligned());
        where.add("f.spf_aligned = :spf", "spf", criteria.spfAligned());
        switch (criteria.outcome()) {
            case ANY -> {}
            case PASSING -> where.add("(f.dkim_aligned or f.spf_aligned)");
            case FAILING -> where.add("not (f.dkim_aligned or f.spf_aligned)");
            case FAILING_OR_REFUSED ->
                    where.add("(not (f.dkim_aligned or f.spf_aligned) or f.disposition in (1, 2))");
        }
        return where;
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
                        join detail d on d.domain_id = k.domain_id and d.hash = k.hash
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

    private static Disposition disposition(int number) {
        return switch (number) {
            case 0 -> Disposition.NONE;
            case 1 -> Disposition.QUARANTINE;
            case 2 -> Disposition.REJECT;
            default -> Disposition.UNKNOWN;
        };
    }
}
