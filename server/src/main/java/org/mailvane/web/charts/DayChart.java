package org.mailvane.web.charts;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Messages;

/**
 * Stacked bars, one a day, in a picture of {@value #WIDTH} by {@value #HEIGHT}.
 *
 * @param bars one for each day, in their order
 * @param axis the scale
 * @param lines the scale's lines
 * @param dates the days that are named below
 * @param waitFrom where the days begin whose reports still arrive; {@link #RIGHT} where none do
 * @param hidden how many categories are not drawn, from below, so that small others are seen; the
 *     numbers are of all
 */
public record DayChart(
        List<Bar> bars, Axis axis, List<Line> lines, List<Date> dates, int waitFrom, int hidden) {

    /** Width of the whole picture. */
    public static final int WIDTH = 1_000;

    /** Height of the whole picture. */
    public static final int HEIGHT = 232;

    /** Where the bars are: from here to {@link #RIGHT}, and from {@link #TOP} to {@link #BASE}. */
    public static final int LEFT = 40;

    /** The right end of the bars. */
    public static final int RIGHT = 992;

    /** The upper end of the bars. */
    public static final int TOP = 8;

    /** The baseline of the bars. */
    public static final int BASE = 208;

    /** Days of one chart at most: more bars would be thinner than can be told apart. */
    public static final int MAX_DAYS = 400;

    /** How much of its place a bar takes, in hundredths. */
    private static final int BAR_PERCENT = 68;

    /** The smallest part: one pixel, and the gap above it. */
    private static final int SMALLEST = 2;

    /** Marks of what failed that are lower are left out: they would hide what they are around. */
    private static final int LOWEST_MARK = 4;

    /**
     * So few days are named each; of more, each seventh; of still more, each fourteenth; of most of
     * a year and more, one in eight weeks, with its year.
     */
    private static final int EACH_DAY = 10;

    private static final int EACH_WEEK = 31;
    private static final int EACH_FORTNIGHT = 200;
    private static final int WEEK = 7;

    /**
     * A day's messages.
     *
     * @param date the day
     * @param parts messages by category, the lowest part of the bar first; each day has as many
     * @param waiting whether reports about it still arrive
     * @param failed how many of all of them failed DMARC; null where that is not told by day
     */
    public record Day(LocalDate date, List<Long> parts, boolean waiting, @Nullable Long failed) {

        /** A day. */
        public Day {
            parts = List.copyOf(parts);
        }

        /** A day of which it is not told how many failed. */
        public Day(LocalDate date, List<Long> parts, boolean waiting) {
            this(date, parts, waiting, null);
        }

        /** All of them. */
        public long total() {
            return parts.stream().mapToLong(Long::longValue).reduce(0, Messages::sum);
        }

        /** Those that are drawn where so many categories are not. */
        long drawn(int hidden) {
            return parts.stream().skip(hidden).mapToLong(Long::longValue).reduce(0, Messages::sum);
        }
    }

    /**
     * A day's bar.
     *
     * @param day what it shows
     * @param parts its parts that are not empty
     * @param failed the mark around so much of it, from its top, as failed DMARC; of no kind, and
     *     null where too few did to be seen, or not all categories are drawn
     * @param hitX where its place begins, which reaches over the whole height
     * @param hitWidth how wide its place is
     */
    public record Bar(Day day, List<Part> parts, @Nullable Part failed, int hitX, int hitWidth) {}

    /**
     * A part of a bar.
     *
     * @param kind which category, from 1; 0 for parts of all
     */
    public record Part(int kind, int x, int y, int width, int height) {}

    /** A line of the scale. */
    public record Line(long value, int y) {}

    /** The name of a day, at the middle of its bar. */
    public record Date(LocalDate date, int x) {

        /** Returns whether it is so near to the end that its name would be cut there. */
        public boolean isLast() {
            return x > WIDTH - NAME_WIDTH / 2;
        }
    }

    /** Width of a day's name with its year. */
    private static final int NAME_WIDTH = 80;

    /**
     * The chart of these days.
     *
     * @throws IllegalArgumentException when there is none, or more than {@link #MAX_DAYS}
     */
    public static DayChart of(List<Day> days) {
        return of(days, 0);
    }

    /**
     * The same without some categories.
     *
     * @param hidden how many are not drawn, from below
     */
    public static DayChart of(List<Day> days, int hidden) {
        if (days.isEmpty() || days.size() > MAX_DAYS) {
            throw new IllegalArgumentException(days.size() + " days");
        }
        Axis axis = Axis.upTo(days.stream().mapToLong(day -> day.drawn(hidden)).max().orElse(0));
        int number = days.size();
        List<Bar> bars =
                IntStream.range(0, number)
                        .mapToObj(i -> bar(days.get(i), hidden, i, number, axis.top()))
                        .toList();
        List<Line> lines =
                axis.marks().stream()
                        .map(value -> new Line(value, BASE - scaled(value, BASE - TOP, axis.top())))
                        .toList();
        return new DayChart(bars, axis, lines, dates(days), waitFrom(days), hidden);
    }

    /** Whether its days are of so long a time that their names need the year. */
    public boolean isLong() {
        return bars.size() > EACH_FORTNIGHT;
    }

    /** Messages of all days by category. */
    public List<Long> totals() {
        int kinds = bars.getFirst().day().parts().size();
        return IntStream.range(0, kinds)
                .mapToObj(kind ->
                        bars.stream()
                                .mapToLong(bar -> bar.day().parts().get(kind))
                                .reduce(0, Messages::sum))
                .toList();
    }

    /** All messages. */
    public long total() {
        return totals().stream().mapToLong(Long::longValue).reduce(0, Messages::sum);
    }

    /** The first of the days with the most messages. */
    public Day highest() {
        Day highest = bars.getFirst().day();
        for (Bar bar : bars) {
            highest = bar.day().total() > highest.total() ? bar.day() : highest;
        }
        return highest;
    }

    /** Whether it is told by day how many failed. */
    public boolean isJudged() {
        return bars.stream().allMatch(bar -> bar.day().failed() != null);
    }

    /** Whether that is marked too. */
    public boolean isMarked() {
        return isJudged() && hidden == 0;
    }

    /** How many of the days still wait for reports. */
    public long waiting() {
        return bars.stream().filter(bar -> bar.day().waiting()).count();
    }

    /** The days, the last first, as a table has them. */
    public List<Day> latestFirst() {
        List<Day> days = new ArrayList<>(bars.stream().map(Bar::day).toList());
        Collections.reverse(days);
        return days;
    }

    private static int edge(int index, int number) {
        return LEFT + (int) Math.round((double) (RIGHT - LEFT) * index / number);
    }

    private static Bar bar(Day day, int hidden, int index, int number, long top) {
        int begin = edge(index, number);
        int place = edge(index + 1, number) - begin;
        int width = Math.max(1, place * BAR_PERCENT / 100);
        int x = begin + (place - width) / 2;
        int[] heights = heights(day.parts(), hidden, top);
        List<Part> parts = new ArrayList<>();
        int y = BASE;
        for (int i = 0; i < heights.length; i++) {
            if (heights[i] > 0) {
                y -= heights[i];
                // The pixel above it stays free, so that parts are told apart without their colour.
                parts.add(new Part(i + 1, x, y + 1, width, heights[i] - 1));
            }
        }
        return new Bar(
                day,
                List.copyOf(parts),
                hidden > 0 ? null : failed(day, x, y, width, top),
                begin,
                place);
    }

    /** The mark of what failed, no higher than the bar, whose upper end is at {@code y}. */
    private static @Nullable Part failed(Day day, int x, int y, int width, long top) {
        Long failed = day.failed();
        if (failed == null || failed <= 0) {
            return null;
        }
        int height = Math.min(scaled(failed, BASE - TOP, top), BASE - y);
        return height < LOWEST_MARK ? null : new Part(0, x, y + 1, width, height - 1);
    }

    /** With the gaps; what little parts take beyond their share is taken from the largest. */
    private static int[] heights(List<Long> parts, int hidden, long top) {
        int all = BASE - TOP;
        int[] heights = new int[parts.size()];
        int largest = 0;
        for (int i = hidden; i < heights.length; i++) {
            long value = parts.get(i);
            heights[i] = value <= 0 ? 0 : Math.max(SMALLEST, scaled(value, all, top));
            largest = heights[i] > heights[largest] ? i : largest;
        }
        heights[largest] -= Math.max(0, Arrays.stream(heights).sum() - all);
        return heights;
    }

    private static int scaled(long value, int size, long top) {
        return (int) Math.round((double) value * size / top);
    }

    private static List<Date> dates(List<Day> days) {
        int number = days.size();
        int each =
                number <= EACH_DAY
                        ? 1
                        : number <= EACH_WEEK
                                ? WEEK
                                : number <= EACH_FORTNIGHT ? 2 * WEEK : 8 * WEEK;
        List<Date> dates = new ArrayList<>();
        for (int i = number - 1; i >= 0; i -= each) {
            dates.addFirst(
                    new Date(days.get(i).date(), (edge(i, number) + edge(i + 1, number)) / 2));
        }
        return List.copyOf(dates);
    }

    /** Those that still wait are the last ones, without a gap. */
    private static int waitFrom(List<Day> days) {
        int first = days.size();
        while (first > 0 && days.get(first - 1).waiting()) {
            first--;
        }
        return edge(first, days.size());
    }

    /** The values of a {@link Spark} of the same days. */
    public List<Long> perDay() {
        return bars.stream()
                .flatMapToLong(bar -> LongStream.of(bar.day().total()))
                .boxed()
                .toList();
    }
}
