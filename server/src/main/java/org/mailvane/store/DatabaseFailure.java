package org.mailvane.store;

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
     * Classes of SQL states that are the database's own trouble ("PostgreSQL Error Codes" in its
     * manual): no resources left, a person's intervention, the system, an internal error.
     */
    private static final Set<String> TROUBLE = Set.of("53", "57", "58", "XX");

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

    /** Whether the database is in trouble, so that asking something else would fail as well. */
    public static boolean isTrouble(Throwable failure) {
        return isLostConnection(failure)
                || isCausedBy(
                        failure,
                        cause ->
                                state(cause).length() > 2
                                        && TROUBLE.contains(state(cause).substring(0, 2)));
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
