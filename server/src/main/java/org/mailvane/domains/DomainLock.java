package org.mailvane.domains;

import java.time.Duration;
import java.util.function.Supplier;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.Scope;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * One lock for each account, for code that changes which domains the account has, which are below
 * which, or what its groups hold: data that it has looked up can't disappear before its next
 * statement.
 *
 * <p>The transaction keeps it until it ends, and comes before any lock on a row. A deletion of much
 * data keeps it for as long as that takes.
 */
@Component
class DomainLock {

    /**
     * How long anybody waits for it. Who waits has one of the few connections to the database,
     * which other accounts need too.
     */
    static final Duration MAX_WAIT = Duration.ofSeconds(3);

    /** Tries of a change that meets a conflict with somebody who writes about the same rows. */
    private static final int TRIES = 5;

    private final Db db;

    DomainLock(Db db) {
        this.db = db;
    }

    /**
     * Runs a change in a transaction that holds the lock, again where another writer was in its
     * way.
     *
     * @throws LockTimeoutException when the lock is not free in time, which is not tried again
     */
    <T> T holding(Scope scope, Supplier<T> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                return db.inTransaction(() -> {
                    take(scope);
                    return change.get();
                });
            } catch (TransientDataAccessException conflict) {
                if (attempt == TRIES) {
                    throw conflict;
                }
            }
        }
    }

    /**
     * Takes it within the transaction that runs on this thread.
     *
     * @throws LockTimeoutException when it is not free in time
     */
    void take(Scope scope) {
        wait(scope, "pg_advisory_xact_lock");
    }

    /**
     * Keeps others from taking it, within the transaction that runs on this thread; any number may
     * do so at the same time.
     *
     * @throws LockTimeoutException when it is not free in time
     */
    void share(Scope scope) {
        wait(scope, "pg_advisory_xact_lock_shared");
    }

    private void wait(Scope scope, String function) {
        db.waitingAtMost(
                MAX_WAIT,
                () ->
                        db.as(scope.wholeAccount())
                                .sql(
                                        "select %s(hashtextextended('domain tree', :account))"
                                                .formatted(function))
                                .one(row -> true));
    }
}
