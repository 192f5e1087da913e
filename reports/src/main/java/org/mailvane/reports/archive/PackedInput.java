package org.mailvane.reports.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The packed bytes of an archive, buffered, with the position kept exactly: after a deflate stream
 * has ended, the next byte read is the one that follows it.
 */
final class PackedInput implements Closeable {

    private static final int BUFFER_BYTES = 8 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;
    private long beforeBuffer;

    PackedInput(InputStream in) {
        this.in = in;
    }

    /** Bytes read so far. */
    long position() {
        return beforeBuffer + next;
    }

    /** The next byte, or -1 at the end. */
    int read() throws IOException {
        return next < end || fill() ? buffer[next++] & 0xff : -1;
    }

    /** Reads some bytes, -1 at the end. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (next == end && !fill()) {
            return -1;
        }
        int n = Math.min(length, end - next);
        System.arraycopy(buffer, next, into, offset, n);
        next += n;
        return n;
    }

    /** The next byte without reading past it, or -1 at the end. */
    int peek() throws IOException {
        return next < end || fill() ? buffer[next] & 0xff : -1;
    }

    /** Two bytes, least significant first, or -1 where the input ends before. */
    int readShort() throws IOException {
        int low = read();
        int high = read();
        return high < 0 ? -1 : low | high << 8;
    }

    /** Four bytes, least significant first, unsigned, or -1 where the input ends before. */
    long readInt() throws IOException {
        int low = readShort();
        int high = readShort();
        return high < 0 ? -1 : low | (long) high << 16;
    }

    /** Returns the unread rest; this stream must not be read at the same time. */
    InputStream rest() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                return PackedInput.this.read();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return PackedInput.this.read(into, offset, length);
            }
        };
    }

    /** Skips bytes; false if the input ends before. */
    boolean skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            if (next == end && !fill()) {
                return false;
            }
            int n = (int) Math.min(left, end - next);
            next += n;
            left -= n;
        }
        return true;
    }

    /**
     * Unpacks some bytes, taking packed ones as needed.
     *
     * @return bytes unpacked, or -1 where the deflate stream has ended
     * @throws DataFormatException where it is damaged
     * @throws CutOffException where it is cut off
     */
    int inflate(Inflater inflater, byte[] into, int offset, int length)
            throws IOException, DataFormatException {
        while (true) {
            if (inflater.finished() || inflater.needsDictionary()) {
                return -1;
            }
            boolean more = next < end || fill();
            inflater.setInput(buffer, next, end - next);
            int n = inflater.inflate(into, offset, length);
            next = end - inflater.getRemaining();
            if (n > 0) {
                return n;
            }
            if (!more && !inflater.finished()) {
                throw new CutOffException();
            }
        }
    }

    private boolean fill() throws IOException {
        beforeBuffer += end;
        next = 0;
        end = 0;
        int n = in.read(buffer, 0, buffer.length);
        end = Math.max(n, 0);
        return n > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
