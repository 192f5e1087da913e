package org.mailvane.platform.store;

/** The database can't be used; the message says why and what to do. */
public final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1;

    DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }

    DatabaseException(String message) {
        super(message);
    }
}
