package org.mailvane.mailauth.dkim;

import java.util.Locale;

/** Characters of records as they are named to people. */
final class Characters {

    private Characters() {}

    /** The character itself where it can be seen, else its number. */
    static String shown(char c) {
        return c > ' ' && c < 0x7F ? "'" + c + "'" : String.format(Locale.ROOT, "U+%04X", (int) c);
    }
}
