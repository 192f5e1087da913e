package org.mailvane.accounts;

import java.time.Clock;
import org.mailvane.platform.outbox.Mailer;
import org.springframework.stereotype.Component;

/**
 * Notifies users by mail that one of their sign-in methods was changed, and says what to do if they
 * did not change it. The mails hold no secrets: no tokens, codes or links.
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
