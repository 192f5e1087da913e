package org.mailvane.reports.failure;

import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Limits;

/**
 * The first line of a header field, taken apart (RFC 5322, sections 2.2 and 4.5).
 *
 * @param name the field's name
 * @param value what follows on this line, trimmed
 */
record FieldLine(String name, String value) {

    /** Null where the line does not begin a field. */
    static @Nullable FieldLine of(String line) {
        int colon = line.indexOf(':');
        int end = colon;
        while (end > 0 && isBlank(line.charAt(end - 1))) {
            end--;
        }
        if (end <= 0 || end > Limits.IDENTIFIER_LENGTH) {
            return null;
        }
        for (int i = 0; i < end; i++) {
            if (line.charAt(i) <= ' ' || line.charAt(i) >= 0x7f) {
                return null;
            }
        }
        return new FieldLine(line.substring(0, end), line.substring(colon + 1).strip());
    }

    /** Whether a line goes on with the field of the line before it. */
    static boolean continues(String line) {
        return !line.isEmpty() && isBlank(line.charAt(0));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
