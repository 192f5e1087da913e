package org.mailvane.platform.store;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.transaction.TransactionSystemException;

/** Tells whose fault a failure is: the database's, or that of what was asked of it. */
public final class DatabaseFailure {

    /** Begin of the SQL states of broken connections. */
    private static final String CONNECTION = "08";

    /** Begin of the SQL states of a server that ends or has just begun. */
    private static final String SHUTDOWN = "57P0";

    /**
     * SQL states of a database that can serve nobody ("PostgreSQL Error Codes" in its manual): disk
     * full, too many connections, the disk fails. What one statement alone can meet, such as its
     * time limit or a damaged page, is not among them.
     */
    private static final Set<String> TROUBLE = Set.of("53100", "53300", "58030");

    /** SQL state of a lock that was not waited for any longer. */
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** SQL state of a change to what somebody else has changed since the snapshot was taken. */
    private static final String CHANGED_MEANWHILE = "40001";

    /** SQL state of a statement that was cancelled, as one is that takes too long. */
    private static final String CANCELLED = "57014";

    private DatabaseFailure() {}

    /** Whether the connection to the database was lost. */
    public static boolean isLostConnection(Throwable failure) {
        return isCausedBy(
                failure,
                cause -> {
                    String state = state(cause);
                    return cause instanceof SQLTransientConnectionException
                            || state.startsWith(CONNECTION)
                            || state.startsWith(SHUTDOWN);
                });
    }

    /**
     * Whether all connections to the database were in use for too long. Then it may be well, unlike
     * one that is away.
     */
    public static boolean isBusy(Throwable failure) {
        return isCausedBy(failure, cause -> cause instanceof ConnectionPool.Exhausted);
    }

    /** Whether the database is in trouble, so that asking something else would fail as well. */
    public static boolean isTrouble(Throwable failure) {
        return isLostConnection(failure)
                || isCausedBy(failure, cause -> TROUBLE.contains(state(cause)));
    }

    /** Whether a lock was not free in time. */
    static boolean isLockTimeout(Throwable failure) {
        return isCausedBy(failure, cause -> state(cause).equals(LOCK_NOT_AVAILABLE));
    }

    /** Whether a statement has taken longer than it may ({@link StatementLimit}). */
    public static boolean isTooSlow(Throwable failure) {
        return isCausedBy(failure, cause -> state(cause).equals(CANCELLED));
    }

    /** Whether a snapshot was too old for a change. */
    static boolean isChangedMeanwhile(Throwable failure) {
        return isCausedBy(failure, cause -> state(cause).equals(CHANGED_MEANWHILE));
    }

    private static boolean isCausedBy(Throwable failure, Predicate<Throwable> guilty) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (guilty.test(cause)) {
                return true;
            }
            // A transaction that can't be rolled back says so, and why it was to be besides.
            if (cause instanceof TransactionSystemException transaction
                    && transaction.getApplicationException() != null
                    && isCausedBy(transaction.getApplicationException(), guilty)) {
                return true;
            }
        }
        return false;
    }

    private static String state(Throwable cause) {
        return cause instanceof SQLException sql && sql.getSQLState() != null
                ? sql.getSQLState()
                : "";
    }
}
