package org.mailvane.api.binding;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;

/** Texts from outside: what the database could not store, and how they are quoted and kept. */
public final class Characters {

    /** Characters of a value that an error quotes. */
    private static final int SHOWN = 40;

    /** Stands for what was no character. */
    private static final int REPLACEMENT = 0xFFFD;

    /** A pattern of Braille without dots, which looks as a space does. */
    private static final int BRAILLE_BLANK = 0x2800;

    private Characters() {}

    /**
     * Returns a text for people with a "?" in place of each character that controls the display,
     * because anybody can write what is in DNS and in reports. The length stays the same.
     */
    public static String steady(String text) {
        // Each text of each page comes here, and hardly one has such a character.
        int first = 0;
        while (first < text.length() && !isSteering(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        char[] replaced = text.toCharArray();
        for (int i = first; i < replaced.length; i++) {
            if (isSteering(replaced[i])) {
                replaced[i] = '?';
            }
        }
        return new String(replaced);
    }

    /**
     * Control characters except tabs and line breaks, line separators, and what changes the writing
     * direction of the text after it. The marks U+200E and U+200F do not, and people write them.
     */
    private static boolean isSteering(char c) {
        if (c < ' ') {
            return c != '\t' && c != '\n' && c != '\r';
        }
        return (c >= 0x7f && c <= 0x9f)
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /** Whether nobody sees any of it: spaces of all kinds, and what only steers how others look. */
    static boolean isInvisible(String text) {
        return text.codePoints().allMatch(c -> isSpace(c) || isUnseen(c));
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BRAILLE_BLANK;
    }

    /**
     * Returns whether a character only controls how others look, or marks omitted ones (UAX 44).
     */
    private static boolean isUnseen(int c) {
        return Character.getType(c) == Character.FORMAT
                || UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
    }

    /**
     * What a name is told from others by, where people read it: without what nobody sees, in small
     * letters, and with one space for several.
     */
    public static String toldApart(String name) {
        StringBuilder seen = new StringBuilder();
        name.codePoints()
                .filter(c -> !isUnseen(c))
                .forEach(c -> seen.appendCodePoint(isSpace(c) ? ' ' : c));
        return seen.toString().strip().replaceAll(" +", " ").toLowerCase(Locale.ROOT);
    }

    /** What is wrong with a text's characters, or null. */
    static @Nullable Message problemOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return Message.of("errors.null_character");
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return Message.of("errors.surrogate");
            }
        }
        return null;
    }

    /**
     * As much of a text as is to be kept. What the database could not store is a replacement
     * character.
     *
     * @param length characters that are kept at most
     */
    public static String kept(String text, int length) {
        if (text.length() <= length && problemOf(text) == null) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        text.codePoints()
                .limit(length)
                .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    /** The begin of a value, for an error that quotes it; what can't be printed is a "?". */
    public static String shortened(String text) {
        return shortened(text, SHOWN);
    }

    /** As {@link #shortened(String)}, with the given length. */
    static String shortened(String text, int length) {
        StringBuilder shown = new StringBuilder();
        int[] codePoints = text.codePoints().limit(length + 1L).toArray();
        for (int i = 0; i < Math.min(codePoints.length, length); i++) {
            int c = codePoints[i];
            boolean printable =
                    !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
            shown.appendCodePoint(printable ? c : '?');
        }
        return codePoints.length > length ? shown + "..." : shown.toString();
    }
}
