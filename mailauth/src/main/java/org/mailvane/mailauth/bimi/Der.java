package org.mailvane.mailauth.bimi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One value of ASN.1 in DER (X.690): what certificates are made of. Reads what comes without ever
 * throwing; what is broken has no children.
 */
final class Der {

    static final int OCTET_STRING = 0x04;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int UTF8_STRING = 0x0C;
    static final int PRINTABLE_STRING = 0x13;
    static final int IA5_STRING = 0x16;
    static final int BMP_STRING = 0x1E;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    /** Values within each other. */
    static final int MAX_DEPTH = 32;

    /** Values in one value. */
    static final int MAX_CHILDREN = 1_000;

    /** Octets of an object identifier. */
    private static final int MAX_OID = 64;

    private static final int CONSTRUCTED = 0x20;
    private static final int LONG_TAG = 0x1F;

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

    /** Reads the one value that the octets hold; empty where they do not. */
    static Optional<Der> parse(byte[] bytes) {
        return read(bytes, 0, bytes.length).filter(der -> der.to == bytes.length);
    }

    private static Optional<Der> read(byte[] bytes, int at, int end) {
        if (end - at < 2 || (bytes[at] & LONG_TAG) == LONG_TAG) {
            return Optional.empty();
        }
        int length = bytes[at + 1] & 0xFF;
        int from = at + 2;
        if (length >= 0x80) {
            int octets = length & 0x7F;
            // 0x80 is an open end, which DER does not have; no file needs four octets.
            if (octets == 0 || octets > 3 || from + octets > end) {
                return Optional.empty();
            }
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = length << 8 | (bytes[from + i] & 0xFF);
            }
            from += octets;
        }
        return length > end - from
                ? Optional.empty()
                : Optional.of(new Der(bytes, bytes[at] & 0xFF, from, from + length));
    }

    /** Its tag, class and form included. */
    int tag() {
        return tag;
    }

    boolean is(int other) {
        return tag == other;
    }

    /** What it holds. */
    byte[] content() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** The values in it; none where it is no container or is broken. */
    List<Der> children() {
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
    Optional<Der> child(int wanted) {
        return children().stream().filter(child -> child.is(wanted)).findFirst();
    }

    /** The value that an octet string holds in turn, as extensions do. */
    Optional<Der> inner() {
        return is(OCTET_STRING) ? read(bytes, from, to) : Optional.empty();
    }

    /** It and everything in it, from the outside in. */
    Stream<Der> walk() {
        return walk(0);
    }

    private Stream<Der> walk(int depth) {
        return depth == MAX_DEPTH
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(this),
                        children().stream().flatMap(child -> child.walk(depth + 1)));
    }

    /** As an object identifier, such as {@code 2.5.4.3}; empty where it is none. */
    String oid() {
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

    /** As text, of whichever type of string it is. */
    String text() {
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
