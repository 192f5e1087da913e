package org.mailvane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of UTF-8 of which none fills the memory. What is there is given at once: who types a line
 * does not have to type the next one first.
 */
final class BoundedLines {

    private static final int BUFFER_LENGTH = 8192;

    private final Reader reader;
    private final int maxLength;
    private final char[] buffer = new char[BUFFER_LENGTH];
    private int at;
    private int end;

    /**
     * The lines of an input.
     *
     * @param maxLength characters of a line that are kept
     */
    BoundedLines(InputStream input, int maxLength) {
        this.reader = new InputStreamReader(input, StandardCharsets.UTF_8);
        this.maxLength = maxLength;
    }

    /**
     * The next line without its end, or null after the last. Of one that is too long there is one
     * character more than is kept; the rest is passed over.
     */
    @Nullable String next() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean any = false;
        while (fill()) {
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.append(buffer, from, Math.min(at - from, maxLength + 1 - line.length()));
            if (at < end) {
                at++;
                break;
            }
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return any ? line.toString() : null;
    }

    private boolean fill() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, reader.read(buffer));
        }
        return end > 0;
    }
}
