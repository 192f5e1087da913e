package org.mailvane.mailauth.finding;

/** Cuts texts that are too long. */
public final class Cut {

    private Cut() {}

    /**
     * Returns the start of a text, at most so many characters of it, and never half of a surrogate
     * pair: that is not valid text, and many JSON parsers refuse it.
     */
    public static String begin(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        boolean isInPair = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, isInPair ? most - 1 : most);
    }
}
