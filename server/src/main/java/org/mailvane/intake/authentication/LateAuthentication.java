package org.mailvane.intake.authentication;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.mailvane.intake.queue.QueueSignal;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.springframework.stereotype.Component;

/**
 * Reads mails again of which DNS did not say enough to authenticate them, or was not asked. What
 * their reports count for follows.
 */
@Component
class LateAuthentication implements Recurring {

    /** How long after its arrival a mail is authenticated again. */
    static final Duration PERIOD = Duration.ofDays(3);

    /** Mails of one run. */
    static final int MOST = 1_000;

    private final QueueTable queue;
    private final QueueSignal newInQueue;
    private final Clock clock;

    LateAuthentication(QueueTable queue, QueueSignal newInQueue, Clock clock) {
        this.queue = queue;
        this.newInQueue = newInQueue;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "late_authentication";
    }

    @Override
    public Duration every() {
        return Duration.ofHours(1);
    }

    @Override
    public void run(StopSign stop) {
        Instant since = clock.instant().minus(PERIOD);
        if (queue.queueUnauthenticated(MailAuthenticator.RETRIED, since, MOST) > 0) {
            newInQueue.give();
        }
    }
}
