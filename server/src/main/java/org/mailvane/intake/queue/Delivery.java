package org.mailvane.intake.queue;

import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.mailauth.arrival.SmtpClient;

/**
 * A mail or file that is handed over.
 *
 * @param accountId the account that it is for
 * @param origin how it came
 * @param source the mailbox or folder where it was; empty for SMTP
 * @param name what it is called in the ledger
 * @param message its bytes
 * @param envelopeFrom the envelope's sender (RFC 5321, section 4.1.1.2), empty for the null one;
 *     null where there was no envelope
 * @param client the SMTP client; null where there was none
 */
public record Delivery(
        long accountId,
        Origin origin,
        String source,
        String name,
        RawMessage message,
        @Nullable String envelopeFrom,
        @Nullable SmtpClient client) {

    /** A mail or file that did not come by SMTP. */
    public Delivery(
            long accountId,
            Origin origin,
            String source,
            String name,
            RawMessage message,
            @Nullable String envelopeFrom) {
        this(accountId, origin, source, name, message, envelopeFrom, null);
    }
}
