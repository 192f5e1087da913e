package org.mailvane.detail;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Whole numbers from 0, each in as many bytes as the greatest of them needs. */
final class IntColumn {

    private final int size;
    private final int width;
    private final byte[] bytes;

    private IntColumn(int size, int width, byte[] bytes) {
        this.size = size;
        this.width = width;
        this.bytes = bytes;
    }

    /** The first numbers of an array. */
    static IntColumn of(int[] values, int size) {
        int greatest = 0;
        for (int i = 0; i < size; i++) {
            greatest |= values[i];
        }
        int width = (Integer.SIZE - Integer.numberOfLeadingZeros(greatest) + 7) / Byte.SIZE;
        byte[] bytes = new byte[Math.multiplyExact(size, width)];
        for (int i = 0, at = 0; i < size; i++) {
            for (int b = 0; b < width; b++) {
                bytes[at++] = (byte) (values[i] >>> (b * Byte.SIZE));
            }
        }
        return new IntColumn(size, width, bytes);
    }

    static IntColumn of(int... values) {
        return of(values, values.length);
    }

    int size() {
        return size;
    }

    int get(int index) {
        int at = index * width;
        return switch (width) {
            case 0 -> 0;
            case 1 -> bytes[at] & 0xff;
            case 2 -> (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
            case 3 ->
                    (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16;
            default ->
                    (bytes[at] & 0xff)
                            | (bytes[at + 1] & 0xff) << 8
                            | (bytes[at + 2] & 0xff) << 16
                            | bytes[at + 3] << 24;
        };
    }

    /** Bytes that it takes. */
    long bytes() {
        return bytes.length;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(size);
        out.writeByte(width);
        out.write(bytes);
    }

    static IntColumn read(DataInput in) throws IOException {
        int size = in.readInt();
        int width = in.readByte();
        byte[] bytes = new byte[Math.multiplyExact(size, width)];
        in.readFully(bytes);
        return new IntColumn(size, width, bytes);
    }
}
