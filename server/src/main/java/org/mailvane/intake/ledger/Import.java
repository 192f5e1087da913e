package org.mailvane.intake.ledger;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Messages or files that came in together.
 *
 * @param id its number
 * @param origin how they came in
 * @param source the mailbox or folder where they were; empty for other origins
 * @param state how far it is
 * @param expected messages or files in it, as far as known
 * @param read those of them that have been read
 * @param counts what became of them
 * @param created when it began
 * @param finished when it ended
 */
public record Import(
        long id,
        Origin origin,
        String source,
        State state,
        long expected,
        long read,
        Counts counts,
        Instant created,
        @Nullable Instant finished) {

    /** How messages come in. */
    public enum Origin {
        /** By the API. */
        UPLOAD,
        /** Mails that other servers deliver. */
        SMTP,
        /** Mails that are fetched from a mailbox. */
        IMAP,
        /** Files of a watched folder. */
        FOLDER,
        /** By {@code mailvane import}. */
        COMMAND;

        /** Returns the word that is stored and answered. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the one of this word. */
        public static Origin of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT));
        }

        /** Whether anybody who knows an address can send such messages. */
        public boolean isMail() {
            return this == SMTP || this == IMAP;
        }
    }

    /** How far an import is. */
    public enum State {
        QUEUED,
        RUNNING,
        DONE,
        /** It was stopped before everything was read. What had been read is stored. */
        FAILED;

        /** Returns the word that is stored and answered. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns how far it is, in percent. */
    public int percent() {
        return switch (state) {
            case QUEUED -> 0;
            case DONE -> 100;
            case RUNNING, FAILED -> expected == 0 ? 0 : (int) Math.min(99, read * 100 / expected);
        };
    }

    /** Returns the same for a person. */
    String label() {
        return switch (state) {
            case QUEUED -> "Queued";
            case RUNNING -> read + " of " + expected + " read";
            case DONE -> read + " read";
            case FAILED -> "Stopped after " + read + " of " + expected;
        };
    }
}
