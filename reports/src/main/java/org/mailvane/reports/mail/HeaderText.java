package org.mailvane.reports.mail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Decodes the text of header fields from bytes, and removes what is not part of its meaning. */
public final class HeaderText {

    /** The most likely encoding of bytes that are not UTF-8. */
    private static final Charset OTHER = Charset.forName("windows-1252");

    private static final int LONGEST_UTF8 = 4;

    private HeaderText() {}

    /** Bytes as text: UTF-8 (RFC 6532) where they can be that, else windows-1252. */
    public static String decode(byte[] bytes, int from, int to) {
        return decode(bytes, from, to, false);
    }

    /**
     * The same.
     *
     * @param cut whether more bytes followed, so that the last character may be half of one
     */
    public static String decode(byte[] bytes, int from, int to, boolean cut) {
        boolean ascii = true;
        for (int i = from; i < to && ascii; i++) {
            ascii = bytes[i] >= 0;
        }
        if (ascii) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        int dropped = cut ? Math.min(LONGEST_UTF8 - 1, to - from) : 0;
        for (int end = to; end >= to - dropped; end--) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes, from, end - from))
                        .toString();
            } catch (CharacterCodingException e) {
                // shorter, or no UTF-8 at all
            }
        }
        return new String(bytes, from, to - from, OTHER);
    }

    /** A text without control characters and lone surrogates, trimmed. */
    public static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c ->
                        clean.appendCodePoint(
                                switch (Character.getType(c)) {
                                    case Character.CONTROL,
                                            Character.LINE_SEPARATOR,
                                            Character.PARAGRAPH_SEPARATOR ->
                                            ' ';
                                    case Character.SURROGATE -> 0xfffd;
                                    default -> c;
                                }));
        return clean.toString().strip();
    }

    /** A clean text in which no blanks follow each other. */
    public static String singleBlanks(String text) {
        String clean = clean(text);
        StringBuilder single = new StringBuilder(clean.length());
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            if (c != ' ' || clean.charAt(i - 1) != ' ') {
                single.append(c);
            }
        }
        return single.toString();
    }

    /** Returns at most so many characters of a text, trimmed, without splitting a character. */
    public static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end).strip();
    }

    /** A text without its comments (RFC 5322, section 3.2.2); one that does not end is none. */
    public static String withoutComments(String text) {
        if (text.indexOf('(') < 0) {
            return text;
        }
        BitSet commented = comments(text);
        StringBuilder rest = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (!commented.get(i)) {
                rest.append(text.charAt(i));
            } else if (!commented.get(i + 1)) {
                rest.append(' ');
            }
        }
        return singleBlanks(rest.toString());
    }

    private static BitSet comments(String text) {
        int[] open = new int[text.length()];
        int depth = 0;
        BitSet commented = new BitSet(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                open[depth++] = i;
            } else if (text.charAt(i) == ')' && depth > 0) {
                commented.set(open[--depth], i + 1);
            }
        }
        return commented;
    }
}
