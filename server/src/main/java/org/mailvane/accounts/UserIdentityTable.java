package org.mailvane.accounts;

import java.time.Instant;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code user_identity}. The provider's answer identifies a user, so finding them needs no
 * scope.
 */
@Repository
class UserIdentityTable {

    private final Db db;
    private final SystemDb system;

    UserIdentityTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** The owner of an identity. */
    record Linked(long accountId, long userId) {}

    Optional<Linked> find(String issuer, String subject) {
        return system.sql(
                        """
                        select account_id, user_id from user_identity
                        where issuer = :issuer and subject = :subject
                        """)
                .param("issuer", issuer)
                .param("subject", subject)
                .optional(row -> new Linked(row.number("account_id"), row.number("user_id")));
    }

    /**
     * Links a user with who they are at a provider.
     *
     * @return false where they are somebody there already, or somebody else is this one
     */
    boolean link(Scope scope, long userId, String issuer, String subject, Instant now) {
        return db.as(scope)
                        .sql(
                                """
                                insert into user_identity (account_id, user_id, issuer, subject, linked)
                                values (:account, :user, :issuer, :subject, :now)
                                on conflict do nothing
                                """)
                        .param("user", userId)
                        .param("issuer", issuer)
                        .param("subject", subject)
                        .param("now", now)
                        .update()
                == 1;
    }

    /** Forgets who a user is at whatever providers. */
    void unlink(Scope scope, long userId) {
        db.as(scope)
                .sql("delete from user_identity where account_id = :account and user_id = :user")
                .param("user", userId)
                .update();
    }
}
