package org.mailvane.sources;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Sender.Notes;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code custom_source}. */
@Repository
class CustomSourceTable {

    private static final String SELECT =
            """
            select id, number, name, slug, networks, ptr_domains, dkim_domains, spf_domains,
                category, capable_spf, capable_dkim, notes_spf, notes_dkim, notes_dmarc
            from custom_source where account_id = :account\
            """;

    private final Db db;

    CustomSourceTable(Db db) {
        this.db = db;
    }

    long count(Scope scope) {
        return db.as(scope)
                .sql("select count(*) from custom_source where account_id = :account")
                .one(row -> row.number("count"));
    }

    /** Some of the account's own sources, by name. */
    List<CustomSource> list(Scope scope, Window window) {
        return db.as(scope)
                .sql(SELECT + " order by lower(name), id limit :limit offset :offset")
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(CustomSourceTable::source);
    }

    /** All of them, by number. */
    List<CustomSource> all(Scope scope) {
        return db.as(scope).sql(SELECT + " order by number").list(CustomSourceTable::source);
    }

    /** Those of these numbers. */
    List<CustomSource> ofNumbers(Scope scope, Collection<Integer> numbers) {
        return db.as(scope)
                .sql(SELECT + " and number = any(:numbers)")
                .param("numbers", numbers.stream().mapToInt(Integer::intValue).toArray())
                .list(CustomSourceTable::source);
    }

    Optional<CustomSource> find(Scope scope, long id) {
        return db.as(scope)
                .sql(SELECT + " and id = :id")
                .param("id", id)
                .optional(CustomSourceTable::source);
    }

    private static CustomSource source(Row row) throws SQLException {
        return new CustomSource(
                row.number("id"),
                new Sender(
                        (int) row.number("number"),
                        row.text("slug"),
                        row.text("name"),
                        Category.of((int) row.number("category")),
                        false,
                        row.flag("capable_spf"),
                        row.flag("capable_dkim"),
                        row.texts("ptr_domains"),
                        List.of(),
                        row.texts("dkim_domains"),
                        row.texts("spf_domains"),
                        row.texts("networks").stream()
                                .map(text -> IpNetwork.parse(text).orElseThrow())
                                .toList(),
                        "",
                        new Notes(
                                row.text("notes_spf"),
                                row.text("notes_dkim"),
                                row.text("notes_dmarc"))));
    }
}
