package org.mailvane.domains;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code found_name}. */
@Repository
class FoundNameTable {

    private final Db db;
    private final SystemDb system;

    FoundNameTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Those of these names that need not be asked for now. */
    Set<DomainName> notDue(Scope scope, Collection<DomainName> names, Instant now) {
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                select name from found_name
                                where account_id = :account and name = any(:names) and due > :now
                                """)
                        .param("names", SqlArrays.names(names))
                        .param("now", now)
                        .list(row -> new DomainName(row.text("name"))));
    }

    /** How many names of an account are noted. */
    long count(Scope scope) {
        return db.as(scope)
                .sql("select count(*) from found_name where account_id = :account")
                .one(row -> row.number("count"));
    }

    /** Notes what DNS said of names, or that it has not said anything. */
    void note(
            Scope scope, Collection<DomainName> names, boolean missing, Instant now, Instant due) {
        db.as(scope)
                .sql(
                        """
                        insert into found_name (account_id, name, missing, found, due)
                        select :account, n.name, :missing, cast(:now as timestamptz),
                            cast(:due as timestamptz)
                        from unnest(:names) n(name) order by n.name
                        on conflict (account_id, name) do update set missing = excluded.missing,
                            due = excluded.due, attempts = 0
                        """)
                .param("names", SqlArrays.names(names))
                .param("missing", missing)
                .param("now", now)
                .param("due", due)
                .update();
    }

    /** Notes once more that DNS has not said anything of a name. */
    void postpone(Scope scope, DomainName name, Instant due) {
        db.as(scope)
                .sql(
                        """
                        update found_name set attempts = attempts + 1, due = :due
                        where account_id = :account and name = :name and not missing
                        """)
                .param("name", name.value())
                .param("due", due)
                .update();
    }

    void forget(Scope scope, Collection<DomainName> names) {
        db.as(scope)
                .sql(
                        """
                        delete from found_name
                        where account_id = :account and name = any(:names)
                        """)
                .param("names", SqlArrays.names(names))
                .update();
    }

    /** A name of which DNS has not said anything yet. */
    record Waiting(Scope scope, DomainName name, int attempts) {}

    /** Some names that are to be asked for again, those that are due longest first. */
    List<Waiting> due(int limit, Instant now) {
        return system.sql(
                        """
                        select account_id, name, attempts from found_name
                        where not missing and due <= :now order by due limit :limit
                        """)
                .param("now", now)
                .param("limit", limit)
                .list(row ->
                        new Waiting(
                                Scope.ofAccount(row.number("account_id")),
                                new DomainName(row.text("name")),
                                Math.toIntExact(row.number("attempts"))));
    }

    /**
     * Forgets which names were missing and may exist by now, and those that waited for too long.
     */
    void forgetOld(Instant now, Instant foundBefore) {
        system.sql(
                        """
                        delete from found_name
                        where (missing and due <= :now) or (not missing and found < :before)
                        """)
                .param("now", now)
                .param("before", foundBefore)
                .update();
    }
}
