package org.mailvane.mailauth.dkim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A TXT record as people copy it: as its text, or as the strings of a zone file. */
final class PastedText {

    static final int MAX_OCTET = 255;

    private PastedText() {}

    /**
     * The strings, where the text is nothing but strings in quotation marks (RFC 1035, section
     * 5.1), blanks and parentheses.
     */
    static Optional<List<String>> strings(String text) {
        List<String> strings = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c) || c == '(' || c == ')') {
                at++;
            } else if (c == '"') {
                StringBuilder string = new StringBuilder();
                at = readString(text, at + 1, string);
                if (at < 0) {
                    return Optional.empty();
                }
                strings.add(string.toString());
            } else {
                return Optional.empty();
            }
        }
        return strings.isEmpty() ? Optional.empty() : Optional.of(strings);
    }

    /** Returns where the string ends, after its quotation mark; -1 if it does not end. */
    private static int readString(String text, int from, StringBuilder string) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                return at + 1;
            }
            if (c == '\\' && at + 1 < text.length()) {
                int octet = octet(text, at + 1);
                string.append(octet < 0 ? text.charAt(at + 1) : (char) octet);
                at += octet < 0 ? 2 : 4;
            } else {
                string.append(c);
                at++;
            }
        }
        return -1;
    }

    /** The octet that three decimal digits mean; -1 where there are none. */
    private static int octet(String text, int at) {
        if (at + 3 > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = at; i < at + 3; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = 10 * value + c - '0';
        }
        return value <= MAX_OCTET ? value : -1;
    }
}
