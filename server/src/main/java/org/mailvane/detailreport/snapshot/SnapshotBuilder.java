package org.mailvane.detailreport.snapshot;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.mailvane.detailreport.snapshot.ShownResults.Says;
import org.mailvane.detailreport.snapshot.Snapshot.Kinds;
import org.mailvane.detailreport.snapshot.Snapshot.Results;
import org.mailvane.detailreport.snapshot.Snapshot.Rows;
import org.mailvane.detailreport.snapshot.Snapshot.Senders;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.blocks.ValueDictionary;
import org.mailvane.traffic.store.ResultWord;

/**
 * Collects the rows of a snapshot. Rows that show the same become one. Several threads may use it
 * if they guard each call; it does not lock by itself.
 */
@SuppressWarnings("EnumOrdinal") // a snapshot of another VERSION is not read
public final class SnapshotBuilder {

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

    private final int maxRows;
    private final int maxEntries;
    private final int maxCharacters;
    private long characters;
    private final ValueDictionary<String> texts = new ValueDictionary<>();
    private final ValueDictionary<SenderEntry> senders = new ValueDictionary<>();
    private final ValueDictionary<ResultsEntry> results = new ValueDictionary<>();
    private final ValueDictionary<RowKind> kinds = new ValueDictionary<>();
    private final RowIndex rows = new RowIndex();
    private final Map<DayKey, Long> days = new TreeMap<>();

    /** A sender with the numbers of its texts, so that each text is stored once. */
    private record SenderEntry(
            IpAddress address, boolean confirmed, int name, int organization, int country)
            implements Comparable<SenderEntry> {

        private static final Comparator<SenderEntry> ORDER =
                Comparator.comparing(SenderEntry::address)
                        .thenComparing(SenderEntry::confirmed)
                        .thenComparingInt(SenderEntry::name)
                        .thenComparingInt(SenderEntry::organization)
                        .thenComparingInt(SenderEntry::country);

        /** Its texts, as {@link Senders} has them. */
        static final List<ToIntFunction<SenderEntry>> TEXTS =
                List.of(SenderEntry::name, SenderEntry::organization, SenderEntry::country);

        /** Anybody may choose addresses: in an order, those of one hash are found fast too. */
        @Override
        public int compareTo(SenderEntry other) {
            return ORDER.compare(this, other);
        }

        /** Most addresses are in one of these; numbers that follow each other would meet others. */
        @Override
        public int hashCode() {
            return Long.hashCode((address.high() * 31 + address.low()) * 0x9E3779B97F4A7C15L);
        }
    }

    /** Results with the numbers of their texts. */
    private record ResultsEntry(
            int reporter,
            int reason,
            int comment,
            ResultWord dkim,
            int dkimDomain,
            int selectors,
            Says dkimSays,
            ResultWord spf,
            int spfDomain,
            Says spfSays,
            int envelopeTo,
            int envelopeFrom,
            int policyDomain) {

        /** Sums of small numbers would meet others. */
        @Override
        public int hashCode() {
            long mixed = 0;
            for (ToIntFunction<ResultsEntry> text : TEXTS) {
                mixed = (mixed ^ text.applyAsInt(this)) * 0x9E3779B97F4A7C15L;
                mixed ^= mixed >>> 32;
            }
            return (int) mixed;
        }

        static final List<ToIntFunction<ResultsEntry>> TEXTS =
                List.of(
                        ResultsEntry::reporter,
                        ResultsEntry::reason,
                        ResultsEntry::comment,
                        ResultsEntry::dkimDomain,
                        ResultsEntry::selectors,
                        ResultsEntry::spfDomain,
                        ResultsEntry::envelopeTo,
                        ResultsEntry::envelopeFrom,
                        ResultsEntry::policyDomain);
    }

    private record DayKey(LocalDate day, Category category) implements Comparable<DayKey> {

        private static final Comparator<DayKey> ORDER =
                Comparator.comparing(DayKey::day).thenComparing(DayKey::category);

        @Override
        public int compareTo(DayKey other) {
            return ORDER.compare(this, other);
        }
    }

    /** There is more to show than a report may hold. */
    public static final class TooMuchException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooMuchException(int most, String what) {
            super(String.format(Locale.ROOT, "more than %,d %s", most, what));
        }
    }

    public SnapshotBuilder() {
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
    public SnapshotBuilder(int maxRows, int maxEntries, int maxCharacters) {
        this.maxRows = maxRows;
        this.maxEntries = maxEntries;
        this.maxCharacters = maxCharacters;
    }

    /** Rows that it takes at most. */
    int maxRows() {
        return maxRows;
    }

    /** Characters of different texts that it holds. */
    public int maxCharacters() {
        return maxCharacters;
    }

    /** Returns the number of a text. */
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

    /** Returns the number of an address with what was known of it. */
    public int sender(SendingHost sender) {
        Known known = sender.known();
        return checked(
                senders.of(
                        new SenderEntry(
                                sender.address(),
                                known.confirmed(),
                                text(known.reverseName()),
                                text(known.organization()),
                                text(known.country()))),
                maxEntries,
                "addresses");
    }

    /** Returns the number of some results. */
    public int results(ShownResults shown) {
        return checked(
                results.of(
                        new ResultsEntry(
                                text(shown.reporter()),
                                text(shown.reason()),
                                text(shown.comment()),
                                shown.dkim(),
                                text(shown.dkimDomain()),
                                text(onLines(shown.selectors())),
                                shown.dkimSays(),
                                shown.spf(),
                                text(shown.spfDomain()),
                                shown.spfSays(),
                                text(shown.envelopeTo()),
                                text(shown.envelopeFrom()),
                                text(shown.policyDomain()))),
                maxEntries,
                "different results");
    }

    /** Selectors as one text, in which each has a line. */
    private static String onLines(List<String> selectors) {
        return selectors.stream()
                .map(s -> s.replace('\n', ' ').replace('\r', ' '))
                .distinct()
                .collect(Collectors.joining(LINE));
    }

    /** Returns the selectors of a text in which each has a line. */
    public static List<String> selectors(String text) {
        return text.lines().toList();
    }

    /** Returns the number of a From domain. */
    public int from(String headerFrom) {
        return text(headerFrom);
    }

    /** Returns the number of what rows have in common. */
    public int kind(RowKind kind) {
        return kinds.of(kind);
    }

    /** Adds messages to a row, of which each part has its number. */
    public void add(int from, int sender, int result, int kind, long messages) {
        rows.add(from, sender, result, kind, messages);
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

    /** Returns how many rows there are. */
    int size() {
        return rows.size();
    }

    /** Makes the snapshot of what was added. The same rows make the same one, in whatever order. */
    public Snapshot build() {
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

    /** Returns the new number of each, by its old one. */
    private static int[] numbers(int[] order) {
        int[] numbers = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            numbers[order[i]] = i;
        }
        return numbers;
    }

    /** Returns the senders by address; those with the same one by what was known of it. */
    private int[] senderOrder(int[] textNumbers) {
        int[] order = CountingSort.places(senders.size());
        for (ToIntFunction<SenderEntry> text : SenderEntry.TEXTS) {
            int[] keys = texts(senders, text, textNumbers);
            order = CountingSort.ordered(order, keys, textNumbers.length);
        }
        order = ordered(order, senders, sender -> sender.confirmed() ? 1 : 0);
        order = orderedBy(order, sender -> sender.address().low());
        order = orderedBy(order, sender -> sender.address().high());
        return ordered(order, senders, sender -> sender.address().isV4() ? 0 : 1);
    }

    /** Senders in the order of 64 bits of their addresses. */
    private int[] orderedBy(int[] order, ToLongFunction<SenderEntry> bits) {
        long[] all = senders.values().stream().mapToLong(bits).toArray();
        int[] keys = new int[all.length];
        int[] ordered = order;
        for (int shift = 0; shift < Long.SIZE; shift += Character.SIZE) {
            for (int sender = 0; sender < keys.length; sender++) {
                keys[sender] = (char) (all[sender] >>> shift);
            }
            ordered = CountingSort.ordered(ordered, keys, Character.MAX_VALUE + 1);
        }
        return ordered;
    }

    /** Returns the results in some order that is always the same. */
    private int[] resultsOrder(int[] textNumbers) {
        int[] order = CountingSort.places(results.size());
        order = ordered(order, results, shown -> shown.dkim().ordinal());
        order = ordered(order, results, shown -> shown.spf().ordinal());
        order = ordered(order, results, shown -> shown.dkimSays().ordinal());
        order = ordered(order, results, shown -> shown.spfSays().ordinal());
        for (ToIntFunction<ResultsEntry> text : ResultsEntry.TEXTS) {
            int[] keys = texts(results, text, textNumbers);
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
    private static <T> int[] ordered(int[] order, ValueDictionary<T> values, ToIntFunction<T> key) {
        int[] keys = values.values().stream().mapToInt(key).toArray();
        return CountingSort.ordered(order, keys, Character.MAX_VALUE + 1);
    }

    /** A text's number in the order of texts, of each value. */
    private static <T> int[] texts(
            ValueDictionary<T> of, ToIntFunction<T> text, int[] textNumbers) {
        return of.values().stream().mapToInt(v -> textNumbers[text.applyAsInt(v)]).toArray();
    }

    private Rows rows(int[] texts, int[] senderNumbers, int[] resultsNumbers, int[] kindNumbers) {
        int[] from = rows.from(texts);
        int[] sender = rows.sender(senderNumbers);
        int[] result = rows.results(resultsNumbers);
        int[] kind = rows.kind(kindNumbers);
        MessageCountDictionary amounts = MessageCountDictionary.of(rows);
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
            SenderEntry sender = senders.values().get(order[i]);
            Senders.write(sender.address(), octets, i);
            boolean same =
                    i > 0 && sender.address().equals(senders.values().get(order[i - 1]).address());
            rank[i] = i == 0 ? 0 : rank[i - 1] + (same ? 0 : 1);
            confirmed[i] = sender.confirmed() ? 1 : 0;
        }
        return new Senders(
                IntColumn.of(rank),
                octets,
                arranged(texts(senders, SenderEntry::name, textNumbers), order),
                IntColumn.of(confirmed),
                arranged(texts(senders, SenderEntry::organization, textNumbers), order),
                arranged(texts(senders, SenderEntry::country, textNumbers), order));
    }

    private Results results(int[] order, int[] textNumbers) {
        Function<ToIntFunction<ResultsEntry>, IntColumn> text =
                of -> arranged(texts(results, of, textNumbers), order);
        Function<ToIntFunction<ResultsEntry>, IntColumn> number =
                of -> arranged(results.values().stream().mapToInt(of).toArray(), order);
        return new Results(
                text.apply(ResultsEntry::reporter),
                text.apply(ResultsEntry::reason),
                text.apply(ResultsEntry::comment),
                number.apply(shown -> shown.dkim().ordinal()),
                text.apply(ResultsEntry::dkimDomain),
                text.apply(ResultsEntry::selectors),
                number.apply(shown -> shown.dkimSays().ordinal()),
                number.apply(shown -> shown.spf().ordinal()),
                text.apply(ResultsEntry::spfDomain),
                number.apply(shown -> shown.spfSays().ordinal()),
                text.apply(ResultsEntry::envelopeTo),
                text.apply(ResultsEntry::envelopeFrom),
                text.apply(ResultsEntry::policyDomain));
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
