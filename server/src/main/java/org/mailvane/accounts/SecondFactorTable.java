package org.mailvane.accounts;

import java.util.List;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code recovery_code}, and of the columns of {@code account_user} for codes of an app. */
@Repository
class SecondFactorTable {

    private final Db db;

    SecondFactorTable(Db db) {
        this.db = db;
    }

    /** A secret, and the step of the last code of it that was taken. */
    record Secret(String text, long lastStep) {}

    Optional<Secret> secret(Scope scope, long userId) {
        return db.as(scope)
                .sql(
                        """
                        select totp_secret, totp_last_step from account_user
                        where account_id = :account and id = :user and totp_secret is not null
                        """)
                .param("user", userId)
                .optional(row -> new Secret(row.text("totp_secret"), row.number("totp_last_step")));
    }

    /** Begins to ask for codes of this secret. */
    void setSecret(Scope scope, long userId, String secret, long step) {
        db.as(scope)
                .sql(
                        """
                        update account_user set totp_secret = :secret, totp_last_step = :step
                        where account_id = :account and id = :user
                        """)
                .param("user", userId)
                .param("secret", secret)
                .param("step", step)
                .update();
    }

    /**
     * Takes a code of this step.
     *
     * @return false where it, or a later one, was taken already
     */
    boolean takeStep(Scope scope, long userId, long step) {
        return db.as(scope)
                        .sql(
                                """
                                update account_user set totp_last_step = :step
                                where account_id = :account and id = :user and totp_last_step < :step
                                """)
                        .param("user", userId)
                        .param("step", step)
                        .update()
                == 1;
    }

    /** Asks for no codes any more; answers whether that was done. */
    boolean remove(Scope scope, long userId) {
        db.as(scope)
                .sql("delete from recovery_code where account_id = :account and user_id = :user")
                .param("user", userId)
                .update();
        return db.as(scope)
                        .sql(
                                """
                                update account_user set totp_secret = null, totp_last_step = 0,
                                    code_tries = 0
                                where account_id = :account and id = :user
                                    and totp_secret is not null
                                """)
                        .param("user", userId)
                        .update()
                == 1;
    }

    /** Stores recovery codes in place of those that the user has had. */
    void replaceCodes(Scope scope, long userId, List<byte[]> hashes) {
        db.as(scope)
                .sql("delete from recovery_code where account_id = :account and user_id = :user")
                .param("user", userId)
                .update();
        for (byte[] hash : hashes) {
            db.as(scope)
                    .sql(
                            """
                            insert into recovery_code (account_id, user_id, code_hash)
                            values (:account, :user, :hash)
                            """)
                    .param("user", userId)
                    .param("hash", hash)
                    .update();
        }
    }

    /** Takes a recovery code away; answers whether it was there. */
    boolean takeCode(Scope scope, long userId, byte[] hash) {
        return db.as(scope)
                        .sql(
                                """
                                delete from recovery_code
                                where account_id = :account and user_id = :user
                                    and code_hash = :hash
                                """)
                        .param("user", userId)
                        .param("hash", hash)
                        .update()
                == 1;
    }

    long countCodes(Scope scope, long userId) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from recovery_code
                        where account_id = :account and user_id = :user
                        """)
                .param("user", userId)
                .one(row -> row.number("count"));
    }
}
