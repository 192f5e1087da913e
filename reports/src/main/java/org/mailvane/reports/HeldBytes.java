package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Bytes of a mail's attachment, kept so that they can be read again.
 *
 * <p>What is packed already is kept as it is; a large plain document is kept deflated. Never more
 * than {@link Limits#HELD_BYTES} are kept at once.
 */
final class HeldBytes implements ByteSource, AutoCloseable {

    /** Up to this size, deflating gains nothing. */
    private static final int PLAIN_BYTES = 1 << 20;

    private static final int COPY_BYTES = 8 << 10;

    private final ByteChunks chunks;
    private final boolean deflated;

    private HeldBytes(ByteChunks chunks, boolean deflated) {
        this.chunks = chunks;
        this.deflated = deflated;
    }

    /**
     * Takes all bytes of a stream.
     *
     * @param packed whether they are compressed already
     * @throws LimitExceeded where they are too many
     */
    static HeldBytes of(InputStream in, boolean packed, Budget budget) throws IOException {
        ByteChunks plain = new ByteChunks(budget);
        ByteChunks small = new ByteChunks(budget);
        boolean done = false;
        try {
            boolean whole = copy(in, plain, packed ? Long.MAX_VALUE : PLAIN_BYTES);
            if (!whole) {
                deflate(plain, in, small);
                plain.release();
            }
            done = true;
            return new HeldBytes(whole ? plain : small, !whole);
        } finally {
            if (!done) {
                plain.release();
                small.release();
            }
        }
    }

    private static void deflate(ByteChunks start, InputStream rest, ByteChunks into)
            throws IOException {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(into, deflater, COPY_BYTES)) {
            start.open().transferTo(out);
            copy(rest, out, Long.MAX_VALUE);
        } finally {
            deflater.end();
        }
    }

    /** Copies at least {@code atLeast} bytes; true where this was all there is. */
    private static boolean copy(InputStream in, OutputStream out, long atLeast) throws IOException {
        byte[] buffer = new byte[COPY_BYTES];
        long copied = 0;
        while (copied < atLeast) {
            int n = in.read(buffer, 0, buffer.length);
            if (n < 0) {
                return true;
            }
            out.write(buffer, 0, n);
            copied += n;
        }
        return false;
    }

    @Override
    public InputStream open() {
        InputStream kept = chunks.open();
        return deflated ? new InflaterInputStream(kept) : kept;
    }

    /** The bytes are needed no more. */
    @Override
    public void close() {
        chunks.release();
    }
}
