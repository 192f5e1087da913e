package org.mailvane.mailauth.dns;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a key or a logo within a domain (RFC 6376, section 3.1): labels of letters, digits,
 * hyphens and underscores, with dots between.
 *
 * @param value in lower case
 */
public record Selector(String value) {

    /** The default selector of BIMI. */
    public static final Selector DEFAULT = new Selector("default");

    /** The requirement for a text, to follow "it must be". */
    public static final String ALLOWED =
            "a selector: labels of up to 63 letters, digits, hyphens and underscores, with dots"
                    + " between and at most 200 characters in all";

    /** Characters of a selector, which leave some of a name's 253 to the domain. */
    public static final int MAX_LENGTH = 200;

    private static final String LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";

    private static final Pattern FORM = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

    /** Reads a selector of any case. */
    public static Optional<Selector> parse(String text) {
        String selector = text.strip();
        return selector.length() <= MAX_LENGTH && FORM.matcher(selector).matches()
                ? Optional.of(new Selector(selector.toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
