package org.mailvane.reports.aggregate;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * A sliding window over the bytes of a document. Between two calls of {@link #advance}, code may
 * look at up to {@link #REACH} bytes; zeros follow the last byte.
 */
final class ByteWindow {

    /** Bytes from a position that are there after {@link #advance}, unless the document ends. */
    static final int REACH = 8 << 10;

    private static final int SIZE = 64 << 10;
    private static final int PADDING = 32;

    final byte[] bytes = new byte[SIZE + PADDING];
    int at;
    int end;
    private boolean ended;
    private long dropped;
    private InputStream in = InputStream.nullInputStream();

    void open(InputStream stream) throws IOException, NotPlainException {
        in = stream;
        at = 0;
        end = 0;
        ended = false;
        dropped = 0;
        advance();
    }

    /** Makes {@link #REACH} bytes available, or as many as are left. */
    void advance() throws IOException, NotPlainException {
        if (end - at < REACH && !ended) {
            fill();
        }
    }

    private void fill() throws IOException, NotPlainException {
        dropped += at;
        System.arraycopy(bytes, at, bytes, 0, end - at);
        end -= at;
        at = 0;
        try {
            while (end < REACH && !ended) {
                int count = in.read(bytes, end, SIZE - end);
                ended = count < 0;
                end += Math.max(count, 0);
            }
        } catch (EOFException | ZipException e) {
            // A document that is cut off is for the tolerant reader.
            throw new NotPlainException();
        }
        Arrays.fill(bytes, end, end + PADDING, (byte) 0);
    }

    /** Returns the current position in the document. */
    long position() {
        return dropped + at;
    }

    boolean isAtEnd() {
        return at == end;
    }
}
