package org.mailvane.mailauth.arrival;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known about how a mail came.
 *
 * @param client who handed it over; null where it did not come by SMTP
 * @param receivers the names by which trusted receivers sign their Authentication-Results fields
 *     (RFC 8601, {@code authserv-id}); none where none is trusted
 * @param isTlsReport whether it carries TLS reports only: these may be signed by keys that are for
 *     nothing else (RFC 8460, section 3, {@code s=tlsrpt})
 */
public record Arrival(@Nullable SmtpClient client, Set<String> receivers, boolean isTlsReport) {

    /** A mail of which nothing is known but itself, such as a file. */
    public static final Arrival UNKNOWN = new Arrival(null, Set.of(), false);

    /** Returns a mail that came by SMTP. */
    public static Arrival bySmtp(SmtpClient client) {
        return new Arrival(client, Set.of(), false);
    }

    /**
     * Returns a mail of a mailbox.
     *
     * @param receivers names of the receivers that are trusted; an empty one for a receiver that
     *     does not name itself
     */
    public static Arrival fromMailbox(Set<String> receivers) {
        return new Arrival(null, receivers, false);
    }
}
