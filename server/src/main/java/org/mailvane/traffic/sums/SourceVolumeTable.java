package org.mailvane.traffic.sums;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.SumCache.Counted;
import org.mailvane.domains.VisibleDomains;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.mailvane.traffic.sums.SourceVolumes.Largest;
import org.mailvane.traffic.sums.SourceVolumes.OfCategory;
import org.mailvane.traffic.sums.SourceVolumes.OfDomain;
import org.mailvane.traffic.sums.SourceVolumes.OfSource;
import org.mailvane.traffic.sums.SourceVolumes.Part;
import org.springframework.stereotype.Repository;

/** SQL over {@code daily} by source. */
@Repository
class SourceVolumeTable {

    private static final String FIRST_OF_DOMAINS =
            """
            select s.source, min(s.day) as first from daily s
            where s.account_id = :account and s.source = any(:sources) and s.messages > 0 %s
            group by s.source
            """;

    private static final String FIRST_OF_SOURCES =
            """
            select n.source, f.first
            from unnest(cast(:sources as integer[])) n (source)
            cross join lateral (
                select s.day as first from daily s
                where s.account_id = :account and s.source = n.source and s.messages > 0 %s
                order by s.day limit 1) f
            """;

    private final Db db;

    SourceVolumeTable(Db db) {
        this.db = db;
    }

    Part<OfSource> sources(Scope scope, Choice choice, CountedDays days, int limit, long offset) {
        return part(
                query(
                        scope,
                        choice,
                        days,
                        """
                        select source, count(*) as domains,
                            saturated(sum(messages)) as messages,
                            saturated(sum(dmarc)) as dmarc, saturated(sum(spf)) as spf,
                            saturated(sum(dkim)) as dkim, count(*) over () as total
                        from sums group by source
                        order by sum(messages) desc, source limit :limit offset :offset
                        """,
                        limit,
                        offset),
                row ->
                        new OfSource(
                                Math.toIntExact(row.number("source")),
                                row.number("domains"),
                                sums(row)));
    }

    /** Returns the largest of each category, and of how many sums they are made. */
    Counted<List<Largest>> largest(
            Scope scope, Optional<List<DomainId>> only, CountedDays days, int limit) {
        String text =
                """
                with domains as materialized (%s),
                sums as materialized (
                    select s.category, w.shown, s.source, sum(s.messages) as messages,
                        sum(s.dmarc) as dmarc, sum(s.spf) as spf, sum(s.dkim) as dkim,
                        count(*) as added
                    from daily s join domains w on w.id = s.domain_id
                    where s.account_id = :account and s.day between :first and :last
                        and s.category in (1, 2, 3, 4) and s.messages > 0
                    group by s.category, w.shown, s.source),
                placed as (
                    select category, source, count(*) as domains, sum(messages) as messages,
                        sum(dmarc) as dmarc, sum(spf) as spf, sum(dkim) as dkim,
                        sum(sum(added)) over () as added,
                        count(*) over (partition by category) as sources,
                        sum(sum(messages)) over (partition by category) as of_category,
                        row_number() over (partition by category
                            order by sum(messages) desc, source) as place
                    from sums group by category, source)
                select category, source, domains, saturated(messages) as messages,
                    saturated(dmarc) as dmarc, saturated(spf) as spf,
                    saturated(dkim) as dkim, saturated(added) as added, sources,
                    saturated(of_category) as of_category
                from placed where place <= :limit order by category, place
                """
                        .formatted(VisibleDomains.sql(scope, only));
        Map<Category, Largest> found = new EnumMap<>(Category.class);
        AtomicLong added = new AtomicLong();
        bound(VisibleDomains.bind(db.as(scope).sql(text), only), null, days)
                .param("limit", limit)
                .forEach(row -> {
                    Category category = Category.of(Math.toIntExact(row.number("category")));
                    long sources = row.number("sources");
                    long messages = row.number("of_category");
                    added.set(row.number("added"));
                    found.computeIfAbsent(
                                    category,
                                    key -> new Largest(key, sources, messages, new ArrayList<>()))
                            .rows()
                            .add(
                                    new OfSource(
                                            Math.toIntExact(row.number("source")),
                                            row.number("domains"),
                                            sums(row)));
                });
        return new Counted<>(List.copyOf(found.values()), added.get());
    }

    Part<OfDomain> domains(Scope scope, Choice choice, CountedDays days, int limit, long offset) {
        return part(
                query(
                        scope,
                        choice,
                        days,
                        """
                        select s.source, d.name, s.messages, s.dmarc, s.spf, s.dkim, s.total
                        from (select *, sum(messages) over (partition by source) as of_source,
                                count(*) over () as total
                            from sums) s
                        join published.domain d on d.account_id = :account and d.id = s.shown
                        order by s.of_source desc, s.source, s.messages desc, d.name
                        limit :limit offset :offset
                        """,
                        limit,
                        offset),
                row ->
                        new OfDomain(
                                Math.toIntExact(row.number("source")),
                                row.text("name"),
                                sums(row)));
    }

    List<OfCategory> categories(
            Scope scope,
            @Nullable Integer source,
            Optional<List<DomainId>> only,
            CountedDays days) {
        String text =
                """
                with sums as (
                    select s.category, s.source, sum(s.messages) as messages
                    from daily s
                    where s.account_id = :account and s.day between :first and :last
                        and s.category in (1, 2, 3, 4) and s.messages > 0 %s %s
                    group by s.category, s.source)
                select category, count(*) as sources, saturated(sum(messages)) as messages
                from sums group by category order by category
                """
                        .formatted(ofDomains(scope, only), ofSource(source));
        return bound(VisibleDomains.bind(db.as(scope).sql(text), only), source, days)
                .list(row ->
                        new OfCategory(
                                Category.of(Math.toIntExact(row.number("category"))),
                                row.number("sources"),
                                row.number("messages")));
    }

    Map<Integer, Long> messages(Scope scope, Collection<Integer> sources, CountedDays days) {
        Map<Integer, Long> messages = new HashMap<>();
        bound(
                        VisibleDomains.bind(
                                db.as(scope)
                                        .sql(
                                                """
                                                select s.source, saturated(sum(s.messages)) as messages
                                                from daily s
                                                where s.account_id = :account
                                                    and s.source = any(:sources)
                                                    and s.day between :first and :last
                                                    and s.messages > 0 %s
                                                group by s.source
                                                """
                                                        .formatted(
                                                                ofDomains(
                                                                        scope, Optional.empty()))),
                                Optional.empty()),
                        null,
                        days)
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .forEach(row ->
                        messages.put(
                                Math.toIntExact(row.number("source")), row.number("messages")));
        return messages;
    }

    Map<Integer, Map<Category, MessageSums>> sums(
            Scope scope,
            Collection<Integer> sources,
            Optional<List<DomainId>> only,
            CountedDays days) {
        String text =
                """
                select s.source, s.category, saturated(sum(s.messages)) as messages,
                    saturated(sum(s.dmarc)) as dmarc, saturated(sum(s.spf)) as spf,
                    saturated(sum(s.dkim)) as dkim
                from daily s
                where s.account_id = :account and s.source = any(:sources)
                    and s.category in (1, 2, 3, 4) and s.day between :first and :last
                    and s.messages > 0 %s
                group by s.source, s.category
                """
                        .formatted(ofDomains(scope, only));
        Map<Integer, Map<Category, MessageSums>> sums = new HashMap<>();
        bound(VisibleDomains.bind(db.as(scope).sql(text), only), null, days)
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .forEach(row ->
                        sums.computeIfAbsent(
                                        Math.toIntExact(row.number("source")),
                                        source -> new EnumMap<>(Category.class))
                                .put(
                                        Category.of(Math.toIntExact(row.number("category"))),
                                        sums(row)));
        return sums;
    }

    Map<Integer, LocalDate> firstDays(
            Scope scope, Collection<Integer> sources, Optional<List<DomainId>> only) {
        Map<Integer, LocalDate> first = new HashMap<>();
        VisibleDomains.bind(
                        db.as(scope)
                                .sql(
                                        (isOfFew(scope, only) ? FIRST_OF_DOMAINS : FIRST_OF_SOURCES)
                                                .formatted(ofDomains(scope, only))),
                        only)
                .param("sources", sources.stream().mapToInt(Integer::intValue).toArray())
                .forEach(row -> first.put(Math.toIntExact(row.number("source")), row.day("first")));
        return first;
    }

    /**
     * Few domains' days are all read, and so are those of a caller who does not see all; of more,
     * each source's days are gone through until one is of theirs, which is soon where they are
     * many.
     */
    private static boolean isOfFew(Scope scope, Optional<List<DomainId>> only) {
        return only.map(domains -> domains.size() <= SourceVolumes.FEW_DOMAINS)
                .orElse(!scope.reads().allDomains());
    }

    private Query query(
            Scope scope, Choice choice, CountedDays days, String text, int limit, long offset) {
        String sums =
                """
                with domains as materialized (%s),
                sums as materialized (
                    select w.shown, s.source, saturated(sum(s.messages)) as messages,
                        saturated(sum(s.dmarc)) as dmarc, saturated(sum(s.spf)) as spf,
                        saturated(sum(s.dkim)) as dkim
                    from daily s join domains w on w.id = s.domain_id
                    where s.account_id = :account and s.day between :first and :last
                        and s.category = :category and s.messages > 0 %s
                    group by w.shown, s.source)
                """
                        .formatted(
                                VisibleDomains.sql(scope, choice.only()),
                                ofSource(choice.source()));
        return bound(
                VisibleDomains.bind(db.as(scope).sql(sums + text), choice.only())
                        .param("category", choice.category().number())
                        .param("limit", limit)
                        .param("offset", offset),
                choice.source(),
                days);
    }

    /** A caller who sees all domains needs no check which they are. */
    private static String ofDomains(Scope scope, Optional<List<DomainId>> only) {
        return only.isEmpty() && scope.reads().allDomains()
                ? ""
                : "and s.domain_id in (select w.id from (%s) w)"
                        .formatted(VisibleDomains.sql(scope, only));
    }

    private static String ofSource(@Nullable Integer source) {
        return source == null ? "" : "and s.source = :source";
    }

    private static Query bound(Query query, @Nullable Integer source, CountedDays days) {
        query.param("first", days.first()).param("last", days.last());
        return source == null ? query : query.param("source", source);
    }

    /** Every row says how many there are. */
    private static <T> Part<T> part(Query query, Query.Mapper<T> mapper) {
        record RowOfAll<T>(long total, T row) {}
        List<RowOfAll<T>> rows =
                query.list(row -> new RowOfAll<>(row.number("total"), mapper.map(row)));
        return new Part<>(
                rows.isEmpty() ? 0 : rows.getFirst().total(),
                rows.stream().map(RowOfAll::row).toList());
    }

    private static MessageSums sums(Row row) throws SQLException {
        return new MessageSums(
                row.number("messages"), row.number("dmarc"), row.number("spf"), row.number("dkim"));
    }
}
