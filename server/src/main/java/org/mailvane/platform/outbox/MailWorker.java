package org.mailvane.platform.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.LeaseWorker;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.outbox.Delivery.Failure;
import org.mailvane.platform.store.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Delivers what is in the queue, one mail after the other. A mail is delivered at least once: where
 * the answer to it was lost, it goes again under the same Message-ID.
 */
@Component
@Profile("service")
class MailWorker extends LeaseWorker {

    /**
     * How long a mail is this worker's: longer than the ten or so answers of a mail server take at
     * most.
     */
    static final Duration LEASE = Duration.ofMinutes(20);

    /** How long to wait after each failed try; the try after the last pause is the final one. */
    static final List<Duration> PAUSES =
            List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(15),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(2),
                    Duration.ofHours(4),
                    Duration.ofHours(8),
                    Duration.ofHours(16));

    /** The try whose failure ends them, some 32 hours after the first. */
    static final int LAST_TRY = PAUSES.size() + 1;

    /** How long a mail that was given up stays in the table, for an administrator to find. */
    static final Duration KEPT_WHEN_GIVEN_UP = Duration.ofDays(90);

    /** Characters of a reason at most: a server may say anything. */
    static final int MAX_REASON_LENGTH = 500;

    /** How long the mail that is being delivered may take on when the service is told to stop. */
    static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(MailWorker.class);

    private final Mailer mailer;
    private final OutgoingMailTable table;
    private final Delivery delivery;
    private final Clock clock;
    private long lastAccount;

    MailWorker(
            Database database,
            Mailer mailer,
            OutgoingMailTable table,
            Delivery delivery,
            Clock clock,
            WorkLoops loops) {
        super(database, loops, STOP_PATIENCE);
        this.mailer = mailer;
        this.table = table;
        this.delivery = delivery;
        this.clock = clock;
    }

    @Override
    protected List<WorkLoop> threads() {
        // A virtual thread, because interrupting it ends its waiting for a server too.
        Thread.Builder thread = Thread.ofVirtual().name("outgoing-mail");
        return List.of(thread(thread, mailer.newInQueue(), this::processBatch));
    }

    @Override
    protected void endLeases() {
        table.endLeases(clock.instant(), PAUSES);
    }

    @Override
    protected void maintain() {
        table.forgetGivenUp(clock.instant().minus(KEPT_WHEN_GIVEN_UP));
    }

    /** Tries the next mail that is due; answers false when there is none. */
    private boolean processBatch() {
        Instant now = clock.instant();
        Optional<OutgoingMail> due = table.claim(lastAccount, now, now.plus(LEASE));
        if (due.isEmpty()) {
            return false;
        }
        lastAccount = due.get().scope().accountId();
        deliver(due.get());
        return true;
    }

    private void deliver(OutgoingMail mail) {
        if (mail.attempts() > LAST_TRY) {
            // Its last try ended with the server that had it.
            giveUp(mail, "The last attempt did not finish.");
            return;
        }
        boolean delivered =
                attempt(List.of(mail), () -> delivery.deliver(mail), table::release, this::failed);
        if (delivered) {
            // Even while the service stops: a mail that stays would be sent again.
            StopSign.uninterrupted(() -> table.delete(mail));
            log.info("Mail {} of account {} is delivered", mail.id(), mail.scope().accountId());
        }
    }

    void failed(OutgoingMail mail, Throwable thrown) {
        if (!(thrown instanceof Failure failure)) {
            log.error("Mail {} could not be delivered", mail.id(), thrown);
            failed(mail, new Failure("Internal error: " + thrown, false, thrown));
            return;
        }
        String reason = shortened(String.valueOf(failure.getMessage()));
        if (failure.isLasting() || mail.attempts() >= LAST_TRY) {
            giveUp(mail, reason);
            return;
        }
        Duration pause = LeaseQueue.pause(PAUSES, mail.attempts());
        table.retry(mail, clock.instant().plus(pause), reason);
        log.warn(
                "Mail {} of account {} could not be delivered; it is tried again in {} min: {}",
                mail.id(),
                mail.scope().accountId(),
                pause.toMinutes(),
                reason);
    }

    private void giveUp(OutgoingMail mail, String reason) {
        table.giveUp(mail, reason);
        log.error(
                "Mail {} of account {} to {}, \"{}\", is given up after {} tries: {}",
                mail.id(),
                mail.scope().accountId(),
                mail.mail().recipient(),
                mail.mail().subject(),
                Math.min(mail.attempts(), LAST_TRY),
                reason);
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= MAX_REASON_LENGTH
                ? line
                : line.substring(0, MAX_REASON_LENGTH) + "...";
    }
}
