package org.mailvane.mailauth.dkim;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk through DER (X.690), just as far as keys need it: elements of one-octet tags and definite
 * lengths, one after the other.
 */
final class Der {

    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int NULL = 0x05;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;

    private static final int LONG_FORM = 0x80;

    /** Octets of a length: more would be gigabytes. */
    private static final int MAX_LENGTH_OCTETS = 3;

    private final byte[] octets;
    private int at;

    Der(byte[] octets) {
        this.octets = octets;
    }

    /** One element. */
    static final class Element {

        private final int tag;
        private final byte[] content;
        private final int length;

        private Element(int tag, byte[] content, int length) {
            this.tag = tag;
            this.content = content;
            this.length = length;
        }

        int tag() {
            return tag;
        }

        /** What of it is there. */
        byte[] content() {
            return content.clone();
        }

        /** How many octets it says that it has. */
        int length() {
            return length;
        }

        boolean isCut() {
            return content.length < length;
        }

        Der inside() {
            return new Der(content);
        }
    }

    /** The next element, if there is one of that tag and it is whole; else null. */
    @Nullable Element next(int tag) {
        Element element = next();
        return element == null || element.tag() != tag || element.isCut() ? null : element;
    }

    /** The next element; null where nothing more stands there that can be read. */
    @Nullable Element next() {
        if (octets.length - at < 2) {
            return null;
        }
        int tag = octets[at++] & 0xFF;
        int length = octets[at++] & 0xFF;
        if (length >= LONG_FORM) {
            int count = length - LONG_FORM;
            if (count == 0 || count > MAX_LENGTH_OCTETS || octets.length - at < count) {
                return null;
            }
            length = 0;
            for (int i = 0; i < count; i++) {
                length = length << 8 | (octets[at++] & 0xFF);
            }
        }
        int to = Math.min(octets.length, at + length);
        byte[] content = Arrays.copyOfRange(octets, at, to);
        at = to;
        return new Element(tag, content, length);
    }

    boolean isAtEnd() {
        return at == octets.length;
    }

    /** An element of parts. */
    static byte[] encoded(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length < LONG_FORM) {
            element.write(length);
        } else {
            // The sign octet, if there is one, is not part of a length.
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int skip = digits[0] == 0 ? 1 : 0;
            element.write(LONG_FORM + digits.length - skip);
            element.write(digits, skip, digits.length - skip);
        }
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
