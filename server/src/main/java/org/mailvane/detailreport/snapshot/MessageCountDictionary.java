package org.mailvane.detailreport.snapshot;

import java.util.Arrays;

/**
 * Different numbers of messages, the smallest first, and which of them each row has. Most rows have
 * few messages; such numbers are looked up in a table.
 */
final class MessageCountDictionary {

    /** The table's length. */
    static final int SMALL = 1 << 16;

    private final long[] values;
    private final int[] numbers;

    private MessageCountDictionary(long[] values, int[] numbers) {
        this.values = values;
        this.numbers = numbers;
    }

    static MessageCountDictionary of(RowIndex rows) {
        boolean[] small = new boolean[SMALL];
        long[] others = new long[rows.size()];
        int count = 0;
        for (int row = 0; row < rows.size(); row++) {
            long messages = rows.messages(row);
            if (messages < SMALL) {
                small[(int) messages] = true;
            } else {
                others[count++] = messages;
            }
        }
        int[] numberOfSmall = new int[SMALL];
        long[] values = new long[SMALL + count];
        int different = 0;
        for (int messages = 0; messages < SMALL; messages++) {
            if (small[messages]) {
                numberOfSmall[messages] = different;
                values[different++] = messages;
            }
        }
        Arrays.sort(others, 0, count);
        for (int i = 0; i < count; i++) {
            if (i == 0 || others[i] != others[i - 1]) {
                values[different++] = others[i];
            }
        }
        values = Arrays.copyOf(values, different);
        int[] numbers = new int[rows.size()];
        for (int row = 0; row < numbers.length; row++) {
            long messages = rows.messages(row);
            numbers[row] =
                    messages < SMALL
                            ? numberOfSmall[(int) messages]
                            : Arrays.binarySearch(values, messages);
        }
        return new MessageCountDictionary(values, numbers);
    }

    /** Returns the numbers of messages. */
    long[] values() {
        return values;
    }

    /** Returns the place of each row's among them. */
    int[] numbers() {
        return numbers;
    }

    /** Returns the same, counted from the greatest. */
    int[] fromGreatest() {
        int[] places = new int[numbers.length];
        for (int row = 0; row < places.length; row++) {
            places[row] = values.length - 1 - numbers[row];
        }
        return places;
    }
}
