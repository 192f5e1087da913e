package org.mailvane.traffic.reclassify;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.classify.Classification;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.store.RawResults;
import org.mailvane.traffic.sums.AdviceBasis;
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
                select from published.domain where account_id = :account and id = :domain)\
            """;

    private static final String COLUMNS =
            "f.day, f.address, f.header_from, f.dkim_aligned, f.spf_aligned, f.detail";

    private final Db db;

    StoredRowTable(Db db) {
        this.db = db;
    }

    /** Messages of a month of one kind. */
    record Sum(StoredRow.Key key, long messages) {}

    /** Takes the place of a row. */
    @FunctionalInterface
    interface PlaceConsumer {

        /**
         * A row.
         *
         * @param place where its partition keeps it, until it is changed
         */
        void accept(LocalDate day, long place);
    }

    /**
     * Hands over where the rows of some days of one month are, by day: a month is a partition. Rows
     * are found by their places, however many a day has, and each is read once.
     */
    void places(Scope scope, DomainId domain, Days days, PlaceConsumer consumer) {
        own(
                        scope,
                        "select f.day, cast(f.ctid as text) as place from fact f where %s"
                                + " order by f.day",
                        domain,
                        days)
                .forEach(row -> consumer.accept(row.day("day"), place(row)));
    }

    /** Returns the rows of a chunk, as far as they are still where they were. */
    List<StoredRow> rows(Scope scope, DomainId domain, RowChunk chunk) {
        return own(
                        scope,
                        "select "
                                + COLUMNS
                                + """
                                , cast(f.ctid as text) as place, f.category, f.source, f.rule,
                                    f.messages, f.disposition, f.trust,
                                    coalesce((select r.trust from report r where r.id = f.report_id),
                                        f.trust) as due
                                from fact f
                                where f.ctid = any(cast(:places as tid[])) and %s
                                """,
                        domain,
                        chunk.days())
                .param("places", texts(chunk.places()))
                .list(row ->
                        new StoredRow(
                                place(row),
                                key(row),
                                Math.toIntExact(row.number("category")),
                                Math.toIntExact(row.number("source")),
                                Math.toIntExact(row.number("rule")),
                                row.number("messages"),
                                Math.toIntExact(row.number("disposition")),
                                Trust.of(Math.toIntExact(row.number("trust"))),
                                Trust.of(Math.toIntExact(row.number("due")))));
    }

    /** Hands over the messages that passed DKIM aligned, by all that they have in common. */
    void passing(
            Scope scope, DomainId domain, Days days, AdviceBasis basis, Consumer<Sum> consumer) {
        own(
                        scope,
                        """
                        select %1$s, sum(f.messages) as messages
                        from fact f where f.dkim_aligned and f.trust = any(:trusts) and %%s group by %1$s
                        """
                                .formatted(COLUMNS),
                        domain,
                        days)
                .param("trusts", basis.trusts())
                .forEach(row -> consumer.accept(new Sum(key(row), row.sum("messages"))));
    }

    /**
     * An address from which mail came.
     *
     * @param forAdvice whether advice rests on some of its rows
     */
    record Sender(IpAddress address, boolean forAdvice) {}

    /**
     * Hands over the addresses of rows of these days that count, page by page; first those of rows
     * on which advice rests, since there may be millions that anybody has made up.
     *
     * @param basis on whose rows advice rests
     * @param consumer answers whether there is to be another page
     * @return whether it took all
     */
    boolean senders(
            Scope scope,
            DomainId domain,
            Days days,
            AdviceBasis basis,
            int page,
            Predicate<List<Sender>> consumer) {
        return own(
                        scope,
                        """
                        select f.address, bool_or(f.trust = any(:trusts)) as for_advice
                        from fact f where %s and f.trust < 3
                        group by f.address order by for_advice desc, f.address
                        """,
                        domain,
                        days)
                .param("trusts", basis.trusts())
                .pages(page, row -> new Sender(address(row), row.flag("for_advice")), consumer);
    }

    /** Returns the raw results of these details, as far as they are there. */
    Map<UUID, RawResults> details(Scope scope, DomainId domain, Collection<UUID> hashes) {
        Map<UUID, RawResults> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select hash, dkim, spf, reasons from auth_result
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

    /** Changes rows of some days of one month. */
    void update(
            Scope scope,
            DomainId domain,
            Days days,
            Classification now,
            Trust trust,
            List<Long> places,
            int rulesVersion) {
        own(
                        scope,
                        """
                        update fact f set category = :category, source = :source, rule = :rule,
                            trust = :trust, rules_version = :version
                        where f.ctid = any(cast(:places as tid[])) and %s
                        """,
                        domain,
                        days)
                .param("category", now.category().number())
                .param("source", now.source())
                .param("rule", now.rule().number())
                .param("trust", trust.number())
                .param("version", rulesVersion)
                .param("places", texts(places.stream().mapToLong(Long::longValue).toArray()))
                .update();
    }

    /** A place as PostgreSQL writes it: block and number in it, between brackets. */
    private static long place(Row row) throws SQLException {
        String text = row.text("place");
        int comma = text.indexOf(',');
        return Long.parseLong(text, 1, comma, 10) << 16
                | Long.parseLong(text, comma + 1, text.length() - 1, 10);
    }

    private static String[] texts(long[] places) {
        String[] texts = new String[places.length];
        for (int i = 0; i < places.length; i++) {
            texts[i] = "(" + (places[i] >>> 16) + "," + (places[i] & 0xffff) + ")";
        }
        return texts;
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
