package org.mailvane.mailauth.arrival;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The known facts about the transport of a mail. */
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
