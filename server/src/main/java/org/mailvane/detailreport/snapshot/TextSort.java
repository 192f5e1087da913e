package org.mailvane.detailreport.snapshot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Puts texts in the order of their octets, without regard to how they came: to compare a few
 * hundred thousand texts that lie scattered in memory takes longer than all else that a snapshot
 * needs. Seven octets of each are sorted as a number; texts in which these are equal by the next
 * seven.
 */
final class TextSort {

    /** Texts of which a few are left are compared. */
    private static final int FEW = 24;

    /** Octets after which texts are compared however many they are: each step is a call deeper. */
    static final int DEEP = 700;

    /** Octets of a step; a long holds one more. */
    private static final int STEP = 7;

    /** Octets that must follow the last text. */
    static final int BEHIND = Long.BYTES;

    private static final int VALUES = 1 << Byte.SIZE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] octets;
    private final int[] ends;
    private int[] texts;
    private long[] keys;
    private int[] otherTexts;
    private long[] otherKeys;

    private TextSort(byte[] octets, int[] ends) {
        this.octets = octets;
        this.ends = ends;
        this.texts = CountingSort.places(ends.length);
        this.keys = new long[ends.length];
        this.otherTexts = new int[ends.length];
        this.otherKeys = new long[ends.length];
    }

    /**
     * Returns the numbers of texts in their order.
     *
     * @param octets the texts one after the other, and {@link Long#BYTES} more
     * @param ends where each ends
     */
    static int[] order(byte[] octets, int[] ends) {
        TextSort sort = new TextSort(octets, ends);
        sort.sort(0, ends.length, 0);
        return sort.texts;
    }

    /** Sorts some that are equal up to this octet. */
    private void sort(int from, int to, int octet) {
        if (to - from <= FEW) {
            insert(from, to, octet);
            return;
        }
        if (octet >= DEEP) {
            compare(from, to, octet);
            return;
        }
        for (int i = from; i < to; i++) {
            keys[i] = key(texts[i], octet);
        }
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            orderBy(shift, from, to);
        }
        int begin = from;
        while (begin < to) {
            long key = keys[begin];
            int end = begin + 1;
            while (end < to && keys[end] == key) {
                end++;
            }
            boolean goOn = (key & 0xff) > STEP;
            if (goOn && end - begin > 1) {
                sort(begin, end, octet + STEP);
            }
            begin = end;
        }
    }

    /** Returns some octets of a text, then how many there are, or that there are more. */
    private long key(int text, int octet) {
        int begin = begin(text) + octet;
        int left = Math.min(ends[text] - begin, STEP + 1);
        int missing = STEP + 1 - Math.min(left, STEP);
        return (long) LONGS.get(octets, begin)
                        >>> (missing * Byte.SIZE - 1)
                        >>> 1
                        << (missing * Byte.SIZE - 1)
                        << 1
                | left;
    }

    /** Puts some in the order of one octet of their keys; equal ones stay as they are. */
    private void orderBy(int shift, int from, int to) {
        int[] begins = new int[VALUES + 1];
        for (int i = from; i < to; i++) {
            begins[((int) (keys[i] >>> shift) & 0xff) + 1]++;
        }
        if (begins[((int) (keys[from] >>> shift) & 0xff) + 1] == to - from) {
            return;
        }
        begins[0] = from;
        for (int value = 0; value < VALUES; value++) {
            begins[value + 1] += begins[value];
        }
        for (int i = from; i < to; i++) {
            int at = begins[(int) (keys[i] >>> shift) & 0xff]++;
            otherKeys[at] = keys[i];
            otherTexts[at] = texts[i];
        }
        System.arraycopy(otherKeys, from, keys, from, to - from);
        System.arraycopy(otherTexts, from, texts, from, to - from);
    }

    private void insert(int from, int to, int octet) {
        for (int i = from + 1; i < to; i++) {
            int text = texts[i];
            int at = i;
            while (at > from && compared(texts[at - 1], text, octet) > 0) {
                texts[at] = texts[at - 1];
                at--;
            }
            texts[at] = text;
        }
    }

    private void compare(int from, int to, int octet) {
        Integer[] some = new Integer[to - from];
        for (int i = 0; i < some.length; i++) {
            some[i] = texts[from + i];
        }
        Arrays.sort(some, (one, other) -> compared(one, other, octet));
        for (int i = 0; i < some.length; i++) {
            texts[from + i] = some[i];
        }
    }

    private int compared(int one, int other, int octet) {
        return Arrays.compareUnsigned(
                octets, begin(one) + octet, ends[one], octets, begin(other) + octet, ends[other]);
    }

    private int begin(int text) {
        return text == 0 ? 0 : ends[text - 1];
    }
}
