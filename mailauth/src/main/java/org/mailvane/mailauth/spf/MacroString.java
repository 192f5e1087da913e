package org.mailvane.mailauth.spf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A text with macros (RFC 7208, section 7), cut into its parts.
 *
 * @param text as it is written
 * @param parts what it consists of; texts that follow each other are one
 */
public record MacroString(String text, List<Part> parts) {

    /** A part of a text with macros. */
    public sealed interface Part {}

    /**
     * A literal text; {@code %%}, {@code %_} and {@code %-} are resolved.
     *
     * @param text its resolved text
     */
    public record Literal(String text) implements Part {}

    /**
     * A macro (section 7.3).
     *
     * @param letter which value, in lower case
     * @param isEscaped whether it is escaped for URLs: its letter is in upper case
     * @param count how many parts from the right are used; {@link #ALL_PARTS} where all are
     * @param isReversed whether the order of the parts is turned round
     * @param delimiters characters that the value is split at, a dot where none are written
     */
    public record Macro(
            char letter, boolean isEscaped, int count, boolean isReversed, String delimiters)
            implements Part {

        /** All parts are used. */
        public static final int ALL_PARTS = Integer.MAX_VALUE;

        private boolean isPlain() {
            return count == ALL_PARTS && !isReversed && delimiters.equals(".");
        }
    }

    private static final String UNRESERVED_SIGNS = "-._~";

    /** A text of these parts. */
    public MacroString {
        parts = List.copyOf(parts);
    }

    /** Whether it is the same in every case. */
    public boolean isLiteral() {
        for (Part part : parts) {
            if (part instanceof Macro) {
                return false;
            }
        }
        return true;
    }

    /** Whether it has the macro of this letter, which is in lower case. */
    public boolean uses(char letter) {
        for (Part part : parts) {
            if (part instanceof Macro macro && macro.letter() == letter) {
                return true;
            }
        }
        return false;
    }

    /** Whether it has no macros but of these letters, which are in lower case. */
    public boolean usesOnly(String letters) {
        for (Part part : parts) {
            if (part instanceof Macro macro && letters.indexOf(macro.letter()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The text with its macros replaced. */
    public String expand(MacroValues values) {
        return expand(values, Integer.MAX_VALUE);
    }

    /**
     * The text with its macros replaced; where it gets longer than {@code maxLength}, it is not
     * finished, and longer than that.
     */
    String expand(MacroValues values, int maxLength) {
        StringBuilder expanded = new StringBuilder(text.length() + 32);
        for (Part part : parts) {
            switch (part) {
                case Literal literal -> expanded.append(literal.text());
                case Macro macro -> append(expanded, macro, values.of(macro.letter()));
            }
            if (expanded.length() > maxLength) {
                break;
            }
        }
        return expanded.toString();
    }

    /**
     * The end of the text with its macros replaced: all of it, or more than {@code length}
     * characters. Names use no more, and hostile records expand to millions.
     */
    String expandEnd(MacroValues values, int length) {
        StringBuilder expanded = new StringBuilder(length);
        for (int i = parts.size() - 1; i >= 0 && expanded.length() <= length; i--) {
            StringBuilder part = new StringBuilder(length);
            switch (parts.get(i)) {
                case Literal literal -> part.append(literal.text());
                case Macro macro -> append(part, macro, values.of(macro.letter()));
            }
            expanded.insert(0, part);
        }
        return expanded.toString();
    }

    private static void append(StringBuilder expanded, Macro macro, String value) {
        String transformed = macro.isPlain() ? value : transformed(macro, value);
        if (macro.isEscaped()) {
            escape(expanded, transformed);
        } else {
            expanded.append(transformed);
        }
    }

    private static String transformed(Macro macro, String value) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= value.length(); i++) {
            if (i == value.length() || macro.delimiters().indexOf(value.charAt(i)) >= 0) {
                pieces.add(value.substring(from, i));
                from = i + 1;
            }
        }
        if (macro.isReversed()) {
            Collections.reverse(pieces);
        }
        int left = Math.max(0, pieces.size() - macro.count());
        return String.join(".", pieces.subList(left, pieces.size()));
    }

    private static void escape(StringBuilder escaped, String value) {
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved((char) octet)) {
                escaped.append((char) octet);
            } else {
                escaped.append('%')
                        .append(hexDigit(octet >> 4 & 0xF))
                        .append(hexDigit(octet & 0xF));
            }
        }
    }

    private static char hexDigit(int value) {
        return Character.toUpperCase(Character.forDigit(value, 16));
    }

    private static boolean isUnreserved(char c) {
        return Ascii.isAlpha(c) || Ascii.isDigit(c) || UNRESERVED_SIGNS.indexOf(c) >= 0;
    }
}
