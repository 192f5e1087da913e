package org.mailvane.mailauth.arrival;

import org.jspecify.annotations.Nullable;

/**
 * What is known about how a mail came.
 *
 * @param client who handed it over; null where it did not come by SMTP
 * @param receiver the name by which a trusted receiver signs its Authentication-Results fields (RFC
 *     8601, {@code authserv-id}); null where none is trusted
 */
public record Arrival(@Nullable SmtpClient client, @Nullable String receiver) {

    /** A mail of which nothing is known but itself, such as a file. */
    public static final Arrival UNKNOWN = new Arrival(null, null);

    /** Returns a mail that came by SMTP. */
    public static Arrival bySmtp(SmtpClient client) {
        return new Arrival(client, null);
    }

    /**
     * Returns a mail of a mailbox whose receiver is trusted.
     *
     * @param receiver its name; empty for one that does not name itself
     */
    public static Arrival fromMailbox(String receiver) {
        return new Arrival(null, receiver);
    }
}
