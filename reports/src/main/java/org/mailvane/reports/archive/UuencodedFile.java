package org.mailvane.reports.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a file that is written into a text by {@code uuencode} (IEEE Std 1003.1), in its old form
 * or as base64. Line ends of any kind are taken, and blanks that were lost at the end of a line.
 */
public final class UuencodedFile extends InputStream {

    private static final Pattern BEGIN =
            Pattern.compile(
                    "begin(-base64)? [0-7]{3,4} ([^\\r\\n]{1,255})(?:\\r\\n?|\\n)([^\\r\\n]*)");

    /**
     * Characters of a line with 63 bytes, the most that one can hold, and some for its checksum.
     */
    private static final int LONGEST_LINE = 100;

    /** Characters of a line that holds nothing: its length, and a checksum. */
    private static final int LONGEST_EMPTY_LINE = 3;

    /** Characters of a line in base64; a writer may choose any length. */
    private static final int LONGEST_BASE64 = 4 << 10;

    private final PackedInput in;
    private final boolean base64;
    private final byte[] line;
    private byte[] bytes = new byte[0];
    private int next;
    private boolean ended;
    private boolean hasBytes;
    private boolean hasOthers;

    /**
     * @param text the lines after the one that {@link #begins} recognises
     * @param base64 whether they are base64
     */
    private UuencodedFile(PackedInput text, boolean base64) {
        this.in = text;
        this.base64 = base64;
        this.line = new byte[base64 ? LONGEST_BASE64 : LONGEST_LINE];
    }

    /**
     * Whether a text begins with such a file: a sentence may begin with the same word, but is not
     * followed by a line of the right length.
     */
    public static boolean begins(String text) {
        return name(text) != null;
    }

    /** The name of the file that a text begins with, or null. */
    public static @Nullable String name(String text) {
        if (!text.startsWith("begin")) {
            return null;
        }
        Matcher matcher = BEGIN.matcher(text);
        if (!matcher.lookingAt()) {
            return null;
        }
        boolean data = matcher.group(1) != null || isLine(matcher.group(3));
        return data ? matcher.group(2).strip() : null;
    }

    private static boolean isLine(String line) {
        if (line.isEmpty()) {
            return false;
        }
        int expected = (length((byte) line.charAt(0)) + 2) / 3 * 4;
        int there = line.stripTrailing().length() - 1;
        return line.chars().allMatch(c -> c >= ' ' && c <= '`')
                && there <= expected + 2
                && there >= expected - 3;
    }

    /** Opens a file in a text that {@link #begins} with it. */
    public static UuencodedFile open(InputStream text) throws IOException {
        PackedInput in = new PackedInput(text);
        UuencodedFile first = new UuencodedFile(in, false);
        int n = first.readLine();
        boolean base64 = n > 5 && first.line[5] == '-';
        return new UuencodedFile(in, base64);
    }

    /** Whether what was read of it has lines of which nothing could be decoded, and no others. */
    public boolean isUndecodable() {
        return hasOthers && !hasBytes;
    }

    /** Returns the text after the file, which is first read to its end. */
    public InputStream rest() throws IOException {
        while (more()) {
            next = bytes.length;
        }
        return in.rest();
    }

    private static int length(byte character) {
        return character - ' ' & 0x3f;
    }

    @Override
    public int read() throws IOException {
        return more() ? bytes[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int n = Math.min(length, bytes.length - next);
        System.arraycopy(bytes, next, into, offset, n);
        next += n;
        return n;
    }

    private boolean more() throws IOException {
        while (next == bytes.length && !ended) {
            int n = readLine();
            next = 0;
            bytes = n < 0 ? new byte[0] : decoded(n);
            ended |= n < 0;
            hasBytes |= bytes.length > 0;
            hasOthers |= !ended && bytes.length == 0 && n > LONGEST_EMPTY_LINE;
        }
        return next < bytes.length;
    }

    private byte[] decoded(int length) {
        if (base64) {
            ended = length >= 4 && line[0] == '=' && line[1] == '=' && line[2] == '=';
            return ended ? new byte[0] : base64(length);
        }
        ended = length == 3 && line[0] == 'e' && line[1] == 'n' && line[2] == 'd';
        return ended || length == 0 ? new byte[0] : uu(length);
    }

    private byte[] uu(int length) {
        byte[] decoded = new byte[length(line[0])];
        int at = 1;
        for (int i = 0; i < decoded.length; i += 3, at += 4) {
            int group = 0;
            for (int j = 0; j < 4; j++) {
                group = group << 6 | (at + j < length ? length(line[at + j]) : 0);
            }
            for (int j = 0; j < 3 && i + j < decoded.length; j++) {
                decoded[i + j] = (byte) (group >> (16 - 8 * j));
            }
        }
        return decoded;
    }

    private byte[] base64(int length) {
        byte[] decoded = new byte[length * 3 / 4 + 3];
        int filled = 0;
        int group = 0;
        int bits = 0;
        for (int i = 0; i < length && line[i] != '='; i++) {
            int digit = digit(line[i]);
            if (digit >= 0) {
                group = group << 6 | digit;
                bits += 6;
                if (bits >= 8) {
                    bits -= 8;
                    decoded[filled++] = (byte) (group >> bits);
                }
            }
        }
        return Arrays.copyOf(decoded, filled);
    }

    private static int digit(byte c) {
        if (c >= 'A' && c <= 'Z') {
            return c - 'A';
        }
        if (c >= 'a' && c <= 'z') {
            return c - 'a' + 26;
        }
        if (c >= '0' && c <= '9') {
            return c - '0' + 52;
        }
        return c == '+' ? 62 : c == '/' ? 63 : -1;
    }

    /** Reads a line, of a longer one its start; -1 at the end. */
    private int readLine() throws IOException {
        int c = in.read();
        if (c < 0) {
            return -1;
        }
        int n = 0;
        while (c >= 0 && c != '\n' && c != '\r') {
            if (n < line.length) {
                line[n++] = (byte) c;
            }
            c = in.read();
        }
        if (c == '\r' && in.peek() == '\n') {
            in.read();
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
