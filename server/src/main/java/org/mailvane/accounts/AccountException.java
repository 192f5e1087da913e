package org.mailvane.accounts;

/** Something that can't be done to an account or a user; the message says why. */
public final class AccountException extends RuntimeException {

    private static final long serialVersionUID = 1;

    AccountException(String message) {
        super(message, null, false, false);
    }
}
