package org.mailvane.reports.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** A stream whose parts are made while it is read, and that may fail at its end. */
final class MadeStream extends InputStream {

    private final Iterator<String> parts;
    private final @Nullable IOException failure;
    private byte[] part = new byte[0];
    private int at;

    MadeStream(Iterator<String> parts, @Nullable IOException failure) {
        this.parts = parts;
        this.failure = failure;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (at == part.length) {
            if (!parts.hasNext()) {
                if (failure != null) {
                    throw failure;
                }
                return -1;
            }
            part = parts.next().getBytes(StandardCharsets.UTF_8);
            at = 0;
        }
        int count = Math.min(length, part.length - at);
        System.arraycopy(part, at, target, from, count);
        at += count;
        return count;
    }
}
