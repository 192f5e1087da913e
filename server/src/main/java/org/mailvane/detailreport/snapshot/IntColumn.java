package org.mailvane.detailreport.snapshot;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whole numbers from 0, each in as many bytes as the greatest of them needs.
 *
 * <p>Four bytes are read at once, whatever the width, and those of the next number are cut off:
 * that is twice as fast as to put a number together, so some bytes follow the last one.
 */
public final class IntColumn {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final int size;
    private final int width;
    private final int mask;
    private final byte[] bytes;

    private IntColumn(int size, int width, byte[] bytes) {
        this.size = size;
        this.width = width;
        this.mask = width == 0 ? 0 : -1 >>> (Integer.SIZE - width * Byte.SIZE);
        this.bytes = bytes;
    }

    /** Returns the first numbers of an array. */
    static IntColumn of(int[] values, int size) {
        int all = 0;
        for (int i = 0; i < size; i++) {
            all |= values[i];
        }
        int width = (Integer.SIZE - Integer.numberOfLeadingZeros(all) + 7) / Byte.SIZE;
        byte[] bytes = new byte[Math.addExact(Math.multiplyExact(size, width), behind(width))];
        // Each number's upper bytes are nothing, and the next one is written over them.
        for (int i = 0; i < size; i++) {
            INTS.set(bytes, i * width, values[i]);
        }
        return new IntColumn(size, width, bytes);
    }

    static IntColumn of(int... values) {
        return of(values, values.length);
    }

    /** Bytes after the last number, so that four can be read there. */
    private static int behind(int width) {
        return Integer.BYTES - width;
    }

    public int size() {
        return size;
    }

    /** One of the numbers; its index is not checked. */
    public int get(int index) {
        return (int) INTS.get(bytes, index * width) & mask;
    }

    /** Bytes that it takes. */
    long bytes() {
        return bytes.length;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(size);
        out.writeByte(width);
        out.write(bytes, 0, size * width);
    }

    static IntColumn read(DataInput in) throws IOException {
        int size = in.readInt();
        int width = in.readByte();
        if (size < 0 || width < 0 || width > Integer.BYTES) {
            throw new IOException("a column of " + size + " numbers of " + width + " bytes");
        }
        return new IntColumn(
                size, width, SnapshotStream.readBytes((long) size * width, behind(width), in));
    }
}
