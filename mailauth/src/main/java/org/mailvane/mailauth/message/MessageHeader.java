package org.mailvane.mailauth.message;

import java.util.List;
import java.util.Locale;

/**
 * The header of a mail.
 *
 * @param fields from the top
 * @param problem why the header is not used; then {@code fields} is what was read until there
 */
public record MessageHeader(List<HeaderField> fields, Problem problem) {

    /** The reason why a header is unusable for authentication. */
    public enum Problem {
        /** Nothing. */
        NONE,
        /** It has more octets than {@link MessageReader#MAX_HEADER_LENGTH}. */
        TOO_LONG,
        /** It has more fields than {@link MessageReader#MAX_FIELDS}. */
        TOO_MANY_FIELDS,
        /**
         * A line is not a field. Other programs may see the body begin there: what is signed here
         * would not be what they read.
         */
        MALFORMED
    }

    /** A header that was read. */
    public MessageHeader {
        fields = List.copyOf(fields);
    }

    /** Returns whether it can be used. */
    public boolean isUsable() {
        return problem == Problem.NONE;
    }

    /** Returns the fields of a name, from the top. */
    public List<HeaderField> all(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return fields.stream().filter(field -> field.name().equals(lower)).toList();
    }
}
