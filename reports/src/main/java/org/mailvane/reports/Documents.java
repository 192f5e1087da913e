package org.mailvane.reports;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The documents in the bytes of one piece, one after another, each of which can be opened again.
 * The bytes of a small one are kept meanwhile, so that the time to read many of them grows with
 * their bytes, not with their number.
 *
 * <p>Only the stream that was opened last may be read.
 */
final class Documents implements ByteSource, Closeable {

    /** Bytes of a document that are kept. */
    private static final int KEPT_BYTES = 1 << 20;

    /** Bytes that are read at once: what a reader takes ahead is read again for the next one. */
    private static final int PIECE_BYTES = 8 << 10;

    private final ByteSource piece;
    private long offset;
    private InputStream in;

    /**
     * The bytes from {@link #offset} on, after which {@link #in} continues, unless it overflows.
     */
    private byte[] kept = new byte[2 * PIECE_BYTES];

    private int length;
    private boolean overflow;

    /**
     * @param piece the bytes of the piece
     * @param offset where in them the first document begins
     */
    Documents(ByteSource piece, long offset) throws IOException {
        this.piece = piece;
        this.offset = offset;
        this.in = here();
    }

    private InputStream here() throws IOException {
        return Skipping.of(piece, offset).open();
    }

    /** Opens the document that is read now. */
    @Override
    public InputStream open() throws IOException {
        return overflow ? here() : new Kept();
    }

    /** Advances to the document that begins so many bytes after the start of this one. */
    void advance(long bytes) throws IOException {
        offset += bytes;
        if (!overflow && bytes <= length) {
            length -= (int) bytes;
            System.arraycopy(kept, (int) bytes, kept, 0, length);
            return;
        }
        in.close();
        in = here();
        length = 0;
        overflow = false;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private int fill() throws IOException {
        if (length + PIECE_BYTES > kept.length) {
            kept = Arrays.copyOf(kept, 2 * kept.length);
        }
        int n = in.read(kept, length, PIECE_BYTES);
        length += Math.max(n, 0);
        return n;
    }

    /** The document from its start: what is kept of it, then what follows that. */
    private final class Kept extends InputStream {

        private int at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            if (at == length && !overflow && length < KEPT_BYTES && fill() < 0) {
                return -1;
            }
            if (at < length) {
                int n = Math.min(Math.min(most, PIECE_BYTES), length - at);
                System.arraycopy(kept, at, into, from, n);
                at += n;
                return n;
            }
            overflow = true;
            return in.read(into, from, most);
        }
    }
}
