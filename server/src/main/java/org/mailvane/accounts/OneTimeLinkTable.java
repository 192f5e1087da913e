package org.mailvane.accounts;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code one_time_link}. A secret identifies the owner of a link, so finding one needs no
 * scope.
 */
@Repository
class OneTimeLinkTable {

    private final Db db;
    private final SystemDb system;

    OneTimeLinkTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Stores a link in place of the user's earlier one of that purpose. */
    void replace(
            Scope scope,
            long userId,
            Purpose purpose,
            byte[] hash,
            @Nullable String newEmail,
            Instant created) {
        db.as(scope)
                .sql(
                        """
                        insert into one_time_link (account_id, user_id, purpose, secret_hash, new_email,
                            created, expires)
                        values (:account, :user, :purpose, :hash, :newEmail, :created, :expires)
                        on conflict (user_id, purpose) do update set
                            secret_hash = excluded.secret_hash, new_email = excluded.new_email,
                            created = excluded.created, expires = excluded.expires
                        """)
                .param("user", userId)
                .param("purpose", purpose.code())
                .param("hash", hash)
                .param("newEmail", newEmail)
                .param("created", created)
                .param("expires", created.plus(purpose.lifetime()))
                .update();
    }

    /** A link as it is stored. */
    record Stored(long accountId, long userId, @Nullable String newEmail, Instant expires) {}

    Optional<Stored> find(Purpose purpose, byte[] hash) {
        return system.sql(
                        """
                        select account_id, user_id, new_email, expires from one_time_link
                        where secret_hash = :hash and purpose = :purpose
                        """)
                .param("hash", hash)
                .param("purpose", purpose.code())
                .optional(row ->
                        new Stored(
                                row.number("account_id"),
                                row.number("user_id"),
                                row.optionalText("new_email"),
                                row.instant("expires")));
    }

    /** Ends a link that still works; answers false when another request was faster. */
    boolean take(Scope scope, Purpose purpose, byte[] hash, Instant now) {
        return db.as(scope)
                        .sql(
                                """
                                delete from one_time_link
                                where account_id = :account and secret_hash = :hash
                                    and purpose = :purpose and expires > :now
                                """)
                        .param("hash", hash)
                        .param("purpose", purpose.code())
                        .param("now", now)
                        .update()
                == 1;
    }

    void delete(Scope scope, long userId, Purpose... purposes) {
        for (Purpose purpose : purposes) {
            db.as(scope)
                    .sql(
                            """
                            delete from one_time_link
                            where account_id = :account and user_id = :user and purpose = :purpose
                            """)
                    .param("user", userId)
                    .param("purpose", purpose.code())
                    .update();
        }
    }
}
