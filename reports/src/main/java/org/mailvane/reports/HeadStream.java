package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose first bytes can be looked at before it is read. */
final class HeadStream extends InputStream {

    /** Bytes that are looked at to decide what something is. */
    static final int HEAD_BYTES = 4 << 10;

    private final InputStream in;
    private final byte[] head = new byte[HEAD_BYTES];
    private int next;
    private int end;

    /** Reads the head, or all there is. */
    HeadStream(InputStream in) throws IOException {
        this.in = in;
        int n = 0;
        while (n >= 0 && end < HEAD_BYTES) {
            n = in.read(head, end, HEAD_BYTES - end);
            end += Math.max(n, 0);
        }
    }

    /** The first bytes, of which {@link #headLength} count. Not to be changed. */
    byte[] head() {
        return head;
    }

    int headLength() {
        return end;
    }

    @Override
    public int read() throws IOException {
        return next < end ? head[next++] & 0xff : in.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (next == end) {
            return in.read(into, offset, length);
        }
        int n = Math.min(length, end - next);
        System.arraycopy(head, next, into, offset, n);
        next += n;
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
