package org.mailvane.reports.archive;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the header in front of a zip entry's content: APPNOTE, section 4.3.7. */
final class ZipHeader {

    private static final int FLAG_ENCRYPTED = 1;
    private static final int FLAG_DESCRIPTOR = 1 << 3;
    private static final int FLAG_UTF8 = 1 << 11;
    private static final int TIME_AND_CHECKSUM = 8;
    private static final int EXTRA_ZIP64 = 1;
    private static final long SIZE_IN_EXTRA = 0xffff_ffffL;

    private ZipHeader() {}

    /** Returns the header after the signature, or null if it is truncated. */
    static ZipStream.@Nullable Entry read(PackedInput in) throws IOException {
        in.readShort(); // version needed
        int flags = in.readShort();
        int method = in.readShort();
        boolean whole = in.skip(TIME_AND_CHECKSUM);
        long packedSize = in.readInt();
        long size = in.readInt();
        int nameLength = in.readShort();
        int extraLength = in.readShort();
        if (!whole || extraLength < 0) {
            return null;
        }
        byte[] name = readBytes(in, nameLength);
        byte[] extra = readBytes(in, extraLength);
        if (packedSize == SIZE_IN_EXTRA) {
            packedSize = packedSizeFromExtra(extra, size == SIZE_IN_EXTRA);
        }
        if ((flags & FLAG_DESCRIPTOR) != 0 && packedSize == 0) {
            packedSize = -1;
        }
        Charset charset =
                (flags & FLAG_UTF8) != 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        return new ZipStream.Entry(
                new String(name, charset),
                (flags & FLAG_ENCRYPTED) != 0,
                method,
                in.position(),
                packedSize);
    }

    private static byte[] readBytes(PackedInput in, int length) throws IOException {
        byte[] bytes = new byte[length];
        int filled = 0;
        while (filled < length) {
            int n = in.read(bytes, filled, length - filled);
            if (n < 0) {
                return bytes;
            }
            filled += n;
        }
        return bytes;
    }

    /** The packed size out of the zip64 field (APPNOTE, section 4.5.3), or -1. */
    private static long packedSizeFromExtra(byte[] extra, boolean afterSize) {
        int at = 0;
        while (at + 4 <= extra.length) {
            int length = (int) number(extra, at + 2, 2);
            int value = at + 4 + (afterSize ? Long.BYTES : 0);
            if (number(extra, at, 2) == EXTRA_ZIP64 && value + Long.BYTES <= extra.length) {
                return Math.max(-1, number(extra, value, Long.BYTES));
            }
            at += 4 + length;
        }
        return -1;
    }

    private static long number(byte[] bytes, int at, int length) {
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[at + i] & 0xff);
        }
        return value;
    }
}
