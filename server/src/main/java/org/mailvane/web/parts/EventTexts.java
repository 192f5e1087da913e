package org.mailvane.web.parts;

import java.util.regex.Pattern;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;

/** How an event is said. */
public final class EventTexts {

    /** So much of a long word of base64 is shown, and more of its begin: keys begin alike. */
    private static final Pattern KEY =
            Pattern.compile("([A-Za-z0-9+/]{48})[A-Za-z0-9+/]{24,}([A-Za-z0-9+/]{16}={0,2})");

    private EventTexts() {}

    /** The name of what happened in the bundles. */
    public static String key(TimelineEvent event) {
        return isKeyFirstSeen(event) ? "change.dkim-first-seen" : key(event.change());
    }

    /** The name of such a happening in the bundles. */
    public static String key(Change change) {
        return "change." + change.code().replace('_', '-');
    }

    /** Whether a record was replaced by another, or came, or went; of mail the words say all. */
    static boolean hasDifference(TimelineEvent event) {
        return !event.recordType().isEmpty()
                && (!event.oldValue().isEmpty() || !event.newValue().isEmpty());
    }

    /** What is different, without the inner parts of keys, which say nothing to people. */
    static Difference difference(TimelineEvent event) {
        String before = shortened(event.oldValue());
        String after = shortened(event.newValue());
        return before.equals(after)
                ? Difference.of(event.oldValue(), event.newValue())
                : Difference.of(before, after);
    }

    private static String shortened(String record) {
        return KEY.matcher(record).replaceAll("$1…$2");
    }

    /** Whether its sentence tells more than its name and the domain do. */
    static boolean saysMore(TimelineEvent event) {
        return EventMessages.saysMore(event);
    }

    /** Whether it is about the domain itself, and not something of it. */
    static boolean isOfDomain(TimelineEvent event) {
        return event.change().name().startsWith("DOMAIN_");
    }

    private static boolean isKeyFirstSeen(TimelineEvent event) {
        return event.change() == Change.DKIM_ADDED && isFirstSeen(event);
    }

    /** Whether what was there before is not known: nobody had looked. */
    static boolean isFirstSeen(TimelineEvent event) {
        return EventMessages.isFirstSeen(event);
    }

    /** What it is about besides its domain: the source that is new, or the selector; else empty. */
    static String subject(TimelineEvent event, Texts texts) {
        return event.change() == Change.NEW_SOURCE
                ? event.newValue()
                : EventMessages.selector(event)
                        .map(name -> texts.of("detail.selectors", name))
                        .orElse("");
    }

    /** The page of its domain; empty where the account has it no more. */
    static String path(TimelineEvent event) {
        return event.domainId() == null ? "" : Routes.domain(event.domainId());
    }
}
