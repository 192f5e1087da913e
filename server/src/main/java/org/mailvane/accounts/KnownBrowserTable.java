package org.mailvane.accounts;

import java.time.Instant;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code known_browser}. Only forgetting those that are too old is outside every scope. */
@Repository
class KnownBrowserTable {

    private final Db db;
    private final SystemDb system;

    KnownBrowserTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Whether the user has signed in with this secret since then. */
    boolean has(Scope scope, long userId, byte[] hash, Instant oldest) {
        return db.as(scope)
                .sql(
                        """
                        select 1 from known_browser
                        where account_id = :account and user_id = :user and secret_hash = :hash
                            and created > :oldest
                        """)
                .param("user", userId)
                .param("hash", hash)
                .param("oldest", oldest)
                .optional(row -> true)
                .isPresent();
    }

    /** Notes a browser of the user, and forgets all but the latest. */
    void insert(Scope scope, long userId, byte[] hash, Instant now, int kept) {
        db.as(scope)
                .sql(
                        """
                        insert into known_browser (account_id, user_id, secret_hash, created)
                        values (:account, :user, :hash, :now)
                        """)
                .param("user", userId)
                .param("hash", hash)
                .param("now", now)
                .update();
        db.as(scope)
                .sql(
                        """
                        delete from known_browser where account_id = :account and secret_hash in (
                            select secret_hash from known_browser
                            where account_id = :account and user_id = :user
                            order by created desc, secret_hash offset :kept)
                        """)
                .param("user", userId)
                .param("kept", kept)
                .update();
    }

    void delete(Scope scope, long userId, byte[] hash) {
        db.as(scope)
                .sql(
                        """
                        delete from known_browser
                        where account_id = :account and user_id = :user and secret_hash = :hash
                        """)
                .param("user", userId)
                .param("hash", hash)
                .update();
    }

    /** Forgets those in which nobody has signed in since then. */
    void deleteOver(Instant oldest) {
        system.sql("delete from known_browser where created <= :oldest")
                .param("oldest", oldest)
                .update();
    }
}
