package org.mailvane.traffic;

import java.sql.SQLException;
import java.util.List;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.ShownDomains;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.traffic.SourceVolumes.Choice;
import org.mailvane.traffic.SourceVolumes.OfDomain;
import org.mailvane.traffic.SourceVolumes.OfSource;
import org.mailvane.traffic.SourceVolumes.Part;
import org.springframework.stereotype.Repository;

/** SQL over {@code daily} by source. */
@Repository
class SourceVolumeTable {

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
                            cast(sum(messages) as bigint) as messages,
                            cast(sum(dmarc) as bigint) as dmarc, cast(sum(spf) as bigint) as spf,
                            cast(sum(dkim) as bigint) as dkim, count(*) over () as total
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
                        join domain d on d.account_id = :account and d.id = s.shown
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

    private Query query(
            Scope scope, Choice choice, CountedDays days, String text, int limit, long offset) {
        String sums =
                """
                with domains as materialized (%s),
                sums as materialized (
                    select w.shown, s.source, cast(sum(s.messages) as bigint) as messages,
                        cast(sum(s.dmarc) as bigint) as dmarc, cast(sum(s.spf) as bigint) as spf,
                        cast(sum(s.dkim) as bigint) as dkim
                    from daily s join domains w on w.id = s.domain_id
                    where s.account_id = :account and s.day between :first and :last
                        and s.category = :category and s.messages > 0 %s
                    group by w.shown, s.source)
                """
                        .formatted(
                                ShownDomains.sql(scope, choice.only()),
                                choice.source() == null ? "" : "and s.source = :source");
        Query query =
                ShownDomains.bind(db.as(scope).sql(sums + text), choice.only())
                        .param("first", days.first())
                        .param("last", days.last())
                        .param("category", choice.category().number())
                        .param("limit", limit)
                        .param("offset", offset);
        return choice.source() == null ? query : query.param("source", choice.source());
    }

    /** Every row says how many there are. */
    private static <T> Part<T> part(Query query, Query.Mapper<T> mapper) {
        record Counted<T>(long total, T row) {}
        List<Counted<T>> rows =
                query.list(row -> new Counted<>(row.number("total"), mapper.map(row)));
        return new Part<>(
                rows.isEmpty() ? 0 : rows.getFirst().total(),
                rows.stream().map(Counted::row).toList());
    }

    private static MessageSums sums(Row row) throws SQLException {
        return new MessageSums(
                row.number("messages"), row.number("dmarc"), row.number("spf"), row.number("dkim"));
    }
}
