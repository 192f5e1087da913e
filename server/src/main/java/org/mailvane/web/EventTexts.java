package org.mailvane.web;

import org.mailvane.timeline.TimelineEvent;

/** How an event is said. */
final class EventTexts {

    private EventTexts() {}

    /** The name of what happened in the bundles. */
    static String key(TimelineEvent event) {
        return "change." + event.change().code().replace('_', '-');
    }

    /** Whether a text was replaced by another, or came, or went. */
    static boolean hasDifference(TimelineEvent event) {
        return !event.oldValue().isEmpty() || !event.newValue().isEmpty();
    }

    /** What is different. */
    static Difference difference(TimelineEvent event) {
        return Difference.of(event.oldValue(), event.newValue());
    }

    /** The page of its domain; empty where the account has it no more. */
    static String path(TimelineEvent event) {
        return event.domainId() == null ? "" : DomainPageController.path(event.domainId());
    }
}
