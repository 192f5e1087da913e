package org.mailvane.platform.store;

/** Somebody else holds a lock for longer than it is waited for; later it may go better. */
public final class LockTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LockTimeoutException(Throwable cause) {
        super("a lock was not free in time", cause);
    }
}
