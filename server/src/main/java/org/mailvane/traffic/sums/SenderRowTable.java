package org.mailvane.traffic.sums;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.store.RawResults;
import org.mailvane.traffic.sums.SenderRows.Classified;
import org.mailvane.traffic.sums.SenderRows.Usual;
import org.springframework.stereotype.Repository;

/** SQL of {@code fact} and {@code detail}, by sending address. */
@Repository
class SenderRowTable {

    private final Db db;

    SenderRowTable(Db db) {
        this.db = db;
    }

    /** Rows of an address: of a domain and of what counts with it, if the caller may read them. */
    private static String rows(Scope scope) {
        return """
         from fact f where f.account_id = :account and f.trust < 3
            and f.address = cast(:address as inet)
            and f.day >= :from and f.domain_id = any(array(
                select d.id from published.domain d where d.account_id = :account
                    and (d.id = :domain or (d.parent_id = :domain and not d.top_level))
                    and %s))\
        """
                .formatted(DomainAccess.readable(scope, "d"));
    }

    private static Query bound(Query query, DomainId domain, IpAddress address, LocalDate from) {
        return query.param("domain", domain.value())
                .param("address", address.toString())
                .param("from", from);
    }

    List<Classified> classified(Scope scope, DomainId domain, IpAddress address, LocalDate from) {
        String text =
                "select f.source, f.category, f.rule, sum(f.messages) as messages"
                        + rows(scope)
                        + " group by f.source, f.category, f.rule"
                        + " order by sum(f.messages) desc, f.source, f.category, f.rule";
        return bound(db.as(scope).sql(text), domain, address, from)
                .list(row ->
                        new Classified(
                                Math.toIntExact(row.number("source")),
                                Math.toIntExact(row.number("category")),
                                Math.toIntExact(row.number("rule")),
                                row.sum("messages")));
    }

    Optional<Usual> usual(
            Scope scope, DomainId domain, IpAddress address, LocalDate from, Classified alike) {
        String text =
                """
                select u.*, d.dkim, d.spf, d.reasons
                from (select f.domain_id, f.header_from, f.dkim_aligned, f.spf_aligned, f.detail,
                        max(f.day) as day %s
                        and f.source = :source and f.category = :category and f.rule = :rule
                    group by f.domain_id, f.header_from, f.dkim_aligned, f.spf_aligned, f.detail
                    order by sum(f.messages) desc, max(f.day) desc, f.detail limit 1) u
                join auth_result d on d.domain_id = u.domain_id and d.hash = u.detail
                where d.account_id = :account
                """
                        .formatted(rows(scope));
        return bound(db.as(scope).sql(text), domain, address, from)
                .param("source", alike.source())
                .param("category", alike.category())
                .param("rule", alike.rule())
                .optional(row -> usual(row, address));
    }

    private static Usual usual(Row row, IpAddress address) throws SQLException {
        RawResults results =
                RawResults.parse(row.text("dkim"), row.text("spf"), row.text("reasons"));
        return new Usual(
                new DomainId(row.number("domain_id")),
                row.day("day"),
                new org.mailvane.sources.classify.Row(
                        address,
                        row.text("header_from"),
                        row.flag("dkim_aligned"),
                        row.flag("spf_aligned"),
                        results.dkim(),
                        results.spf(),
                        results.reasons()));
    }
}
