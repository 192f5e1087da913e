package org.mailvane.detailreport.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Texts, each once and in their order, so that their numbers are in the order of the texts: that of
 * their code points. They are made strings only when they are shown.
 */
public final class Texts {

    private final byte[] utf8;

    /** Where each ends. */
    private final IntColumn ends;

    private Texts(byte[] utf8, IntColumn ends) {
        this.utf8 = utf8;
        this.ends = ends;
    }

    /**
     * Texts in their order.
     *
     * @param numbers the number of each, by its place in the list
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Sorted(Texts texts, int[] numbers) {}

    /** Sorts texts, each of which occurs once. */
    static Sorted sorted(List<String> list) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int[] allEnds = new int[list.size()];
        for (int i = 0; i < allEnds.length; i++) {
            all.writeBytes(list.get(i).getBytes(StandardCharsets.UTF_8));
            allEnds[i] = all.size();
        }
        all.writeBytes(new byte[TextSort.BEHIND]);
        byte[] octets = all.toByteArray();
        int[] order = TextSort.order(octets, allEnds);
        byte[] utf8 = new byte[octets.length - TextSort.BEHIND];
        int[] ends = new int[order.length];
        int[] numbers = new int[order.length];
        int end = 0;
        for (int i = 0; i < order.length; i++) {
            int text = order[i];
            int begin = text == 0 ? 0 : allEnds[text - 1];
            int length = allEnds[text] - begin;
            System.arraycopy(octets, begin, utf8, end, length);
            end += length;
            ends[i] = end;
            numbers[text] = i;
        }
        return new Sorted(new Texts(utf8, IntColumn.of(ends)), numbers);
    }

    public int size() {
        return ends.size();
    }

    public String get(int number) {
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
        byte[] utf8 = SnapshotStream.readBytes(in.readInt(), 0, in);
        return new Texts(utf8, IntColumn.read(in));
    }
}
