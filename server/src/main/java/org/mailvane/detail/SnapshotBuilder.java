package org.mailvane.detail;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.mailvane.detail.Snapshot.Kinds;
import org.mailvane.detail.Snapshot.Results;
import org.mailvane.detail.Snapshot.Rows;
import org.mailvane.detail.Snapshot.Senders;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.traffic.ReportedRows.DayMessages;

/**
 * Collects the rows of a snapshot. Rows that show the same become one. Several threads may use it
 * if they guard each call; it has no lock of its own.
 */
final class SnapshotBuilder {

    /** Rows of a report: while it is made, each takes some 50 bytes. */
    static final int MAX_ROWS = 4_000_000;

    /** Addresses of a report, and results: while it is made, each takes some 400 bytes. */
    static final int MAX_ENTRIES = 400_000;

    private static final String LINE = "\n";

    private final int maxRows;
    private final int maxEntries;
    private final Numbers<String> froms = new Numbers<>();
    private final Numbers<Sender> senders = new Numbers<>();
    private final Numbers<ShownResults> results = new Numbers<>();
    private final Numbers<RowKind> kinds = new Numbers<>();
    private final RowIndex rows = new RowIndex();
    private final Map<DayKey, Long> days = new TreeMap<>();

    private record DayKey(LocalDate day, Category category) implements Comparable<DayKey> {

        private static final Comparator<DayKey> ORDER =
                Comparator.comparing(DayKey::day).thenComparing(DayKey::category);

        @Override
        public int compareTo(DayKey other) {
            return ORDER.compare(this, other);
        }
    }

    /** There is more to show than a report may hold. */
    static final class TooMuchException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooMuchException(int most, String what) {
            super(String.format(Locale.ROOT, "more than %,d %s", most, what));
        }
    }

    SnapshotBuilder() {
        this(MAX_ROWS, MAX_ENTRIES);
    }

    /** One with other limits. */
    SnapshotBuilder(int maxRows, int maxEntries) {
        this.maxRows = maxRows;
        this.maxEntries = maxEntries;
    }

    /** The number of an address with what was known of it. */
    int sender(Sender sender) {
        return checked(senders.of(sender), maxEntries, "addresses");
    }

    /** The number of some results. */
    int results(ShownResults shown) {
        return checked(results.of(shown), maxEntries, "different results");
    }

    /** Adds messages, of a From domain, to a row. */
    void add(String headerFrom, int sender, int result, RowKind kind, long messages) {
        rows.add(froms.of(headerFrom), sender, result, kinds.of(kind), messages);
        checked(rows.size() - 1, maxRows, "rows");
    }

    private static int checked(int number, int most, String what) {
        if (number >= most) {
            throw new TooMuchException(most, what);
        }
        return number;
    }

    /** Adds messages to a day. */
    void addDay(DayMessages day) {
        if (day.messages() > 0) {
            days.merge(new DayKey(day.day(), day.category()), day.messages(), Math::addExact);
        }
    }

    /** How many rows there are. */
    int size() {
        return rows.size();
    }

    /** Makes the snapshot of what was added. The same rows make the same one, in whatever order. */
    Snapshot build() {
        String[] sorted = sortedTexts();
        Map<String, Integer> text = HashMap.newHashMap(sorted.length);
        for (int i = 0; i < sorted.length; i++) {
            text.put(sorted[i], i);
        }
        ToIntFunction<String> number = each -> Objects.requireNonNull(text.get(each));
        Sorted<Sender> addresses = Sorted.of(senders.values(), Sender.ORDER);
        Sorted<ShownResults> shown = Sorted.of(results.values(), resultsOrder(number));
        Sorted<RowKind> sortedKinds = Sorted.of(kinds.values(), RowKind.ORDER);
        return new Snapshot(
                rows(number, addresses, shown, sortedKinds),
                senders(addresses.values(), number),
                results(shown.values(), number),
                kinds(sortedKinds),
                Texts.of(sorted),
                days.entrySet().stream()
                        .map(e ->
                                new DayMessages(
                                        e.getKey().day(), e.getKey().category(), e.getValue()))
                        .toList());
    }

    private String[] sortedTexts() {
        Set<String> texts = new HashSet<>(froms.values());
        for (Sender sender : senders.values()) {
            texts.add(sender.known().reverseName());
            texts.add(sender.known().organization());
            texts.add(sender.known().country());
        }
        for (ShownResults shown : results.values()) {
            TEXTS.forEach(column -> texts.add(column.apply(shown)));
        }
        String[] sorted = texts.toArray(String[]::new);
        Arrays.parallelSort(sorted);
        return sorted;
    }

    private static final List<Function<ShownResults, String>> TEXTS =
            List.of(
                    ShownResults::reporter,
                    ShownResults::reason,
                    ShownResults::comment,
                    ShownResults::dkimDomain,
                    SnapshotBuilder::selectors,
                    ShownResults::spfDomain,
                    ShownResults::envelopeTo,
                    ShownResults::envelopeFrom,
                    ShownResults::policyDomain);

    private static String selectors(ShownResults shown) {
        return String.join(
                LINE, shown.selectors().stream().map(s -> s.replace(LINE, " ")).toList());
    }

    /** The selectors of a text in which each has a line. */
    static List<String> selectors(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(LINE, -1));
    }

    /** Some order that is always the same. */
    private static Comparator<ShownResults> resultsOrder(ToIntFunction<String> number) {
        Comparator<ShownResults> order = Comparator.comparing(ShownResults::dkim);
        order = order.thenComparing(ShownResults::spf);
        for (Function<ShownResults, String> column : TEXTS) {
            order = order.thenComparingInt(shown -> number.applyAsInt(column.apply(shown)));
        }
        return order.thenComparing(ShownResults::dkimSays).thenComparing(ShownResults::spfSays);
    }

    /**
     * Values in another order.
     *
     * @param numbers the new number of each, by its old one
     */
    private record Sorted<T>(List<T> values, int[] numbers) {

        static <T> Sorted<T> of(List<T> values, Comparator<T> order) {
            Integer[] places = IntStream.range(0, values.size()).boxed().toArray(Integer[]::new);
            Arrays.sort(places, (one, other) -> order.compare(values.get(one), values.get(other)));
            int[] numbers = new int[places.length];
            for (int i = 0; i < places.length; i++) {
                numbers[places[i]] = i;
            }
            return new Sorted<>(Arrays.stream(places).map(values::get).toList(), numbers);
        }
    }

    private Rows rows(
            ToIntFunction<String> text,
            Sorted<Sender> addresses,
            Sorted<ShownResults> shown,
            Sorted<RowKind> sortedKinds) {
        int[] fromTexts = froms.values().stream().mapToInt(text).toArray();
        int[] from = column(row -> fromTexts[rows.from(row)]);
        int[] sender = column(row -> addresses.numbers()[rows.sender(row)]);
        int[] result = column(row -> shown.numbers()[rows.results(row)]);
        int[] kind = column(row -> sortedKinds.numbers()[rows.kind(row)]);
        long[] amounts =
                IntStream.range(0, rows.size())
                        .mapToLong(rows::messages)
                        .parallel()
                        .sorted()
                        .distinct()
                        .toArray();
        int[] amount = column(row -> Arrays.binarySearch(amounts, rows.messages(row)));
        int[] order = IntStream.range(0, rows.size()).toArray();
        // By what weighs least first: each time equal ones keep their order.
        order = ordered(order, kind);
        order = ordered(order, result);
        order = ordered(order, sender);
        order = ordered(order, from);
        order = ordered(order, column(row -> amounts.length - 1 - amount[row]));
        return new Rows(
                arranged(from, order),
                arranged(sender, order),
                arranged(result, order),
                arranged(kind, order),
                arranged(amount, order),
                amounts);
    }

    private int[] column(IntUnaryOperator value) {
        int[] column = new int[rows.size()];
        Arrays.setAll(column, value);
        return column;
    }

    private static IntColumn arranged(int[] values, int[] order) {
        int[] arranged = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            arranged[i] = values[order[i]];
        }
        return IntColumn.of(arranged, arranged.length);
    }

    /** Places in the order of their keys, which are counted. */
    private static int[] ordered(int[] places, int[] keys) {
        int greatest = -1;
        for (int key : keys) {
            greatest = Math.max(greatest, key);
        }
        int[] begins = new int[greatest + 2];
        for (int key : keys) {
            begins[key + 1]++;
        }
        for (int key = 0; key <= greatest; key++) {
            begins[key + 1] += begins[key];
        }
        int[] ordered = new int[places.length];
        for (int place : places) {
            ordered[begins[keys[place]]++] = place;
        }
        return ordered;
    }

    private static Senders senders(List<Sender> senders, ToIntFunction<String> text) {
        byte[] octets = new byte[Math.multiplyExact(senders.size(), Senders.OCTETS)];
        int[] rank = new int[senders.size()];
        for (int i = 0; i < senders.size(); i++) {
            IpAddress address = senders.get(i).address();
            Senders.write(address, octets, i);
            boolean same = i > 0 && address.equals(senders.get(i - 1).address());
            rank[i] = i == 0 ? 0 : rank[i - 1] + (same ? 0 : 1);
        }
        return new Senders(
                IntColumn.of(rank),
                octets,
                column(senders, s -> text.applyAsInt(s.known().reverseName())),
                column(senders, s -> s.known().confirmed() ? 1 : 0),
                column(senders, s -> text.applyAsInt(s.known().organization())),
                column(senders, s -> text.applyAsInt(s.known().country())));
    }

    private static <T> IntColumn column(List<T> values, ToIntFunction<T> number) {
        return IntColumn.of(values.stream().mapToInt(number).toArray());
    }

    private static Results results(List<ShownResults> results, ToIntFunction<String> text) {
        Function<Function<ShownResults, String>, IntColumn> texts =
                of -> column(results, shown -> text.applyAsInt(of.apply(shown)));
        return new Results(
                texts.apply(ShownResults::reporter),
                texts.apply(ShownResults::reason),
                texts.apply(ShownResults::comment),
                column(results, shown -> shown.dkim().ordinal()),
                texts.apply(ShownResults::dkimDomain),
                texts.apply(SnapshotBuilder::selectors),
                column(results, shown -> shown.dkimSays().ordinal()),
                column(results, shown -> shown.spf().ordinal()),
                texts.apply(ShownResults::spfDomain),
                column(results, shown -> shown.spfSays().ordinal()),
                texts.apply(ShownResults::envelopeTo),
                texts.apply(ShownResults::envelopeFrom),
                texts.apply(ShownResults::policyDomain));
    }

    private Kinds kinds(Sorted<RowKind> sorted) {
        long[] messages = new long[sorted.values().size()];
        for (int row = 0; row < rows.size(); row++) {
            int kind = sorted.numbers()[rows.kind(row)];
            messages[kind] = Math.addExact(messages[kind], rows.messages(row));
        }
        return new Kinds(sorted.values(), messages);
    }
}
