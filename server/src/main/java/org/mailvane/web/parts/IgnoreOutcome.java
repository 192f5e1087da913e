package org.mailvane.web.parts;

/** Names, in the next page's address, what the form that ignores issues and tasks did. */
public final class IgnoreOutcome {

    private static final String IGNORED = "ignored";
    private static final String HEARD = "heard";

    private IgnoreOutcome() {}

    public static String of(boolean ignore) {
        return ignore ? IGNORED : HEARD;
    }

    /** The outcome in an address; empty for any other word. */
    public static String of(String word) {
        return word.equals(IGNORED) || word.equals(HEARD) ? word : "";
    }
}
