package org.mailvane.detailreport.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.SampleRow;
import org.mailvane.detailreport.SampleRows;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.sums.MessageSums;

/** Sources are what a list of the rows says, added up by category and source. */
class SourceSumsTest {

    private record Key(Category category, int source) {}

    @Test
    void sourcesAreTheSumsOfTheirRows() {
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 300; i++) {
            SampleRows sample = new SampleRows(random, random.nextInt(200), random.nextInt(1, 20));
            List<SourceSum> expected =
                    sample.rows.stream()
                            .collect(
                                    Collectors.groupingBy(row ->
                                            new Key(row.kind().category(), row.kind().source())))
                            .entrySet()
                            .stream()
                            .map(source -> sum(source.getKey(), source.getValue()))
                            .sorted(
                                    Comparator.comparing(SourceSum::category)
                                            .thenComparingLong(sum -> -sum.sums().messages())
                                            .thenComparingInt(SourceSum::source))
                            .toList();
            assertThat(SourceSums.of(sample.snapshot.kinds())).isEqualTo(expected);
        }
    }

    @Test
    void ofRulesWithAsManyMessagesTheFirstCounts() {
        List<RowKind> kinds =
                List.of(
                        new RowKind(Category.FORWARDER, 7, 5, Disposition.NONE, true, false),
                        new RowKind(Category.FORWARDER, 7, 4, Disposition.NONE, true, false),
                        new RowKind(Category.FORWARDER, 7, 2, Disposition.REJECT, false, false),
                        new RowKind(Category.FORWARDER, 7, 4, Disposition.REJECT, false, false));
        assertThat(SourceSums.of(new Snapshot.Kinds(kinds, new long[] {5, 3, 4, 2})))
                .containsExactly(
                        new SourceSum(
                                Category.FORWARDER,
                                7,
                                4,
                                new MessageSums(14, 8, 0, 8),
                                8,
                                0,
                                6,
                                0));
    }

    private static SourceSum sum(Key key, List<SampleRow> rows) {
        return new SourceSum(
                key.category(),
                key.source(),
                rule(rows),
                new MessageSums(
                        messages(rows, kind -> true),
                        messages(rows, kind -> kind.dkimAligned() || kind.spfAligned()),
                        messages(rows, RowKind::spfAligned),
                        messages(rows, RowKind::dkimAligned)),
                messages(rows, kind -> kind.disposition() == Disposition.NONE),
                messages(rows, kind -> kind.disposition() == Disposition.QUARANTINE),
                messages(rows, kind -> kind.disposition() == Disposition.REJECT),
                messages(rows, kind -> kind.disposition() == Disposition.UNKNOWN));
    }

    private static int rule(List<SampleRow> rows) {
        return rows.stream()
                .map(row -> row.kind().rule())
                .distinct()
                .min(
                        Comparator.comparingLong((Integer rule) ->
                                        -messages(rows, kind -> kind.rule() == rule))
                                .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private static long messages(List<SampleRow> rows, Predicate<RowKind> which) {
        return rows.stream()
                .filter(row -> which.test(row.kind()))
                .mapToLong(SampleRow::messages)
                .sum();
    }
}
