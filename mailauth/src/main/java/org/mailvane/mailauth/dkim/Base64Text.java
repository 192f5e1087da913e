package org.mailvane.mailauth.dkim;

import java.util.Base64;
import org.mailvane.mailauth.tag.TagList;

/**
 * Octets in base64 as in key records: white space may be anywhere, padding may be missing (RFC
 * 6376, section 2.10).
 */
final class Base64Text {

    static final int MAX_PADDING = 2;
    private static final int GROUP = 4;

    private final String digits;
    private final int padding;
    private final int wrongAt;

    private Base64Text(String digits, int padding, int wrongAt) {
        this.digits = digits;
        this.padding = padding;
        this.wrongAt = wrongAt;
    }

    static Base64Text parse(String text) {
        StringBuilder digits = new StringBuilder(text.length());
        int padding = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (TagList.isBlank(c)) {
                continue;
            }
            if (c == '=' && padding < MAX_PADDING && !digits.isEmpty()) {
                padding++;
            } else if (isDigit(c) && padding == 0) {
                digits.append(c);
            } else {
                return new Base64Text("", 0, i);
            }
        }
        return new Base64Text(digits.toString(), padding, -1);
    }

    /** Returns the position of the first invalid character; -1 if all are valid. */
    int wrongAt() {
        return wrongAt;
    }

    /** Returns whether a character is missing: one alone does not make an octet. */
    boolean isIncomplete() {
        return digits.length() % GROUP == 1;
    }

    /** Whether equals signs are missing at the end. */
    boolean lacksPadding() {
        return (digits.length() + padding) % GROUP != 0;
    }

    /** Returns the decoded octets; only if nothing is invalid or missing. */
    byte[] octets() {
        return Base64.getDecoder().decode(digits);
    }

    private static boolean isDigit(char c) {
        return (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || c == '+'
                || c == '/';
    }
}
