package org.mailvane.sources.custom;

import java.time.Clock;
import org.mailvane.accounts.AccountSetup;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code account_sources}, of which a new account gets a row. */
@Repository
class AccountSourcesTable implements AccountSetup {

    private static final long NO_VERSION = 0;

    private final Db db;
    private final Clock clock;

    AccountSourcesTable(Db db, Clock clock) {
        this.db = db;
        this.clock = clock;
    }

    @Override
    public void setUp(Scope scope) {
        db.as(scope)
                .sql(
                        """
                        insert into account_sources (account_id, refreshed) values (:account, :now)
                        on conflict do nothing
                        """)
                .param("now", clock.instant())
                .update();
    }

    /**
     * Identifies the state of the account's own sources: it changes whenever they change. An
     * account that an older program has made has none yet, and no own sources.
     */
    long version(Scope scope) {
        return db.as(scope)
                .sql("select version from account_sources where account_id = :account")
                .optional(row -> row.number("version"))
                .orElse(NO_VERSION);
    }

    /**
     * Keeps others from changing the account's own sources until the transaction ends that runs on
     * this thread.
     */
    void lock(Scope scope) {
        setUp(scope);
        db.as(scope)
                .sql(
                        """
                        select version from account_sources where account_id = :account
                        for no key update
                        """)
                .one(row -> row.number("version"));
    }

    /** Notes that the account's own sources have changed. */
    void raiseVersion(Scope scope) {
        db.as(scope)
                .sql(
                        "update account_sources set version = nextval('evidence_version') where account_id = :account")
                .update();
    }
}
