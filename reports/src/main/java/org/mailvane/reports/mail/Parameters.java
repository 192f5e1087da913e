package org.mailvane.reports.mail;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.james.mime4j.stream.NameValuePair;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a MIME field: plain, with encoded words (RFC 2047, which does not allow that here,
 * but it is done), or split and percent-encoded (RFC 2231, sections 3 and 4).
 */
final class Parameters {

    /** Pieces of one value; a longer one is not worth reading. */
    static final int MAX_PIECES = 100;

    private Parameters() {}

    /** The decoded value of a parameter, or null if there is none of this name. */
    static @Nullable String find(List<NameValuePair> parameters, String name) {
        SortedMap<Integer, String> pieces = new TreeMap<>();
        boolean encoded = false;
        for (NameValuePair parameter : parameters) {
            String key = parameter.getName().toLowerCase(Locale.ROOT);
            String value = parameter.getValue() == null ? "" : parameter.getValue();
            if (key.equals(name)) {
                return EncodedWords.decode(value);
            }
            int piece = key.startsWith(name + "*") ? pieceNumber(key, name.length() + 1) : -1;
            if (piece >= 0) {
                pieces.put(piece, value);
                encoded |= key.endsWith("*");
            }
        }
        if (pieces.isEmpty()) {
            return null;
        }
        String whole = String.join("", pieces.values());
        return encoded ? decodePercent(whole) : EncodedWords.decode(whole);
    }

    /** The number in {@code name*NUMBER*}, 0 in {@code name*}, -1 where it is none. */
    private static int pieceNumber(String key, int from) {
        String digits =
                key.endsWith("*") && key.length() > from
                        ? key.substring(from, key.length() - 1)
                        : key.substring(from);
        if (digits.isEmpty()) {
            return 0;
        }
        try {
            int number = Integer.parseInt(digits);
            return number < MAX_PIECES ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Decodes {@code charset'language'percent-encoded}, where the first two may be missing. */
    private static String decodePercent(String value) {
        Charset charset = StandardCharsets.UTF_8;
        String text = value;
        int first = value.indexOf('\'');
        int second = first < 0 ? -1 : value.indexOf('\'', first + 1);
        if (second > 0) {
            charset = charset(value.substring(0, first));
            text = value.substring(second + 1);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            int b = text.charAt(i) == '%' ? hex(text, i + 1) : -1;
            if (b >= 0) {
                bytes.write(b);
                i += 2;
            } else {
                bytes.writeBytes(text.substring(i, i + 1).getBytes(charset));
            }
        }
        return bytes.toString(charset);
    }

    private static Charset charset(String name) {
        try {
            return name.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }

    private static int hex(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
