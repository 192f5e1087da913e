package org.mailvane.web.charts;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.domains.Messages;

/** Lengths of what shows parts of a whole: a bar beside a figure, or one that is all of them. */
public final class Shares {

    /** The length of a bar beside a figure. */
    public static final int BAR = 72;

    /** The length of a bar that shows all parts. */
    public static final int WHOLE = 1_000;

    private Shares() {}

    /**
     * How long a part is of a bar. What is there is seen, and what is missing too.
     *
     * @return 0 only for nothing, the whole length only for all of it
     */
    public static int length(long part, long whole, int length) {
        if (part <= 0 || whole <= 0) {
            return 0;
        }
        if (part >= whole) {
            return length;
        }
        return Math.clamp(Math.round((double) part * length / whole), 1, length - 1);
    }

    /**
     * A part of a bar that shows all of them.
     *
     * @param kind which one, from 1
     * @param x where it begins
     * @param width how long it is
     */
    public record Piece(int kind, int x, int width) {}

    /**
     * The parts that are not empty, side by side; together they are {@link #WHOLE} long.
     *
     * @param values none negative, not more than {@link #WHOLE} of them
     * @return empty where all are nothing
     */
    public static List<Piece> pieces(List<Long> values) {
        long whole = values.stream().mapToLong(Long::longValue).reduce(0, Messages::sum);
        int[] widths = new int[values.size()];
        int largest = 0;
        int used = 0;
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(values.get(i), whole, WHOLE);
            used += widths[i];
            largest = widths[i] > widths[largest] ? i : largest;
        }
        List<Piece> pieces = new ArrayList<>();
        int x = 0;
        for (int i = 0; i < widths.length; i++) {
            int width = widths[i] + (i == largest && used > 0 ? WHOLE - used : 0);
            if (width > 0) {
                pieces.add(new Piece(i + 1, x, width));
                x += width;
            }
        }
        return List.copyOf(pieces);
    }
}
