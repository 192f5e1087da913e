package org.mailvane.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.web.charts.DayChart.Bar;
import org.mailvane.web.charts.DayChart.Day;
import org.mailvane.web.charts.DayChart.Part;
import org.mailvane.web.charts.Shares.Piece;

/** What holds of every chart, whatever it shows. */
class ChartsTest {

    private static final int RUNS = 2_000;
    private static final LocalDate LAST = LocalDate.of(2026, 11, 20);

    private final Random random = new Random(20);

    /** Of every size, many small ones among them. */
    private long value() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(4);
            case 2 -> random.nextInt(100_000);
            default -> random.nextLong(1L << random.nextInt(1, 60));
        };
    }

    private List<Long> values(int number) {
        return IntStream.range(0, number).mapToObj(i -> value()).toList();
    }

    private List<Day> days(int number) {
        int waiting = random.nextInt(4);
        return IntStream.range(0, number)
                .mapToObj(i ->
                        new Day(LAST.minusDays(number - 1L - i), values(4), i >= number - waiting))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "-5, 1, 0 1",
        "0, 1, 0 1",
        "1, 1, 0 1",
        "2, 2, 0 1 2",
        "5, 5, 0 1 2 3 4 5",
        "6, 6, 0 2 4 6",
        "7, 8, 0 2 4 6 8",
        "9, 10, 0 2 4 6 8 10",
        "10, 10, 0 2 4 6 8 10",
        "11, 15, 0 5 10 15",
        "16, 20, 0 5 10 15 20",
        "21, 25, 0 5 10 15 20 25",
        "26, 30, 0 10 20 30",
        "99741, 100000, 0 20000 40000 60000 80000 100000",
        "100001, 150000, 0 50000 100000 150000"
    })
    void axisEndsAtTheNextRoundNumber(long largest, long top, String marks) {
        Axis axis = Axis.upTo(largest);
        assertThat(axis.top()).isEqualTo(top);
        assertThat(axis.marks().stream().map(String::valueOf).toList())
                .containsExactly(marks.split(" ", -1));
    }

    @Test
    void everyAxisHoldsItsLargestValueAndDividesEvenly() {
        for (int i = 0; i < RUNS; i++) {
            long largest = value();
            Axis axis = Axis.upTo(largest);
            assertThat(axis.top()).isBetween(Math.max(1, largest), Math.max(2, largest * 2));
            assertThat(axis.top() % axis.steps()).isZero();
            assertThat(axis.marks().getLast()).isEqualTo(axis.top());
            if (largest > 2) {
                assertThat(axis.steps()).isBetween(3, 5);
            }
        }
        assertThat(Axis.upTo(Axis.LARGEST).top()).isEqualTo(Axis.LARGEST);
        assertThat(Axis.upTo(Long.MAX_VALUE).top()).isEqualTo(Axis.LARGEST);
    }

    @Test
    void barsLieInTheirPlacesAndPartsInTheirBars() {
        for (int i = 0; i < RUNS / 10; i++) {
            List<Day> days = days(random.nextInt(1, DayChart.MAX_DAYS + 1));
            DayChart chart = DayChart.of(days);
            int edge = DayChart.LEFT;
            for (Bar bar : chart.bars()) {
                assertThat(bar.hitX()).as("side by side").isEqualTo(edge);
                edge += bar.hitWidth();
                assertBar(bar);
            }
            assertThat(edge).isEqualTo(DayChart.RIGHT);
            assertThat(chart.totals())
                    .containsExactlyElementsOf(
                            IntStream.range(0, 4)
                                    .mapToObj(k ->
                                            days.stream().mapToLong(d -> d.parts().get(k)).sum())
                                    .toList());
            assertThat(chart.dates().getLast().date()).isEqualTo(LAST);
            assertThat(chart.dates()).hasSizeLessThan(32);
            assertThat(chart.lines().getFirst().y()).isEqualTo(DayChart.BASE);
            assertThat(chart.lines().getLast().y()).isEqualTo(DayChart.TOP);
        }
    }

    private static void assertBar(Bar bar) {
        int below = DayChart.BASE;
        for (Part part : bar.parts()) {
            assertThat(bar.day().parts().get(part.kind() - 1)).isPositive();
            assertThat(part.height()).as("what is there is seen").isPositive();
            assertThat(part.width()).isPositive();
            assertThat(part.x()).isGreaterThanOrEqualTo(bar.hitX());
            assertThat(part.x() + part.width()).isLessThanOrEqualTo(bar.hitX() + bar.hitWidth());
            assertThat(part.y() + part.height()).as("a gap between parts").isEqualTo(below);
            below = part.y() - 1;
            assertThat(part.y()).isGreaterThan(DayChart.TOP);
        }
        assertThat(bar.parts())
                .hasSize((int) bar.day().parts().stream().filter(v -> v > 0).count());
    }

    @Test
    void moreMessagesAreNeverALowerBar() {
        for (int i = 0; i < RUNS / 10; i++) {
            DayChart chart =
                    DayChart.of(
                            values(30).stream()
                                    .map(v -> new Day(LAST, List.of(v), false))
                                    .toList());
            List<Bar> bars = new ArrayList<>(chart.bars());
            bars.sort((a, b) -> Long.compare(a.day().total(), b.day().total()));
            List<Integer> heights =
                    bars.stream()
                            .map(bar -> bar.parts().stream().mapToInt(Part::height).sum())
                            .toList();
            List<Integer> sorted = new ArrayList<>(heights);
            Collections.sort(sorted);
            assertThat(heights).isEqualTo(sorted);
        }
    }

    @Test
    void aFewDaysAreNamedEachAndManyByWeeks() {
        assertThat(DayChart.of(days(7)).dates()).hasSize(7);
        assertThat(DayChart.of(days(30)).dates()).hasSize(5);
        assertThat(DayChart.of(days(90)).dates()).hasSize(7);
        assertThat(DayChart.of(days(200)).dates()).hasSize(15);
        assertThat(DayChart.of(days(200)).isLong()).isFalse();
        assertThat(DayChart.of(days(201)).dates()).hasSize(4);
        assertThat(DayChart.of(days(DayChart.MAX_DAYS)).dates()).hasSize(8);
        assertThat(DayChart.of(days(201)).isLong()).as("names have their year").isTrue();
        assertThatThrownBy(() -> DayChart.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DayChart.of(days(DayChart.MAX_DAYS + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void daysThatWaitAreTheLast() {
        List<Day> days =
                List.of(
                        new Day(LAST.minusDays(3), List.of(1L), false),
                        new Day(LAST.minusDays(2), List.of(2L), false),
                        new Day(LAST.minusDays(1), List.of(3L), true),
                        new Day(LAST, List.of(0L), true));
        DayChart chart = DayChart.of(days);
        assertThat(chart.waiting()).isEqualTo(2);
        assertThat(chart.waitFrom()).isEqualTo(chart.bars().get(2).hitX()).isEqualTo(516);
        assertThat(DayChart.of(days.subList(0, 2)).waitFrom()).isEqualTo(DayChart.RIGHT);
        assertThat(chart.highest().date()).isEqualTo(LAST.minusDays(1));
        assertThat(chart.latestFirst().getFirst().date()).isEqualTo(LAST);
    }

    @Test
    void trendsStayInTheirPicture() {
        assertThat(Spark.points(List.of())).isEmpty();
        assertThat(Spark.points(List.of(7L))).isEmpty();
        assertThat(Spark.points(List.of(0L, 5L, 10L))).isEqualTo("1,18 36,10 71,2");
        assertThat(Spark.points(List.of(0L, 0L))).isEqualTo("1,18 71,18");
        for (int i = 0; i < RUNS; i++) {
            int before = -1;
            for (String point : Spark.points(values(random.nextInt(2, 100))).split(" ", -1)) {
                int x = Integer.parseInt(point.substring(0, point.indexOf(',')));
                int y = Integer.parseInt(point.substring(point.indexOf(',') + 1));
                assertThat(x).isBetween(Math.max(1, before), Spark.WIDTH - 1);
                assertThat(y).isBetween(2, Spark.HEIGHT - 2);
                before = x;
            }
        }
    }

    @Test
    void lengthsShowWhatIsThereAndWhatIsMissing() {
        assertThat(Shares.length(0, 100, 72)).isZero();
        assertThat(Shares.length(1, 1_000_000, 72)).isEqualTo(1);
        assertThat(Shares.length(999_999, 1_000_000, 72)).isEqualTo(71);
        assertThat(Shares.length(5, 5, 72)).isEqualTo(72);
        assertThat(Shares.length(9, 5, 72)).isEqualTo(72);
        assertThat(Shares.length(5, 0, 72)).isZero();
        assertThat(Shares.length(50, 100, 72)).isEqualTo(36);
    }

    @Test
    void piecesOfAWholeLieSideBySideAndFillIt() {
        assertThat(Shares.pieces(List.of())).isEmpty();
        assertThat(Shares.pieces(List.of(0L, 0L))).isEmpty();
        for (int i = 0; i < RUNS; i++) {
            List<Long> values = values(random.nextInt(1, 9));
            List<Piece> pieces = Shares.pieces(values);
            int x = 0;
            for (Piece piece : pieces) {
                assertThat(piece.x()).isEqualTo(x);
                assertThat(piece.width()).isPositive();
                x += piece.width();
            }
            assertThat(x).isEqualTo(pieces.isEmpty() ? 0 : Shares.WHOLE);
            assertThat(pieces).hasSize((int) values.stream().filter(v -> v > 0).count());
        }
    }

    @Test
    void soMuchOfABarIsMarkedAsFailed() {
        List<Day> days =
                List.of(
                        new Day(LAST.minusDays(3), List.of(60L, 40L), false, 30L),
                        new Day(LAST.minusDays(2), List.of(10L, 0L), false, 10L),
                        new Day(LAST.minusDays(1), List.of(5L, 0L), false, 0L),
                        new Day(LAST, List.of(0L, 100L), false, 1L));
        DayChart chart = DayChart.of(days);
        assertThat(chart.isMarked()).isTrue();
        Bar first = chart.bars().getFirst();
        Part failed = Objects.requireNonNull(first.failed());
        assertThat(failed.height() + 1).isEqualTo((DayChart.BASE - DayChart.TOP) * 30 / 100);
        assertThat(failed.y()).as("from its top").isEqualTo(first.parts().getLast().y());
        Part all = Objects.requireNonNull(chart.bars().get(1).failed());
        assertThat(all).isEqualTo(new Part(0, all.x(), all.y(), all.width(), all.height()));
        assertThat(all.height()).isEqualTo(chart.bars().get(1).parts().getFirst().height());
        assertThat(chart.bars().get(2).failed()).isNull();
        assertThat(chart.bars().get(3).failed())
                .as("one of a hundred would be hidden by its mark")
                .isNull();

        DayChart part = DayChart.of(days, 1);
        assertThat(part.isJudged()).isTrue();
        assertThat(part.isMarked()).as("where others are not drawn").isFalse();
        assertThat(part.bars()).allMatch(bar -> bar.failed() == null);
        assertThat(DayChart.of(days(7)).isJudged()).isFalse();
    }
}
