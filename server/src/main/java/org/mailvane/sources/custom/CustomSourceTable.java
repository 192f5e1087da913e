package org.mailvane.sources.custom;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.springframework.stereotype.Repository;

/** SQL of {@code custom_source}. */
@Repository
public class CustomSourceTable {

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

    /** Returns some of the account's own sources, by name. */
    List<CustomSource> list(Scope scope, Window window) {
        return db.as(scope)
                .sql(SELECT + " order by lower(name), id limit :limit offset :offset")
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(CustomSourceTable::source);
    }

    /** Returns all of them, by number. */
    public List<CustomSource> all(Scope scope) {
        return db.as(scope).sql(SELECT + " order by number").list(CustomSourceTable::source);
    }

    /** Returns those of these numbers. */
    public List<CustomSource> ofNumbers(Scope scope, Collection<Integer> numbers) {
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

    /** Whether another one than this has the name, whatever its case. */
    boolean hasName(Scope scope, String name, long except) {
        return db.as(scope)
                .sql(
                        """
                        select exists (select from custom_source where account_id = :account
                            and lower(name) = lower(:name) and id <> :except) as taken
                        """)
                .param("name", name)
                .param("except", except)
                .one(row -> row.flag("taken"));
    }

    /** Returns the slugs of all but this one. */
    Set<String> slugs(Scope scope, long except) {
        return Set.copyOf(
                db.as(scope)
                        .sql(
                                """
                                select slug from custom_source
                                where account_id = :account and id <> :except
                                """)
                        .param("except", except)
                        .list(row -> row.text("slug")));
    }

    /** Values by which all but this one are recognised. */
    long values(Scope scope, long except) {
        return db.as(scope)
                .sql(
                        """
                        select sum(cardinality(networks) + cardinality(ptr_domains)
                            + cardinality(dkim_domains) + cardinality(spf_domains)) as values
                        from custom_source where account_id = :account and id <> :except
                        """)
                .param("except", except)
                .one(row -> row.sum("values"));
    }

    long insert(Scope scope, CatalogueSender sender, Instant now) {
        return bind(
                        db.as(scope)
                                .sql(
                                        """
                                        insert into custom_source (account_id, name, slug, networks,
                                            ptr_domains, dkim_domains, spf_domains, category,
                                            capable_spf, capable_dkim, notes_spf, notes_dkim,
                                            notes_dmarc, created)
                                        values (:account, :name, :slug, :networks, :hosts, :dkim, :spf,
                                            :category, :capableSpf, :capableDkim, :notesSpf,
                                            :notesDkim, :notesDmarc, :now)
                                        returning id
                                        """),
                        sender)
                .param("now", now)
                .one(row -> row.number("id"));
    }

    void update(Scope scope, long id, CatalogueSender sender) {
        bind(
                        db.as(scope)
                                .sql(
                                        """
                                        update custom_source set name = :name, slug = :slug,
                                            networks = :networks, ptr_domains = :hosts,
                                            dkim_domains = :dkim, spf_domains = :spf,
                                            category = :category, capable_spf = :capableSpf,
                                            capable_dkim = :capableDkim, notes_spf = :notesSpf,
                                            notes_dkim = :notesDkim, notes_dmarc = :notesDmarc
                                        where account_id = :account and id = :id
                                        """),
                        sender)
                .param("id", id)
                .update();
    }

    void delete(Scope scope, long id) {
        db.as(scope)
                .sql("delete from custom_source where account_id = :account and id = :id")
                .param("id", id)
                .update();
    }

    private static Query bind(Query query, CatalogueSender sender) {
        return query.param("name", sender.name())
                .param("slug", sender.slug())
                .param(
                        "networks",
                        sender.networks().stream().map(IpNetwork::toString).toArray(String[]::new))
                .param("hosts", sender.hosts().toArray(String[]::new))
                .param("dkim", sender.dkimDomains().toArray(String[]::new))
                .param("spf", sender.spfDomains().toArray(String[]::new))
                .param("category", sender.category().number())
                .param("capableSpf", sender.capableSpf())
                .param("capableDkim", sender.capableDkim())
                .param("notesSpf", sender.notes().texts().spf())
                .param("notesDkim", sender.notes().texts().dkim())
                .param("notesDmarc", sender.notes().texts().dmarc());
    }

    private static CustomSource source(Row row) throws SQLException {
        return new CustomSource(
                row.number("id"),
                new CatalogueSender(
                        (int) row.number("number"),
                        row.text("slug"),
                        row.text("name"),
                        Category.of((int) row.number("category")),
                        false,
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
                        Notes.written(
                                row.text("notes_spf"),
                                row.text("notes_dkim"),
                                row.text("notes_dmarc"))));
    }
}
