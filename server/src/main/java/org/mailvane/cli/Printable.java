package org.mailvane.cli;

import java.util.regex.Pattern;

/** Text from outside as a terminal may show it. */
final class Printable {

    /** Control characters (C0, DEL, C1), line separators, and what turns the writing direction. */
    private static final Pattern STEERING =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private Printable() {}

    /**
     * The text without anything that steers a terminal: names come from archives, mails and
     * reports, whoever sent them.
     */
    static String of(String text) {
        return STEERING.matcher(text).replaceAll("?");
    }
}
