package org.mailvane.mailauth.spf;

/** Kinds of characters in the grammar of RFC 7208, section 12. */
final class Ascii {

    private Ascii() {}

    static boolean isAlpha(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns whether a term may contain the character at all. */
    static boolean isVisible(char c) {
        return c > ' ' && c < 0x7F;
    }
}
