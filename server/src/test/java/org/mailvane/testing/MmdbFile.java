package org.mailvane.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * Writes small files of the MaxMind DB format, version 2.0, as its specification has it: a tree of
 * nodes with two records of 24 bits, 16 zeros, data, and metadata after a marker.
 */
public final class MmdbFile {

    private static final byte[] MARKER = {
        (byte) 0xab, (byte) 0xcd, (byte) 0xef, 'M', 'a', 'x', 'M', 'i', 'n', 'd', '.', 'c', 'o', 'm'
    };
    private static final int SEPARATOR = 16;
    private static final int V4_DEPTH = 96;

    private static final int STRING = 2;
    private static final int UINT32 = 6;
    private static final int MAP = 7;
    private static final int ARRAY = 11;

    private final List<@Nullable Object[]> nodes = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    private MmdbFile() {
        nodes.add(new Object[2]);
    }

    /** A leaf of the tree. */
    private record Leaf(int data) {}

    /** A file of networks that do not overlap, and what it says of each. */
    public static Path write(Path file, String type, Instant built, Map<String, ?> networks) {
        MmdbFile made = new MmdbFile();
        networks.forEach((network, said) -> made.add(IpNetwork.parse(network).orElseThrow(), said));
        try {
            return Files.write(file, made.bytes(type, built));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void add(IpNetwork network, Object said) {
        IpAddress first = network.first();
        int length = network.prefix() + (first.isV4() ? V4_DEPTH : 0);
        IpAddress whole = first.isV4() ? IpAddress.v6(0, first.low()) : first;
        offsets.add(data.size());
        value(data, said);
        int node = 0;
        for (int i = 0; i < length; i++) {
            int bit = whole.nibble(i / 4) >> (3 - i % 4) & 1;
            if (i == length - 1) {
                nodes.get(node)[bit] = new Leaf(offsets.getLast());
            } else if (nodes.get(node)[bit] instanceof Integer next) {
                node = next;
            } else {
                nodes.add(new Object[2]);
                nodes.get(node)[bit] = nodes.size() - 1;
                node = nodes.size() - 1;
            }
        }
    }

    private byte[] bytes(String type, Instant built) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (@Nullable Object[] node : nodes) {
            for (@Nullable Object record : node) {
                int value =
                        switch (record) {
                            case null -> nodes.size();
                            case Integer next -> next;
                            case Leaf leaf -> nodes.size() + SEPARATOR + leaf.data();
                            default -> throw new IllegalStateException();
                        };
                out.write(value >> 16);
                out.write(value >> 8);
                out.write(value);
            }
        }
        out.writeBytes(new byte[SEPARATOR]);
        out.writeBytes(data.toByteArray());
        out.writeBytes(MARKER);
        value(
                out,
                Map.of(
                        "node_count",
                        (long) nodes.size(),
                        "record_size",
                        24L,
                        "ip_version",
                        6L,
                        "database_type",
                        type,
                        "languages",
                        List.of(),
                        "binary_format_major_version",
                        2L,
                        "binary_format_minor_version",
                        0L,
                        "build_epoch",
                        built.getEpochSecond(),
                        "description",
                        Map.of()));
        return out.toByteArray();
    }

    private static void value(ByteArrayOutputStream out, Object value) {
        switch (value) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                control(out, STRING, bytes.length);
                out.writeBytes(bytes);
            }
            case Long number -> {
                control(out, UINT32, 4);
                for (int shift = 24; shift >= 0; shift -= 8) {
                    out.write((int) (number >> shift));
                }
            }
            case Map<?, ?> map -> {
                control(out, MAP, map.size());
                map.forEach((key, member) -> {
                    value(out, key);
                    value(out, member);
                });
            }
            case List<?> list -> {
                control(out, ARRAY, list.size());
                list.forEach(item -> value(out, item));
            }
            default -> throw new IllegalArgumentException(value.toString());
        }
    }

    /** Writes type and size; types above 7 take another octet, and so do sizes from 29. */
    private static void control(ByteArrayOutputStream out, int type, int size) {
        int small = Math.min(size, 29);
        if (type > MAP) {
            out.write(small);
            out.write(type - MAP);
        } else {
            out.write(type << 5 | small);
        }
        if (small == 29) {
            if (size - 29 > 255) {
                throw new IllegalArgumentException(size + " is too much here");
            }
            out.write(size - 29);
        }
    }
}
