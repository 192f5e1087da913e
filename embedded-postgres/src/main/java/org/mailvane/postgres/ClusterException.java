package org.mailvane.postgres;

import org.jspecify.annotations.Nullable;

/**
 * The embedded database can't be used. The message is one paragraph for the operator: what is
 * wrong, with which path or value, and what to do; it is shown as it is, without a stack trace.
 *
 * <p>Checked, because nothing that throws it is a programming error and every caller has to end its
 * command with this text.
 */
public final class ClusterException extends Exception {

    /** Creates a problem without a cause. */
    public ClusterException(String message) {
        super(message);
    }

    /** A problem with the exception that shows where it was met. */
    public ClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
