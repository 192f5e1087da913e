package org.mailvane.web.charts;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A trend without a scale, in a picture of {@value #WIDTH} by {@value #HEIGHT}. */
public final class Spark {

    /** Width of the whole picture. */
    public static final int WIDTH = 72;

    /** Height of the whole picture. */
    public static final int HEIGHT = 20;

    /** So much is left free around the line, which has a thickness itself. */
    private static final int EDGE = 2;

    private Spark() {}

    /**
     * Returns the points of its line, as SVG has them.
     *
     * @return empty if there are fewer than two values, which can't show a trend
     */
    public static String points(List<Long> values) {
        int last = values.size() - 1;
        if (last < 1) {
            return "";
        }
        long largest = Math.max(1, values.stream().mapToLong(Long::longValue).max().orElse(1));
        return IntStream.rangeClosed(0, last)
                .mapToObj(i -> x(i, last) + "," + y(values.get(i), largest))
                .collect(Collectors.joining(" "));
    }

    private static long x(int index, int last) {
        return EDGE / 2 + Math.round((double) (WIDTH - EDGE) * index / last);
    }

    private static long y(long value, long largest) {
        return HEIGHT
                - EDGE
                - Math.round((double) (HEIGHT - 2 * EDGE) * Math.max(0, value) / largest);
    }
}
