package org.mailvane.accounts;

import java.time.Clock;
import org.mailvane.mail.Mailer;
import org.springframework.stereotype.Component;

/**
 * Tells users by mail that a way in of theirs was changed, and what to do if it was not them. What
 * it says is no secret: neither tokens nor codes nor links.
 */
@Component
class SecurityNotices {

    private final Mailer mailer;
    private final Clock clock;

    SecurityNotices(Mailer mailer, Clock clock) {
        this.mailer = mailer;
        this.clock = clock;
    }

    /**
     * Puts the mail into the queue, within the caller's transaction, which makes the change.
     *
     * @param user who gets it, at the address that they had before the transaction
     * @param more what else the text of this notice tells
     */
    void tell(User user, SecurityNotice notice, Object... more) {
        mailer.send(
                user.scope(),
                new UserMails(user.language()).notice(user.email(), notice, clock.instant(), more));
    }
}
