package org.mailvane.mailauth.der;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * One value of ASN.1 in DER (X.690): what keys and certificates are made of. Reads what comes
 * without ever throwing; what is broken has no children.
 */
public final class Der {

    public static final int INTEGER = 0x02;
    public static final int BIT_STRING = 0x03;
    public static final int OCTET_STRING = 0x04;
    public static final int NULL = 0x05;
    public static final int OBJECT_IDENTIFIER = 0x06;
    public static final int UTF8_STRING = 0x0C;
    public static final int PRINTABLE_STRING = 0x13;
    public static final int IA5_STRING = 0x16;
    public static final int BMP_STRING = 0x1E;
    public static final int SEQUENCE = 0x30;
    public static final int SET = 0x31;

    /** Values within each other. */
    static final int MAX_DEPTH = 32;

    /** Values in one value. */
    static final int MAX_CHILDREN = 1_000;

    /** Octets of an object identifier. */
    static final int MAX_OID = 64;

    /** Octets of a length: no file needs four. */
    static final int MAX_LENGTH_OCTETS = 3;

    private static final int CONSTRUCTED = 0x20;
    private static final int LONG_TAG = 0x1F;
    private static final int LONG_LENGTH = 0x80;

    private final byte[] bytes;
    private final int tag;
    private final int from;
    private final int to;

    private Der(byte[] bytes, int tag, int from, int to) {
        this.bytes = bytes;
        this.tag = tag;
        this.from = from;
        this.to = to;
    }

    /** The tag and length before the content of a value. */
    private record Head(int tag, int from, int length) {}

    /** Reads the one value that the octets hold; empty if they do not. */
    public static Optional<Der> parse(byte[] bytes) {
        return parseFirst(bytes).filter(der -> der.to == bytes.length);
    }

    /** Reads the value that the octets begin with, whatever follows; empty if it is not whole. */
    public static Optional<Der> parseFirst(byte[] bytes) {
        return read(bytes, 0, bytes.length);
    }

    /**
     * Returns how many octets the value that begins here has according to its own header, including
     * tag and length: more than there are if it was truncated. Empty if no value begins here.
     */
    public static OptionalInt announcedLength(byte[] bytes) {
        return head(bytes, 0, bytes.length)
                .map(head -> OptionalInt.of(head.from + head.length))
                .orElse(OptionalInt.empty());
    }

    private static Optional<Der> read(byte[] bytes, int at, int end) {
        return head(bytes, at, end)
                .filter(head -> head.length <= end - head.from)
                .map(head -> new Der(bytes, head.tag, head.from, head.from + head.length));
    }

    private static Optional<Head> head(byte[] bytes, int at, int end) {
        if (end - at < 2 || (bytes[at] & LONG_TAG) == LONG_TAG) {
            return Optional.empty();
        }
        int length = bytes[at + 1] & 0xFF;
        int from = at + 2;
        if (length >= LONG_LENGTH) {
            int octets = length - LONG_LENGTH;
            // None is an open end, which DER does not have.
            if (octets == 0 || octets > MAX_LENGTH_OCTETS || from + octets > end) {
                return Optional.empty();
            }
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = length << 8 | (bytes[from + i] & 0xFF);
            }
            from += octets;
        }
        return Optional.of(new Head(bytes[at] & 0xFF, from, length));
    }

    /** Writes a value that consists of these parts. */
    public static byte[] encode(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(tag);
        int length = content.size();
        if (length < LONG_LENGTH) {
            value.write(length);
        } else {
            // The sign octet, if there is one, is not part of a length.
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int skip = digits[0] == 0 ? 1 : 0;
            value.write(LONG_LENGTH + digits.length - skip);
            value.write(digits, skip, digits.length - skip);
        }
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }

    /** Its tag, class and form included. */
    public int tag() {
        return tag;
    }

    /** Whether it has this tag. */
    public boolean is(int other) {
        return tag == other;
    }

    /** Returns its content. */
    public byte[] content() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Returns the values in it; none if it is not a container or is broken. */
    public List<Der> children() {
        if ((tag & CONSTRUCTED) == 0) {
            return List.of();
        }
        List<Der> children = new ArrayList<>();
        int at = from;
        while (at < to) {
            Optional<Der> child = read(bytes, at, to);
            if (child.isEmpty() || children.size() == MAX_CHILDREN) {
                return List.of();
            }
            children.add(child.get());
            at = child.get().to;
        }
        return children;
    }

    /** The first value in it that has this tag. */
    public Optional<Der> child(int wanted) {
        return children().stream().filter(child -> child.is(wanted)).findFirst();
    }

    /** The value that an octet string holds in turn, as extensions do. */
    public Optional<Der> inner() {
        return is(OCTET_STRING) ? read(bytes, from, to) : Optional.empty();
    }

    /** It and everything in it, from the outside in. */
    public Stream<Der> walk() {
        return walk(0);
    }

    private Stream<Der> walk(int depth) {
        return depth == MAX_DEPTH
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(this),
                        children().stream().flatMap(child -> child.walk(depth + 1)));
    }

    /**
     * Returns the value as an object identifier, such as {@code 2.5.4.3}; empty if it is not one.
     */
    public String oid() {
        if (!is(OBJECT_IDENTIFIER) || to == from || to - from > MAX_OID) {
            return "";
        }
        StringBuilder oid = new StringBuilder();
        long value = 0;
        for (int at = from; at < to; at++) {
            value = value << 7 | (bytes[at] & 0x7F);
            if (value < 0) {
                return "";
            }
            if ((bytes[at] & 0x80) == 0) {
                if (oid.isEmpty()) {
                    long first = Math.min(value / 40, 2);
                    oid.append(first).append('.').append(value - 40 * first);
                } else {
                    oid.append('.').append(value);
                }
                value = 0;
            }
        }
        return oid.toString();
    }

    /** Returns the value as text, for any string type. */
    public String text() {
        return new String(
                bytes,
                from,
                to - from,
                switch (tag) {
                    case UTF8_STRING, PRINTABLE_STRING -> StandardCharsets.UTF_8;
                    case BMP_STRING -> StandardCharsets.UTF_16BE;
                    default -> StandardCharsets.ISO_8859_1;
                });
    }
}
