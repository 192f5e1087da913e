package org.mailvane.reports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    /** Up to this size nothing is gained by deflating. */
    private static final int PLAIN_BYTES = 1 << 20;

    private static final int COPY_BYTES = 8 << 10;

    private final Chunks chunks;
    private final boolean deflated;

    private HeldBytes(Chunks chunks, boolean deflated) {
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
        Chunks plain = new Chunks(budget);
        Chunks small = new Chunks(budget);
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

    private static void deflate(Chunks start, InputStream rest, Chunks into) throws IOException {
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

    /** Collects bytes without ever copying what it has, as one growing array would. */
    private static final class Chunks extends OutputStream {

        private static final int FIRST_BYTES = 8 << 10;
        private static final int LARGEST_BYTES = 1 << 20;

        private final Budget budget;
        private final List<byte[]> full = new ArrayList<>(1);
        private byte[] last = {};
        private int lastLength;
        private long held;

        Chunks(Budget budget) {
            this.budget = budget;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                if (lastLength == last.length) {
                    grow();
                }
                int n = Math.min(length - done, last.length - lastLength);
                System.arraycopy(bytes, offset + done, last, lastLength, n);
                lastLength += n;
                done += n;
            }
        }

        private void grow() throws LimitExceeded {
            int size = Math.clamp(2L * last.length, FIRST_BYTES, LARGEST_BYTES);
            budget.hold(size);
            held += size;
            if (last.length > 0) {
                full.add(last);
            }
            last = new byte[size];
            lastLength = 0;
        }

        InputStream open() {
            InputStream end = new ByteArrayInputStream(last, 0, lastLength);
            if (full.isEmpty()) {
                return end;
            }
            List<InputStream> all = new ArrayList<>(full.size() + 1);
            for (byte[] chunk : full) {
                all.add(new ByteArrayInputStream(chunk));
            }
            all.add(end);
            return new SequenceInputStream(Collections.enumeration(all));
        }

        void release() {
            budget.release(held);
            held = 0;
            full.clear();
            last = new byte[0];
            lastLength = 0;
        }
    }
}
