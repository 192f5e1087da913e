package org.mailvane.timeline;

import java.util.Optional;

/**
 * The outcome of the mail that an event reports.
 *
 * @param messages how many messages there were
 * @param part how many of them passed DMARC where a source is new, and were rejected where mail is
 *     forged
 */
public record MailOutcome(long messages, long part) {

    /**
     * Returns what an event says; empty where it says nothing of that, as events do whose English
     * text was stored.
     */
    public static Optional<MailOutcome> of(TimelineEvent event) {
        return EventMessages.outcome(event.details());
    }
}
