package org.mailvane.reports.mail;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encoded words (RFC 2047): {@code =?charset?B?base64?=} and {@code =?charset?Q?quoted?=}. What
 * can't be decoded stays as it is. The time it takes grows with the length of the text only.
 */
public final class EncodedWords {

    private static final String BEGIN = "=?";
    private static final String END = "?=";
    private static final int LONGEST_CHARSET = 60;

    /** Bytes of text in one word, so that the word has at most the 75 characters of RFC 2047. */
    private static final int BYTES_A_WORD = 42;

    private final String text;
    private final StringBuilder out;

    /** Bytes of words that follow each other in one charset: a character may span them. */
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    private @Nullable Charset pendingCharset;
    private int done;

    private EncodedWords(String text) {
        this.text = text;
        this.out = new StringBuilder(text.length());
    }

    /** A text with its encoded words decoded. */
    public static String decode(String text) {
        return text.contains(BEGIN) ? new EncodedWords(text).decoded() : text;
    }

    /** A text as encoded words with a blank between them, in UTF-8. */
    public static String encode(String text) {
        StringBuilder words = new StringBuilder(text.length() * 2);
        int at = 0;
        while (at < text.length()) {
            int end = at;
            int bytes = 0;
            while (end < text.length()) {
                int next = text.offsetByCodePoints(end, 1);
                bytes += text.substring(end, next).getBytes(StandardCharsets.UTF_8).length;
                if (bytes > BYTES_A_WORD) {
                    break;
                }
                end = next;
            }
            byte[] piece = text.substring(at, end).getBytes(StandardCharsets.UTF_8);
            words.append(words.isEmpty() ? "" : " ")
                    .append("=?utf-8?B?")
                    .append(Base64.getEncoder().encodeToString(piece))
                    .append(END);
            at = end;
        }
        return words.toString();
    }

    private String decoded() {
        int at = text.indexOf(BEGIN);
        while (at >= 0) {
            int end = word(at);
            at = text.indexOf(BEGIN, end > 0 ? end : at + 1);
            if (end < 0) {
                break;
            }
        }
        plain(text.length());
        return out.toString();
    }

    /** Decodes a word; its end, 0 where there is none here, less than 0 where no more can come. */
    private int word(int begin) {
        int name = begin + BEGIN.length();
        int question = name;
        while (question < text.length()
                && question - name < LONGEST_CHARSET
                && text.charAt(question) != '?') {
            question++;
        }
        int content = question + 3;
        if (content > text.length()
                || text.charAt(question) != '?'
                || text.charAt(question + 2) != '?') {
            return 0;
        }
        // the end is looked for only where that decodes the word: so nothing is read twice
        Charset charset = charset(text.substring(name, question));
        boolean base64 = "Bb".indexOf(text.charAt(question + 1)) >= 0;
        if (charset == null || (!base64 && "Qq".indexOf(text.charAt(question + 1)) < 0)) {
            return 0;
        }
        int end = text.indexOf(END, content);
        if (end < 0) {
            return -1;
        }
        String encoded = text.substring(content, end);
        boolean follows = pendingCharset != null && text.substring(done, begin).isBlank();
        if (!follows) {
            plain(begin);
        } else if (!charset.equals(pendingCharset)) {
            flush();
        }
        pending.writeBytes(base64 ? base64(encoded) : quoted(encoded));
        pendingCharset = charset;
        done = end + END.length();
        return done;
    }

    private void plain(int to) {
        flush();
        out.append(text, done, to);
        done = to;
    }

    private void flush() {
        if (pendingCharset != null) {
            out.append(pending.toString(pendingCharset));
            pending.reset();
            pendingCharset = null;
        }
    }

    private static @Nullable Charset charset(String name) {
        int language = name.indexOf('*'); // RFC 2231, section 5
        String plain = language < 0 ? name : name.substring(0, language);
        return Charsets.BY_NAME.get(plain.toLowerCase(Locale.ROOT));
    }

    /**
     * Made when it is needed first: Charset.forName looks long for a name that it does not know.
     */
    private static final class Charsets {

        private static final Map<String, Charset> BY_NAME = new HashMap<>();

        static {
            for (Charset charset : Charset.availableCharsets().values()) {
                charset.aliases()
                        .forEach(alias -> BY_NAME.put(alias.toLowerCase(Locale.ROOT), charset));
                BY_NAME.put(charset.name().toLowerCase(Locale.ROOT), charset);
            }
        }
    }

    private static byte[] base64(String content) {
        StringBuilder digits = new StringBuilder(content.length());
        for (int i = 0; i < content.length() && content.charAt(i) != '='; i++) {
            char c = content.charAt(i);
            if (c == '+' || c == '/' || (c < 0x80 && Character.isLetterOrDigit(c))) {
                digits.append(c);
            }
        }
        if (digits.length() % 4 == 1) {
            digits.setLength(digits.length() - 1);
        }
        // the bits after the last byte may be anything: the lenient decoder ignores them
        return Base64.getMimeDecoder().decode(digits.toString());
    }

    private static byte[] quoted(String content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length());
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            int high = c == '=' && i + 2 < content.length() ? hex(content.charAt(i + 1)) : -1;
            int low = high < 0 ? -1 : hex(content.charAt(i + 2));
            if (low >= 0) {
                bytes.write(high << 4 | low);
                i += 2;
            } else if (c == '_') {
                bytes.write(' ');
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private static int hex(char c) {
        return Character.digit(c, 16);
    }
}
