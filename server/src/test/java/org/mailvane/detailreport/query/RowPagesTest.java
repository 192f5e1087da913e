package org.mailvane.detailreport.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.SampleRow;
import org.mailvane.detailreport.SampleRows;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.sources.Category;

/** Any part of any choice in any order is what a sorted list of the rows has there. */
class RowPagesTest {

    private static final int SNAPSHOTS = 30;
    private static final int REQUESTS = 30;

    /** The order of UTF-8's octets. */
    private static final Comparator<String> CODE_POINTS =
            (one, other) ->
                    Arrays.compareUnsigned(
                            one.getBytes(StandardCharsets.UTF_8),
                            other.getBytes(StandardCharsets.UTF_8));

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void partsAreThoseOfASortedList() {
        for (int i = 0; i < SNAPSHOTS; i++) {
            SampleRows sample = new SampleRows(random, random.nextInt(400), random.nextInt(1, 30));
            List<ShownRow> all = sample.shown();
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            sample.rows.stream().map(SampleRow::shown).toList())
                    .isSortedAccordingTo(
                            Comparator.comparingLong(ShownRow::messages)
                                    .reversed()
                                    .thenComparing(ShownRow::headerFrom, CODE_POINTS)
                                    .thenComparing(ShownRow::address));
            for (int j = 0; j < REQUESTS; j++) {
                assertPartsAreRight(sample.snapshot, all);
            }
        }
    }

    private void assertPartsAreRight(Snapshot snapshot, List<ShownRow> all) {
        RowChoice choice = choice();
        Ordering<RowOrder> ordering = ordering();
        List<ShownRow> expected =
                all.stream().filter(wanted(choice)).sorted(order(ordering)).toList();
        RowPages pages =
                new RowPages(
                        snapshot, choice, ordering, random.nextInt(1, 40), random.nextInt(1, 100));
        assertThat(pages.count()).isEqualTo(expected.size());
        for (int i = 0; i < 3; i++) {
            int limit = random.nextInt(1, 60);
            long offset = random.nextInt(expected.size() + 10);
            assertThat(pages.fetch(limit, offset))
                    .as("%d rows from %d of %s by %s", limit, offset, choice, ordering)
                    .isEqualTo(part(expected, limit, offset));
        }
        List<ShownRow> oneAfterTheOther = new ArrayList<>();
        int limit = random.nextInt(1, 60);
        for (int offset = 0; offset < expected.size(); offset += limit) {
            oneAfterTheOther.addAll(pages.fetch(limit, offset));
        }
        assertThat(oneAfterTheOther).as("%s by %s", choice, ordering).isEqualTo(expected);
    }

    private static List<ShownRow> part(List<ShownRow> rows, int limit, long offset) {
        return rows.stream().skip(offset).limit(limit).toList();
    }

    private RowChoice choice() {
        String server =
                SampleRow.pick(
                        random,
                        List.of(
                                "",
                                "",
                                "mailer.example",
                                "MAILER.example",
                                "B\u00dcCHER.example",
                                "nobody.example",
                                RowChoice.NO_SERVER));
        return new RowChoice(
                random.nextBoolean() ? null : random.nextInt(5),
                random.nextBoolean() ? null : Category.of(random.nextInt(1, 5)),
                server.isEmpty() ? null : server);
    }

    private static Predicate<ShownRow> wanted(RowChoice choice) {
        return row ->
                isWanted(choice.source(), row.kind().source())
                        && isWanted(choice.category(), row.kind().category())
                        && (choice.server() == null
                                || choice.server()
                                        .toLowerCase(Locale.ROOT)
                                        .equals(SampleRow.server(row)));
    }

    private static boolean isWanted(@Nullable Object wanted, Object value) {
        return wanted == null || wanted.equals(value);
    }

    private Ordering<RowOrder> ordering() {
        List<RowOrder> fields = List.of(RowOrder.values());
        return new Ordering<>(
                Stream.generate(() ->
                                new Ordering.Key<>(
                                        SampleRow.pick(random, fields), random.nextBoolean()))
                        .limit(random.nextInt(11))
                        .toList());
    }

    private static Comparator<ShownRow> order(Ordering<RowOrder> ordering) {
        Comparator<ShownRow> order = (_, _) -> 0;
        for (Ordering.Key<RowOrder> key : ordering.keys()) {
            Comparator<ShownRow> by = order(key.field());
            order = order.thenComparing(key.descending() ? by.reversed() : by);
        }
        return order;
    }

    private static Comparator<ShownRow> order(RowOrder field) {
        return switch (field) {
            case MESSAGE_COUNT -> Comparator.comparingLong(ShownRow::messages);
            case FROM_DOMAIN -> Comparator.comparing(ShownRow::headerFrom, CODE_POINTS);
            case IP -> Comparator.comparing(ShownRow::address);
            case PTR -> Comparator.comparing(ShownRow::reverseName, CODE_POINTS);
            case REASON -> Comparator.comparing(ShownRow::reason, CODE_POINTS);
            case DKIM_RESULT -> Comparator.comparing(row -> row.dkim().word());
            case SPF_RESULT -> Comparator.comparing(row -> row.spf().word());
            case DKIM_POLICY_RESULT ->
                    Comparator.comparing(row -> aligned(row.kind().dkimAligned()));
            case SPF_POLICY_RESULT -> Comparator.comparing(row -> aligned(row.kind().spfAligned()));
            case POLICY_APPLIED ->
                    Comparator.comparing(row -> row.disposition().name().toLowerCase(Locale.ROOT));
            case SPF_D -> Comparator.comparing(ShownRow::spfDomain, CODE_POINTS);
            case DKIM_D -> Comparator.comparing(ShownRow::dkimDomain, CODE_POINTS);
        };
    }

    private static String aligned(boolean aligned) {
        return aligned ? "aligned" : "unaligned";
    }

    @Test
    void manyRowsAreNotSortedToFindAFewOfThem() {
        SampleRows sample = new SampleRows(random, RowPages.SORTED_AT_ONCE * 3 / 2, 300);
        List<ShownRow> all = sample.shown();
        assertThat(all).hasSizeGreaterThan(RowPages.SORTED_AT_ONCE);
        for (RowOrder field : List.of(RowOrder.MESSAGE_COUNT, RowOrder.IP, RowOrder.DKIM_RESULT)) {
            Ordering<RowOrder> ordering =
                    new Ordering<>(
                            List.of(
                                    new Ordering.Key<>(field, true),
                                    new Ordering.Key<>(RowOrder.PTR, false)));
            List<ShownRow> expected = all.stream().sorted(order(ordering)).toList();
            RowPages pages = new RowPages(sample.snapshot, RowChoice.ALL, ordering);
            for (long offset : new long[] {0, all.size() / 2, all.size() - 7}) {
                assertThat(pages.fetch(25, offset))
                        .as("by %s from %d", field, offset)
                        .isEqualTo(part(expected, 25, offset));
            }
        }
    }

    @Test
    void thereIsNothingPastTheEnd() {
        SampleRows sample = new SampleRows(random, 10, 5);
        RowPages pages = new RowPages(sample.snapshot, RowChoice.ALL, Ordering.none());
        assertThat(pages.fetch(5, sample.rows.size())).isEmpty();
        assertThat(pages.fetch(5, Long.MAX_VALUE)).isEmpty();
        assertThat(new RowPages(SampleRows.snapshot(List.of()), RowChoice.ALL, Ordering.none()))
                .satisfies(
                        none -> assertThat(none.count()).isZero(),
                        none -> assertThat(none.fetch(5, 0)).isEmpty());
    }
}
