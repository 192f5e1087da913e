package org.mailvane.detail;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Texts, each once and in their order, so that their numbers are in the order of the texts. They
 * are made strings only when they are shown.
 */
final class Texts {

    private final byte[] utf8;

    /** Where each ends. */
    private final IntColumn ends;

    private Texts(byte[] utf8, IntColumn ends) {
        this.utf8 = utf8;
        this.ends = ends;
    }

    /** The number of each is its place among them; none stands there twice. */
    static Texts of(String[] sorted) {
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        int[] ends = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            utf8.writeBytes(sorted[i].getBytes(StandardCharsets.UTF_8));
            ends[i] = utf8.size();
        }
        return new Texts(utf8.toByteArray(), IntColumn.of(ends));
    }

    int size() {
        return ends.size();
    }

    String get(int number) {
        int begin = number == 0 ? 0 : ends.get(number - 1);
        return new String(utf8, begin, ends.get(number) - begin, StandardCharsets.UTF_8);
    }

    /** Bytes that they take. */
    long bytes() {
        return utf8.length + ends.bytes();
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(utf8.length);
        out.write(utf8);
        ends.writeTo(out);
    }

    static Texts read(DataInput in) throws IOException {
        byte[] utf8 = new byte[in.readInt()];
        in.readFully(utf8);
        return new Texts(utf8, IntColumn.read(in));
    }
}
