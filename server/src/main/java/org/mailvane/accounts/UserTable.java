package org.mailvane.accounts;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.store.Row;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code account_user} and {@code api_token}. These statements find out who somebody is,
 * before there is a scope.
 */
@Repository
class UserTable {

    private static final String COLUMNS =
            "u.id, u.account_id, u.email, u.is_owner, u.is_admin, u.is_active";

    private final SystemDb db;

    UserTable(SystemDb db) {
        this.db = db;
    }

    long insertOwner(long accountId, String email, @Nullable String passwordHash, Instant joined) {
        return db.sql(
                        """
                        insert into account_user (account_id, email, password_hash, is_active,
                            is_owner, is_admin, has_forensic_access, has_billing_access, date_joined)
                        values (:account, :email, :password, true, true, true, true, true, :joined)
                        returning id
                        """)
                .param("account", accountId)
                .param("email", email)
                .param("password", passwordHash)
                .param("joined", joined)
                .one(row -> row.number("id"));
    }

    Optional<User> findByEmail(String email) {
        return db.sql(
                        "select "
                                + COLUMNS
                                + " from account_user u where lower(u.email) = lower(:email)")
                .param("email", email)
                .optional(UserTable::user);
    }

    void setPassword(long userId, String passwordHash) {
        db.sql("update account_user set password_hash = :password where id = :id")
                .param("id", userId)
                .param("password", passwordHash)
                .update();
    }

    /** Whether there was a second factor to remove. */
    boolean removeSecondFactor(long userId) {
        return db.sql(
                                """
                                update account_user set totp_secret = null
                                where id = :id and totp_secret is not null
                                """)
                        .param("id", userId)
                        .update()
                == 1;
    }

    /** Stores a token's hash in place of the user's earlier one, which is revoked by that. */
    void replaceToken(User user, byte[] hash, String lastFour, Instant created) {
        db.sql(
                        """
                        insert into api_token (account_id, user_id, token_hash, last_four, created)
                        values (:account, :user, :hash, :lastFour, :created)
                        on conflict (user_id) do update set token_hash = excluded.token_hash,
                            last_four = excluded.last_four, created = excluded.created
                        """)
                .param("account", user.accountId())
                .param("user", user.id())
                .param("hash", hash)
                .param("lastFour", lastFour)
                .param("created", created)
                .update();
    }

    /** The active user of a token, and the last day of their account. */
    Optional<Bearer> findByToken(byte[] hash) {
        return db.sql(
                        "select "
                                + COLUMNS
                                + """
                                , u.has_forensic_access, a.expires
                                from api_token t
                                join account_user u on u.id = t.user_id
                                join account a on a.account_id = u.account_id
                                where t.token_hash = :hash and u.is_active
                                """)
                .param("hash", hash)
                .optional(row ->
                        new Bearer(
                                user(row),
                                row.flag("has_forensic_access"),
                                row.optionalDay("expires")));
    }

    record Bearer(User user, boolean forensic, @Nullable LocalDate expires) {}

    private static User user(Row row) throws SQLException {
        return new User(
                row.number("id"),
                row.number("account_id"),
                row.text("email"),
                row.flag("is_owner"),
                row.flag("is_admin"),
                row.flag("is_active"));
    }
}
