package org.mailvane.reports.failure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Limits;
import org.mailvane.reports.mail.HeaderText;

/** Reads a stream line by line, each in a bounded amount of memory. */
final class LineReader {

    /** Bytes of one line that are kept: enough for the characters that are kept of a field. */
    private static final int LINE_BYTES = 4 * Limits.SAMPLE_HEADER_LENGTH;

    private static final int BUFFER_BYTES = 4 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private byte[] line = new byte[256];
    private int next;
    private int end;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next line without its line end; null after the last one. */
    @Nullable String next() throws IOException {
        int length = 0;
        boolean any = false;
        boolean cut = false;
        while (next < end || fill()) {
            any = true;
            byte b = buffer[next++];
            if (b == '\n') {
                break;
            }
            if (length < LINE_BYTES) {
                if (length == line.length) {
                    line = Arrays.copyOf(line, 2 * length);
                }
                line[length++] = b;
            } else {
                cut = true;
            }
        }
        if (!any) {
            return null;
        }
        int text = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return HeaderText.decode(line, 0, text, cut);
    }

    /** Returns up to so many of the following bytes; fewer if the input ends. */
    byte[] rest(int most) throws IOException {
        byte[] rest = new byte[Math.min(most, BUFFER_BYTES)];
        int length = 0;
        while (length < most && (next < end || fill())) {
            int n = Math.min(most - length, end - next);
            if (length + n > rest.length) {
                rest = Arrays.copyOf(rest, Math.min(most, 2 * (length + n)));
            }
            System.arraycopy(buffer, next, rest, length, n);
            next += n;
            length += n;
        }
        return Arrays.copyOf(rest, length);
    }

    private boolean fill() throws IOException {
        int n = in.read(buffer, 0, buffer.length);
        next = 0;
        end = Math.max(n, 0);
        return n > 0;
    }
}
