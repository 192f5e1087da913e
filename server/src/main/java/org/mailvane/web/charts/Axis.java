package org.mailvane.web.charts;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The scale of numbers that a chart begins at 0.
 *
 * @param top the value at its upper end
 * @param steps how many parts its lines divide it into
 */
public record Axis(long top, int steps) {

    /** Tenths of what a top may begin with, and the steps that divide it evenly. */
    private static final List<Axis> TOPS =
            List.of(
                    new Axis(10, 5),
                    new Axis(15, 3),
                    new Axis(20, 4),
                    new Axis(25, 5),
                    new Axis(30, 3),
                    new Axis(40, 4),
                    new Axis(50, 5),
                    new Axis(60, 3),
                    new Axis(80, 4));

    private static final int TEN = 10;

    /** No number is larger than the last power of ten that a long holds. */
    static final long LARGEST = 1_000_000_000_000_000_000L;

    /**
     * The scale whose top is the next round number: 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 or 10 times a
     * power of ten.
     *
     * @param largest of the values; less than 1 counts as 1, more than a trillion millions as that
     */
    public static Axis upTo(long largest) {
        long wanted = Math.clamp(largest, 1, LARGEST);
        if (wanted < TEN) {
            // Messages are whole: a value between two of them can't be a mark.
            int top =
                    TOPS.stream()
                            .mapToInt(each -> (int) each.top / TEN)
                            .filter(each -> each >= wanted)
                            .findFirst()
                            .orElse(TEN);
            return new Axis(top, stepsOf(top));
        }
        for (long unit = 1; unit < LARGEST; unit *= TEN) {
            for (Axis each : TOPS) {
                if (each.top * unit >= wanted) {
                    return new Axis(each.top * unit, each.steps);
                }
            }
        }
        return new Axis(LARGEST, TOPS.getFirst().steps);
    }

    private static int stepsOf(int top) {
        return switch (top) {
            case 6 -> 3;
            case 8 -> 4;
            case TEN -> 5;
            default -> top;
        };
    }

    /** The values of its lines, from 0 to the top. */
    public List<Long> marks() {
        return LongStream.rangeClosed(0, steps).map(i -> top / steps * i).boxed().toList();
    }
}
