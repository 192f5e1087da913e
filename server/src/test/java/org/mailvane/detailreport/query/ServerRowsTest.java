package org.mailvane.detailreport.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.SampleRow;
import org.mailvane.detailreport.SampleRows;
import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.MessageSums;

/** Servers are what a list of the rows says, added up by the server's name. */
class ServerRowsTest {

    private final SplittableRandom random = new SplittableRandom(8);

    @Test
    void serversAreTheSumsOfTheirRows() {
        int found = 0;
        for (int i = 0; i < 200; i++) {
            SampleRows sample = new SampleRows(random, random.nextInt(300), random.nextInt(1, 20));
            List<ShownRow> all = sample.shown();
            for (int j = 0; j < 10; j++) {
                int source = random.nextInt(5);
                Category category = random.nextBoolean() ? null : Category.of(random.nextInt(1, 5));
                String search =
                        SampleRow.pick(
                                random, List.of("", "", "mailer", "R.EX", "\u00dc", "name", "x."));
                Ordering<ServerOrder> ordering = ordering();
                List<ServerRow> expected =
                        expected(all, source, category, search).sorted(order(ordering)).toList();
                assertThat(ServerRows.of(sample.snapshot, source, category, search, ordering))
                        .as("source %d as %s, %s by %s", source, category, search, ordering)
                        .isEqualTo(expected);
                found += expected.size();
            }
        }
        assertThat(found).isPositive();
    }

    private static Stream<ServerRow> expected(
            List<ShownRow> all, int source, @Nullable Category category, String search) {
        return all.stream()
                .filter(row -> row.kind().source() == source)
                .filter(row -> category == null || row.kind().category() == category)
                .filter(row ->
                        SampleRow.server(row)
                                .toLowerCase(Locale.ROOT)
                                .contains(search.toLowerCase(Locale.ROOT)))
                .collect(Collectors.groupingBy(SampleRow::server))
                .entrySet()
                .stream()
                .map(server -> server(server.getKey(), server.getValue()));
    }

    private static ServerRow server(String name, List<ShownRow> rows) {
        return new ServerRow(
                name,
                rows.stream().map(ShownRow::headerFrom).distinct().count(),
                rows.stream().map(ShownRow::address).distinct().count(),
                new MessageSums(
                        messages(rows, row -> true),
                        messages(rows, row -> row.kind().dkimAligned() || row.kind().spfAligned()),
                        messages(rows, row -> row.kind().spfAligned()),
                        messages(rows, row -> row.kind().dkimAligned())));
    }

    private static long messages(List<ShownRow> rows, Predicate<ShownRow> which) {
        return rows.stream().filter(which).mapToLong(ShownRow::messages).sum();
    }

    private Ordering<ServerOrder> ordering() {
        List<ServerOrder> fields = List.of(ServerOrder.values());
        return new Ordering<>(
                Stream.generate(() ->
                                new Ordering.Key<>(
                                        SampleRow.pick(random, fields), random.nextBoolean()))
                        .limit(random.nextInt(4))
                        .toList());
    }

    private static Comparator<ServerRow> order(Ordering<ServerOrder> ordering) {
        Comparator<ServerRow> order = (_, _) -> 0;
        for (Ordering.Key<ServerOrder> key : ordering.keys()) {
            Comparator<ServerRow> by =
                    switch (key.field()) {
                        case MESSAGE_COUNT ->
                                Comparator.comparingLong(row -> row.sums().messages());
                        case SERVER_NAME -> Comparator.comparing(ServerRow::name);
                        case IP_COUNT -> Comparator.comparingLong(ServerRow::addresses);
                    };
            order = order.thenComparing(key.descending() ? by.reversed() : by);
        }
        return order.thenComparingLong(row -> -row.sums().messages())
                .thenComparing(ServerRow::name);
    }
}
