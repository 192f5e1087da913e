package org.mailvane.cli;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionSystemException;

/** Tells from a failure that the database went away while a command used it. */
final class LostDatabase {

    static final String TEXT =
            "The connection to the database was lost: it ended, or can't be reached any more."
                    + " What was stored before is safe. Run the command again.";

    /**
     * Begin of the SQL states of broken connections, and of a server that ends or has just begun.
     */
    private static final String CONNECTION = "08";

    private static final String SHUTDOWN = "57P0";

    private LostDatabase() {}

    static boolean isCauseOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientConnectionException
                    || (cause instanceof SQLException sql && isLost(sql.getSQLState()))) {
                return true;
            }
            // A transaction that can't be rolled back says so, and why it was to be besides.
            if (cause instanceof TransactionSystemException transaction
                    && transaction.getApplicationException() != null
                    && isCauseOf(transaction.getApplicationException())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLost(@Nullable String state) {
        return state != null && (state.startsWith(CONNECTION) || state.startsWith(SHUTDOWN));
    }
}
