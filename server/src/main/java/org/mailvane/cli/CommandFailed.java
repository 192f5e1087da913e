package org.mailvane.cli;

/** A command can't go on; the message says why and what to do. */
final class CommandFailed extends RuntimeException {

    private static final long serialVersionUID = 1;

    CommandFailed(String message) {
        super(message, null, false, false);
    }
}
