package org.mailvane.reports.aggregate;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;

/**
 * Turns the bytes of an XML document into characters, whatever its declaration says about them.
 *
 * <p>A byte order mark comes before everything else, then zero bytes that only UTF-16 and UTF-32
 * have (XML 1.0, appendix F). Where the declared charset holds one byte for each character, or none
 * or none known is declared, whatever is valid UTF-8 is read as UTF-8 (text in another charset
 * hardly ever is), and every other byte by that charset or by windows-1252. {@link #deviation}
 * shows when this contradicts the declaration.
 *
 * <p>More than two screens, because finding the charset and decoding share one buffer.
 */
final class XmlDecoder {

    /** {@link #read} needs room for this many: a character of four bytes becomes two. */
    static final int MIN_CHARS = 2;

    private static final int BUFFER = 16 << 10;

    /** Bytes in which the XML declaration must start and end. */
    private static final int DECLARATION = 1_024;

    private static final Pattern ENCODING =
            Pattern.compile(
                    "<\\?xml[^>]{0,200}?encoding\\s{0,9}=\\s{0,9}[\"']\\s{0,9}([A-Za-z0-9._:-]{1,40})");
    private static final Charset UTF_32BE = Charset.forName("UTF-32BE");
    private static final Charset UTF_32LE = Charset.forName("UTF-32LE");
    private static final int UTF_32_BYTES = 4;
    private static final char UNREADABLE = '\uFFFD';

    private final byte[] bytes = new byte[BUFFER];
    private int at;
    private int end;
    private boolean ended;

    private InputStream in = InputStream.nullInputStream();
    private long filled;
    private @Nullable Reader other;
    private @Nullable Charset otherCharset;
    private char[] singleBytes = new char[0];
    private boolean declaredSingleByte;
    private String declared = "";
    private @Nullable Diagnostic deviation;
    private @Nullable String cutOff;

    /** Begins a new document. */
    void open(InputStream stream) throws IOException {
        in = stream;
        at = 0;
        end = 0;
        ended = false;
        filled = 0;
        other = null;
        otherCharset = null;
        deviation = null;
        cutOff = null;
        fill();
        Charset wide = wideCharset();
        if (wide != null) {
            decodeBy(wide);
            return;
        }
        if (startsWith(0xEF, 0xBB, 0xBF)) {
            at = 3;
        }
        useDeclared();
    }

    private @Nullable Charset wideCharset() {
        if (startsWith(0, 0, 0xFE, 0xFF)) {
            at = 4;
            return UTF_32BE;
        }
        if (startsWith(0xFF, 0xFE, 0, 0)) {
            at = 4;
            return UTF_32LE;
        }
        if (startsWith(0, 0, 0, '<')) {
            return UTF_32BE;
        }
        if (startsWith('<', 0, 0, 0)) {
            return UTF_32LE;
        }
        if (startsWith(0xFE, 0xFF)) {
            at = 2;
            return StandardCharsets.UTF_16BE;
        }
        if (startsWith(0xFF, 0xFE)) {
            at = 2;
            return StandardCharsets.UTF_16LE;
        }
        if (startsWith(0, '<')) {
            return StandardCharsets.UTF_16BE;
        }
        return startsWith('<', 0) ? StandardCharsets.UTF_16LE : null;
    }

    private boolean startsWith(int... values) {
        for (int i = 0; i < values.length; i++) {
            if (i >= end || (bytes[i] & 0xff) != values[i]) {
                return false;
            }
        }
        return true;
    }

    private void useDeclared() {
        String start =
                new String(bytes, at, Math.min(end - at, DECLARATION), StandardCharsets.ISO_8859_1);
        Matcher matcher = ENCODING.matcher(start);
        declared = matcher.find() ? matcher.group(1) : "UTF-8";
        Charset charset = charset(declared);
        declaredSingleByte = false;
        if (charset == null || charset.name().startsWith("UTF-")) {
            if (charset == null || !charset.equals(StandardCharsets.UTF_8)) {
                deviate(Diagnostic.of(DiagnosticCode.XML_ENCODING_DECLARED).quoting(declared));
            }
            useSingleBytes("windows-1252");
        } else if (charset.equals(StandardCharsets.US_ASCII)) {
            useSingleBytes("windows-1252");
        } else if (charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1) {
            declaredSingleByte = true;
            useSingleBytes(
                    charset.equals(StandardCharsets.ISO_8859_1) ? "windows-1252" : charset.name());
        } else {
            decodeBy(charset);
        }
    }

    private void decodeBy(Charset charset) {
        other = new InputStreamReader(new Rest(), charset);
        otherCharset = charset;
    }

    private void useSingleBytes(String name) {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        singleBytes = Charset.forName(name).decode(ByteBuffer.wrap(all)).toString().toCharArray();
    }

    private static @Nullable Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return null;
        }
    }

    /**
     * Reads characters, at most {@code length}, which is at least {@link #MIN_CHARS}.
     *
     * @return how many were stored, at least 1, or -1 at the end
     */
    int read(char[] target, int from, int length) throws IOException {
        if (other != null) {
            int count = other.read(target, from, length);
            for (int i = from; i < from + count; i++) {
                if (target[i] == UNREADABLE) {
                    deviate(Diagnostic.of(DiagnosticCode.XML_ENCODING_CHARACTERS));
                }
            }
            return count;
        }
        int to = from;
        while (to <= from + length - MIN_CHARS) {
            if (end - at < 4 && !ended) {
                fill();
            }
            if (at == end) {
                break;
            }
            byte b = bytes[at];
            if (b >= 0) {
                target[to++] = (char) b;
                at++;
            } else {
                to = nonAscii(target, to);
            }
        }
        return to == from ? -1 : to - from;
    }

    /**
     * Returns how many bytes of a document its first characters have, as {@link #read} returns
     * them. For an encoding with several bytes per character, it is exact if the bytes before it
     * are valid.
     */
    long bytes(InputStream stream, long characters) throws IOException {
        open(stream);
        Charset encoding = otherCharset;
        long encoded = at;
        char[] buffer = new char[BUFFER];
        long left = characters;
        while (left > 0) {
            int most = (int) Math.min(BUFFER - MIN_CHARS, left);
            int count = read(buffer, 0, encoding == null ? most + MIN_CHARS - 1 : most);
            if (count < 0) {
                break;
            }
            left -= count;
            if (encoding != null) {
                encoded += encodedLength(buffer, count, encoding);
            }
        }
        return encoding == null ? filled - (end - at) : encoded;
    }

    private static long encodedLength(char[] buffer, int count, Charset encoding) {
        if (!encoding.equals(UTF_32BE) && !encoding.equals(UTF_32LE)) {
            return new String(buffer, 0, count).getBytes(encoding).length;
        }
        // The halves of a character may be in two buffers.
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += Character.isLowSurrogate(buffer[i]) ? 0 : UTF_32_BYTES;
        }
        return bytes;
    }

    private int nonAscii(char[] target, int to) {
        int length = utf8Length();
        if (length == 0) {
            if (!declaredSingleByte) {
                deviate(Diagnostic.of(DiagnosticCode.XML_ENCODING_BYTES).quoting(declared));
            }
            target[to] = singleBytes[bytes[at++] & 0xff];
            return to + 1;
        }
        if (declaredSingleByte || declared.equalsIgnoreCase("us-ascii")) {
            deviate(Diagnostic.of(DiagnosticCode.XML_ENCODING_UTF8).quoting(declared));
        }
        int codePoint = bytes[at++] & (0xff >> (length + 1));
        for (int i = 1; i < length; i++) {
            codePoint = (codePoint << 6) | (bytes[at++] & 0x3f);
        }
        return to + Character.toChars(codePoint, target, to);
    }

    /** Bytes of the valid UTF-8 sequence (RFC 3629) that begins here; 0 where there is none. */
    private int utf8Length() {
        int first = bytes[at] & 0xff;
        int length = sequenceLength(first);
        if (length == 0 || end - at < length) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean overlongOrSurrogateOrTooLarge =
                (first == 0xE0 && second < 0xA0)
                        || (first == 0xED && second >= 0xA0)
                        || (first == 0xF0 && second < 0x90)
                        || (first == 0xF4 && second >= 0x90);
        return overlongOrSurrogateOrTooLarge ? 0 : length;
    }

    private static int sequenceLength(int first) {
        if (first >= 0xC2 && first <= 0xDF) {
            return 2;
        }
        if (first >= 0xE0 && first <= 0xEF) {
            return 3;
        }
        return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
    }

    private void fill() throws IOException {
        System.arraycopy(bytes, at, bytes, 0, end - at);
        end -= at;
        at = 0;
        while (!ended && end < bytes.length) {
            int count = readBytes(bytes, end, bytes.length - end);
            if (count > 0) {
                end += count;
                filled += count;
            }
        }
    }

    /**
     * Reads bytes. If packed data ends early or is damaged, the data before it is a truncated
     * document.
     */
    private int readBytes(byte[] target, int from, int length) throws IOException {
        try {
            int count = in.read(target, from, length);
            ended = count < 0;
            return count;
        } catch (EOFException | ZipException e) {
            ended = true;
            cutOff = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return -1;
        }
    }

    private void deviate(Diagnostic how) {
        if (deviation == null) {
            deviation = how;
        }
    }

    /** Returns how the bytes differ from what the document declares, or null. */
    @Nullable Diagnostic deviation() {
        return deviation;
    }

    /** Returns why the bytes ended early, or null. */
    @Nullable String cutOff() {
        return cutOff;
    }

    /** The bytes after those that were read to find the charset, for the decoders of the JDK. */
    private final class Rest extends InputStream {

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (at < end) {
                int count = Math.min(length, end - at);
                System.arraycopy(bytes, at, target, from, count);
                at += count;
                return count;
            }
            return ended ? -1 : readBytes(target, from, length);
        }
    }
}
