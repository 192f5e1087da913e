package org.mailvane.timeline;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of which selector the DKIM key is that an event tells of. The event has it in its details alone,
 * so both stand here: the words that say it, and what reads it out of them.
 */
public final class KeyEvents {

    /** How the sentence ends about one that was not looked for before, and may be an old one. */
    public static final String NOT_LOOKED_FOR = " it was not looked for before.";

    private static final String WORDS = "The DKIM key of selector ";

    private static final Pattern SELECTOR = Pattern.compile("^" + WORDS + "(\\S+) of ");

    private KeyEvents() {}

    /** A domain's key, as the begin of a sentence about it. */
    public static String key(String selector, String domain) {
        return WORDS + selector + " of " + domain;
    }

    /** The selector of the key that an event is about; empty where it is about none. */
    public static Optional<String> selector(TimelineEvent event) {
        return switch (event.change()) {
            case DKIM_ADDED, DKIM_REMOVED, DKIM_CHANGED -> {
                Matcher said = SELECTOR.matcher(event.details());
                yield said.find() ? Optional.of(said.group(1)) : Optional.empty();
            }
            default -> Optional.empty();
        };
    }
}
