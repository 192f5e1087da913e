package org.mailvane.detail;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.mailvane.detail.Snapshot.Kinds;
import org.mailvane.detail.Snapshot.Results;
import org.mailvane.detail.Snapshot.Rows;
import org.mailvane.detail.Snapshot.Senders;
import org.mailvane.sources.Category;
import org.mailvane.traffic.ReportedRows.DayMessages;
import org.mailvane.traffic.RowKind;

/**
 * Collects the rows of a snapshot. Rows that show the same become one. Several threads may use it
 * if they guard each call; it has no lock of its own.
 */
@SuppressWarnings("EnumOrdinal") // a snapshot of another VERSION is not read
final class SnapshotBuilder {

    /**
     * Rows of a report: one for so many bytes of the heap. By count of its arrays a row takes some
     * 80 bytes while the snapshot is made.
     */
    static final int BYTES_OF_ROW = 256;

    /** The same of addresses, and of results: records of some texts. */
    static final int BYTES_OF_ENTRY = 2_048;

    /** Characters of all texts: one for so many bytes of the heap. */
    static final int BYTES_OF_CHARACTER = 16;

    /** Rows of a report, however large the heap is. */
    static final int MAX_ROWS = 10_000_000;

    private static final String LINE = "\n";

    /** Texts of a sender, and of results. */
    private static final int SENDER_TEXTS = 3;

    private static final int RESULTS_TEXTS = 9;

    private final int maxRows;
    private final int maxEntries;
    private final int maxCharacters;
    private long characters;
    private final Numbers<String> texts = new Numbers<>();
    private final Numbers<Sender> senders = new Numbers<>();
    private final Numbers<ShownResults> results = new Numbers<>();
    private final Numbers<RowKind> kinds = new Numbers<>();

    /** Numbers of the texts of each sender and of each results. */
    private final List<int[]> senderTexts = new ArrayList<>();

    private final List<int[]> resultsTexts = new ArrayList<>();
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
        this(Runtime.getRuntime().maxMemory());
    }

    /** One for a heap of so many bytes. */
    SnapshotBuilder(long heap) {
        this(
                (int) Math.min(MAX_ROWS, heap / BYTES_OF_ROW),
                (int) Math.min(MAX_ROWS, heap / BYTES_OF_ENTRY),
                (int) Math.min(Integer.MAX_VALUE / 4, heap / BYTES_OF_CHARACTER));
    }

    /** One with other limits. */
    SnapshotBuilder(int maxRows, int maxEntries, int maxCharacters) {
        this.maxRows = maxRows;
        this.maxEntries = maxEntries;
        this.maxCharacters = maxCharacters;
    }

    /** The number of a text. */
    private int text(String text) {
        int before = texts.size();
        int number = texts.of(text);
        if (texts.size() > before) {
            characters += text.length();
            if (characters > maxCharacters) {
                throw new TooMuchException(maxCharacters, "characters of different texts");
            }
        }
        return number;
    }

    /** The number of an address with what was known of it. */
    int sender(Sender sender) {
        int number = checked(senders.of(sender), maxEntries, "addresses");
        if (number == senderTexts.size()) {
            senderTexts.add(
                    numbers(
                            sender.known().reverseName(),
                            sender.known().organization(),
                            sender.known().country()));
        }
        return number;
    }

    /** The number of some results. */
    int results(ShownResults shown) {
        ShownResults plain = onLines(shown);
        int number = checked(results.of(plain), maxEntries, "different results");
        if (number == resultsTexts.size()) {
            resultsTexts.add(
                    numbers(
                            plain.reporter(),
                            plain.reason(),
                            plain.comment(),
                            plain.dkimDomain(),
                            String.join(LINE, plain.selectors()),
                            plain.spfDomain(),
                            plain.envelopeTo(),
                            plain.envelopeFrom(),
                            plain.policyDomain()));
        }
        return number;
    }

    private int[] numbers(String... some) {
        int[] numbers = new int[some.length];
        for (int i = 0; i < some.length; i++) {
            numbers[i] = text(some[i]);
        }
        return numbers;
    }

    /** The same, with no selector of several lines: each becomes a line of one text. */
    private static ShownResults onLines(ShownResults shown) {
        if (shown.selectors().stream().noneMatch(s -> s.contains("\n") || s.contains("\r"))) {
            return shown;
        }
        return new ShownResults(
                shown.reporter(),
                shown.reason(),
                shown.comment(),
                shown.dkim(),
                shown.dkimDomain(),
                shown.selectors().stream()
                        .map(s -> s.replace('\n', ' ').replace('\r', ' '))
                        .distinct()
                        .toList(),
                shown.dkimSays(),
                shown.spf(),
                shown.spfDomain(),
                shown.spfSays(),
                shown.envelopeTo(),
                shown.envelopeFrom(),
                shown.policyDomain());
    }

    /** The selectors of a text in which each has a line. */
    static List<String> selectors(String text) {
        return text.lines().toList();
    }

    /** Adds messages, of a From domain, to a row. */
    void add(String headerFrom, int sender, int result, RowKind kind, long messages) {
        rows.add(text(headerFrom), sender, result, kinds.of(kind), messages);
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
            days.merge(new DayKey(day.day(), day.category()), day.messages(), Messages::sum);
        }
    }

    /** How many rows there are. */
    int size() {
        return rows.size();
    }

    /** Makes the snapshot of what was added. The same rows make the same one, in whatever order. */
    Snapshot build() {
        Texts.Sorted sorted = Texts.sorted(texts.values());
        int[] textNumbers = sorted.numbers();
        int[] senderOrder = senderOrder(textNumbers);
        int[] resultsOrder = resultsOrder(textNumbers);
        int[] kindOrder = kindOrder();
        int[] kindNumbers = numbers(kindOrder);
        return new Snapshot(
                rows(textNumbers, numbers(senderOrder), numbers(resultsOrder), kindNumbers),
                senders(senderOrder, textNumbers),
                results(resultsOrder, textNumbers),
                kinds(kindOrder, kindNumbers),
                sorted.texts(),
                days.entrySet().stream()
                        .map(e ->
                                new DayMessages(
                                        e.getKey().day(), e.getKey().category(), e.getValue()))
                        .toList());
    }

    /** The new number of each, by its old one. */
    private static int[] numbers(int[] order) {
        int[] numbers = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            numbers[order[i]] = i;
        }
        return numbers;
    }

    /** The senders by address; those with the same one by what was known of it. */
    private int[] senderOrder(int[] textNumbers) {
        int[] order = CountingSort.places(senders.size());
        for (int column = 0; column < SENDER_TEXTS; column++) {
            int[] keys = texts(senderTexts, column, textNumbers);
            order = CountingSort.ordered(order, keys, textNumbers.length);
        }
        order = ordered(order, senders, sender -> sender.known().confirmed() ? 1 : 0);
        for (int shift = 0; shift < Long.SIZE; shift += Character.SIZE) {
            int by = shift;
            order = ordered(order, senders, sender -> (char) (sender.address().low() >>> by));
        }
        for (int shift = 0; shift < Long.SIZE; shift += Character.SIZE) {
            int by = shift;
            order = ordered(order, senders, sender -> (char) (sender.address().high() >>> by));
        }
        return ordered(order, senders, sender -> sender.address().isV4() ? 0 : 1);
    }

    /** The results in some order that is always the same. */
    private int[] resultsOrder(int[] textNumbers) {
        int[] order = CountingSort.places(results.size());
        order = ordered(order, results, shown -> shown.dkim().ordinal());
        order = ordered(order, results, shown -> shown.spf().ordinal());
        order = ordered(order, results, shown -> shown.dkimSays().ordinal());
        order = ordered(order, results, shown -> shown.spfSays().ordinal());
        for (int column = 0; column < RESULTS_TEXTS; column++) {
            int[] keys = texts(resultsTexts, column, textNumbers);
            order = CountingSort.ordered(order, keys, textNumbers.length);
        }
        return order;
    }

    private int[] kindOrder() {
        return IntStream.range(0, kinds.size())
                .boxed()
                .sorted(Comparator.comparing(kinds.values()::get, RowKind.ORDER))
                .mapToInt(kind -> kind)
                .toArray();
    }

    /** Places in the order of numbers that fit into a char. */
    private static <T> int[] ordered(int[] order, Numbers<T> values, ToIntFunction<T> key) {
        int[] keys = values.values().stream().mapToInt(key).toArray();
        return CountingSort.ordered(order, keys, Character.MAX_VALUE + 1);
    }

    private static int[] texts(List<int[]> of, int column, int[] textNumbers) {
        int[] texts = new int[of.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = textNumbers[of.get(i)[column]];
        }
        return texts;
    }

    private Rows rows(int[] texts, int[] senderNumbers, int[] resultsNumbers, int[] kindNumbers) {
        int[] from = rows.from(texts);
        int[] sender = rows.sender(senderNumbers);
        int[] result = rows.results(resultsNumbers);
        int[] kind = rows.kind(kindNumbers);
        Amounts amounts = Amounts.of(rows);
        int[] order = CountingSort.places(rows.size());
        // By what weighs least first: each time equal ones keep their order.
        order = CountingSort.ordered(order, kind, kindNumbers.length);
        order = CountingSort.ordered(order, result, resultsNumbers.length);
        order = CountingSort.ordered(order, sender, senderNumbers.length);
        order = CountingSort.ordered(order, from, texts.length);
        order = CountingSort.ordered(order, amounts.fromGreatest(), amounts.values().length);
        return new Rows(
                arranged(from, order),
                arranged(sender, order),
                arranged(result, order),
                arranged(kind, order),
                arranged(amounts.numbers(), order),
                amounts.values());
    }

    private static IntColumn arranged(int[] values, int[] order) {
        int[] arranged = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            arranged[i] = values[order[i]];
        }
        return IntColumn.of(arranged);
    }

    private Senders senders(int[] order, int[] textNumbers) {
        byte[] octets = new byte[Math.multiplyExact(order.length, Senders.OCTETS)];
        int[] rank = new int[order.length];
        int[] confirmed = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            Sender sender = senders.values().get(order[i]);
            Senders.write(sender.address(), octets, i);
            boolean same =
                    i > 0 && sender.address().equals(senders.values().get(order[i - 1]).address());
            rank[i] = i == 0 ? 0 : rank[i - 1] + (same ? 0 : 1);
            confirmed[i] = sender.known().confirmed() ? 1 : 0;
        }
        return new Senders(
                IntColumn.of(rank),
                octets,
                arranged(texts(senderTexts, 0, textNumbers), order),
                IntColumn.of(confirmed),
                arranged(texts(senderTexts, 1, textNumbers), order),
                arranged(texts(senderTexts, 2, textNumbers), order));
    }

    private Results results(int[] order, int[] textNumbers) {
        IntFunction<IntColumn> text =
                column -> arranged(texts(resultsTexts, column, textNumbers), order);
        Function<ToIntFunction<ShownResults>, IntColumn> number =
                of -> arranged(results.values().stream().mapToInt(of).toArray(), order);
        return new Results(
                text.apply(0),
                text.apply(1),
                text.apply(2),
                number.apply(shown -> shown.dkim().ordinal()),
                text.apply(3),
                text.apply(4),
                number.apply(shown -> shown.dkimSays().ordinal()),
                number.apply(shown -> shown.spf().ordinal()),
                text.apply(5),
                number.apply(shown -> shown.spfSays().ordinal()),
                text.apply(6),
                text.apply(7),
                text.apply(8));
    }

    private Kinds kinds(int[] order, int[] numbers) {
        long[] messages = new long[order.length];
        for (int row = 0; row < rows.size(); row++) {
            int kind = numbers[rows.kind(row)];
            messages[kind] = Messages.sum(messages[kind], rows.messages(row));
        }
        return new Kinds(Arrays.stream(order).mapToObj(kinds.values()::get).toList(), messages);
    }
}
