package org.mailvane.reports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Collects bytes without copying them, unlike one growing array, and counts them as kept in memory.
 */
final class ByteChunks extends OutputStream {

    static final int FIRST_BYTES = 8 << 10;
    static final int LARGEST_BYTES = 1 << 20;

    private final Budget budget;
    private final List<byte[]> full = new ArrayList<>(1);
    private byte[] last = {};
    private int lastLength;
    private long held;

    ByteChunks(Budget budget) {
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
