package org.mailvane.reports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Spends the budget for a document that came out of no archive. */
final class MeteredStream extends FilterInputStream {

    private final Budget budget;

    MeteredStream(InputStream in, Budget budget) {
        super(in);
        this.budget = budget;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) {
            budget.unpacked(1);
        }
        return b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int n = in.read(into, offset, length);
        if (n > 0) {
            budget.unpacked(n);
        }
        return n;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long n = in.skip(bytes);
        budget.unpacked(n);
        return n;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
