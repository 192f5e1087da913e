package org.mailvane.intake.imap;

import java.io.IOException;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/** A server that does not do what it is asked. */
class ImapException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient Message problem;

    ImapException(Message problem) {
        super(MessageFormatter.forPrograms().format(problem));
        this.problem = problem;
    }

    ImapException(Message problem, Throwable cause) {
        super(MessageFormatter.forPrograms().format(problem), cause);
        this.problem = problem;
    }

    /** Returns what people see. */
    Message problem() {
        return problem;
    }

    /** It does not let us in. Trying again soon would only have the mailbox locked. */
    static final class SignInRefused extends ImapException {

        private static final long serialVersionUID = 1;

        SignInRefused(Message problem) {
            super(problem);
        }
    }

    /** It answers a command with NO or BAD; the connection can be used on. */
    static final class CommandRefused extends ImapException {

        private static final long serialVersionUID = 1;

        private final String answer;

        CommandRefused(Message problem) {
            this(problem, "");
        }

        CommandRefused(Message problem, String answer) {
            super(problem);
            this.answer = answer;
        }

        /** Returns whether the server gives this reason, by its code (RFC 5530). */
        boolean hasResponseCode(String code) {
            return answer.contains("[" + code + "]");
        }
    }
}
