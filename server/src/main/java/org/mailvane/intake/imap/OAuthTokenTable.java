package org.mailvane.intake.imap;

import java.time.Instant;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code oauth_token}. */
@Repository
class OAuthTokenTable {

    private final Db db;

    OAuthTokenTable(Db db) {
        this.db = db;
    }

    /** Returns the token that came in place of the one in the settings, if any did. */
    Optional<String> find(Scope scope, String name, byte[] configured) {
        return db.as(scope)
                .sql(
                        """
                        select refresh_token from oauth_token
                        where account_id = :account and name = :name and configured = :configured
                        """)
                .param("name", name)
                .param("configured", configured)
                .optional(row -> row.text("refresh_token"));
    }

    /** Keeps a token in place of the one in the settings. */
    void put(Scope scope, String name, byte[] configured, String refreshToken, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into oauth_token
                            (account_id, name, configured, refresh_token, updated)
                        values (:account, :name, :configured, :token, :now)
                        on conflict (account_id, name) do update
                            set configured = excluded.configured,
                                refresh_token = excluded.refresh_token,
                                updated = excluded.updated
                        """)
                .param("name", name)
                .param("configured", configured)
                .param("token", refreshToken)
                .param("now", now)
                .update();
    }
}
