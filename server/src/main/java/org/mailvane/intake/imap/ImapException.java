package org.mailvane.intake.imap;

import java.io.IOException;

/** A server that does not do what it is asked. The message is for a person. */
class ImapException extends IOException {

    private static final long serialVersionUID = 1;

    ImapException(String message) {
        super(message);
    }

    /** It does not let us in. Trying again soon would only have the mailbox locked. */
    static final class SignInRefused extends ImapException {

        private static final long serialVersionUID = 1;

        SignInRefused(String message) {
            super(message);
        }
    }

    /** It answers a command with NO or BAD; the connection can be used on. */
    static final class CommandRefused extends ImapException {

        private static final long serialVersionUID = 1;

        CommandRefused(String message) {
            super(message);
        }
    }
}
