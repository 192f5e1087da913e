package org.mailvane.reports.tls;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;

/**
 * The characters of a JSON document. Bytes that are none in its encoding become U+FFFD; a byte
 * order mark is left out.
 */
final class JsonBytes {

    private static final int HEAD_BYTES = 4;
    private static final Charset UTF_32BE = Charset.forName("UTF-32BE");
    private static final Charset UTF_32LE = Charset.forName("UTF-32LE");

    private JsonBytes() {}

    static Reader reader(InputStream json) throws IOException {
        PushbackInputStream in = new PushbackInputStream(new UntilDamaged(json), HEAD_BYTES);
        byte[] head = in.readNBytes(HEAD_BYTES);
        int mark = markLength(head);
        in.unread(head, mark, head.length - mark);
        return new Blanks(new InputStreamReader(in, encoding(head)));
    }

    /** Replaces other separators between documents by white space: byte order marks, RFC 7464. */
    private static final class Blanks extends FilterReader {

        private static final char RECORD_SEPARATOR = 0x1e;
        private static final char BYTE_ORDER_MARK = '\uFEFF';

        Blanks(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] into, int offset, int length) throws IOException {
            int n = in.read(into, offset, length);
            for (int i = offset; i < offset + n; i++) {
                if (into[i] == RECORD_SEPARATOR || into[i] == BYTE_ORDER_MARK) {
                    into[i] = ' ';
                }
            }
            return n;
        }
    }

    private static int markLength(byte[] head) {
        if (startsWith(head, 0xef, 0xbb, 0xbf)) {
            return 3;
        }
        if (startsWith(head, 0, 0, 0xfe, 0xff) || startsWith(head, 0xff, 0xfe, 0, 0)) {
            return 4;
        }
        return startsWith(head, 0xfe, 0xff) || startsWith(head, 0xff, 0xfe) ? 2 : 0;
    }

    /** Without a mark, by the zero bytes around its first character: RFC 4627, section 3. */
    private static Charset encoding(byte[] head) {
        if (startsWith(head, 0, 0, 0xfe, 0xff) || startsWith(head, 0, 0, 0)) {
            return UTF_32BE;
        }
        if (startsWith(head, 0xff, 0xfe, 0, 0) || isFollowedByZeros(head)) {
            return UTF_32LE;
        }
        if (startsWith(head, 0xfe, 0xff) || (head.length > 1 && head[0] == 0)) {
            return StandardCharsets.UTF_16BE;
        }
        return startsWith(head, 0xff, 0xfe) || (head.length > 1 && head[1] == 0)
                ? StandardCharsets.UTF_16LE
                : StandardCharsets.UTF_8;
    }

    private static boolean isFollowedByZeros(byte[] head) {
        return head.length == HEAD_BYTES
                && head[0] != 0
                && head[1] == 0
                && head[2] == 0
                && head[3] == 0;
    }

    private static boolean startsWith(byte[] head, int... bytes) {
        if (head.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((head[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends where packed data is damaged or ends early, so that the data before it is a truncated
     * document.
     */
    private static final class UntilDamaged extends FilterInputStream {

        private boolean ended;

        UntilDamaged(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (ended) {
                return -1;
            }
            try {
                return in.read(into, offset, length);
            } catch (EOFException | ZipException e) {
                ended = true;
                return -1;
            }
        }
    }
}
