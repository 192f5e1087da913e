package org.mailvane.detail;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.jobs.StopSign;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.MailNames;
import org.mailvane.sources.SendingAddresses;
import org.mailvane.sources.SendingAddresses.Known;
import org.mailvane.sources.SendingAddresses.Span;
import org.mailvane.store.Scope;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.ReportedRows;
import org.mailvane.traffic.ReportedRows.ResultsKey;
import org.mailvane.traffic.RowBlock;
import org.mailvane.traffic.RowBlock.Identifiers;
import org.mailvane.traffic.RowKind;
import org.mailvane.traffic.RowResults;

/**
 * Reads the rows of some domains into a snapshot, within one transaction that sees the data as they
 * were at its begin.
 *
 * <p>Rows come in blocks. What stands in them is looked at first; of what is left, the results and
 * what was known of the addresses are looked up for several blocks at once.
 */
final class ReportWork {

    /** Rows that are looked up together, about. */
    static final int BATCH = 30_000;

    /** Results that are looked up at once: a report may give each row 100 KB of them. */
    static final int RESULTS_AT_ONCE = 500;

    /**
     * Results that a thread remembers, also those of rows that are not wanted; beyond that they are
     * looked up again. Each takes some 200 bytes.
     */
    static final int MAX_RESULTS = 50_000;

    /** The same of addresses, of all threads. Each takes some 100 bytes. */
    static final int MAX_ADDRESSES = 200_000;

    /** How much is looked up at once, and remembered. */
    record Bounds(int batch, int resultsAtOnce, int results, int addresses) {

        /** The usual ones. */
        static final Bounds USUAL = new Bounds(BATCH, RESULTS_AT_ONCE, MAX_RESULTS, MAX_ADDRESSES);
    }

    private static final int NO_NUMBER = -1;

    private static final int UNWANTED = -2;

    private final Scope scope;
    private final ReportCriteria criteria;
    private final Days days;
    private final RowFilter filter;
    private final ReportedRows rows;
    private final SendingAddresses addresses;
    private final MailNames names;
    private final SnapshotBuilder builder;
    private final Bounds bounds;
    private final StopSign stop;

    private final Map<IpAddress, Address> addressOf = new ConcurrentHashMap<>();

    private final Set<DomainId> held = new HashSet<>();

    ReportWork(
            Scope scope,
            ReportCriteria criteria,
            ReportedRows rows,
            SendingAddresses addresses,
            MailNames names,
            SnapshotBuilder builder,
            Bounds bounds,
            StopSign stop) {
        this.scope = scope;
        this.criteria = criteria;
        this.days = criteria.days();
        this.filter = new RowFilter(criteria);
        this.rows = rows;
        this.addresses = addresses;
        this.names = names;
        this.builder = builder;
        this.bounds = bounds;
        this.stop = stop;
    }

    /** Reads the rows of these domains, which no other thread reads. */
    void read(List<DomainId> domains) {
        Part part = new Part();
        rows.blocks(scope, domains, days, part::add);
        part.finish();
    }

    /** The domains of which there are rows in the snapshot. */
    Set<DomainId> held() {
        synchronized (builder) {
            return Set.copyOf(held);
        }
    }

    /** An address with what was known of it in the days of the report. */
    private static final class Address {

        private final IpAddress address;

        /** They cover all days; null where nobody has looked yet. */
        private volatile @Nullable List<Span> spans;

        /**
         * What the builder knows it by where all days are one span, or that the criteria don't want
         * it then; guarded by the builder. Given with the first row, as that of {@link Shown}.
         */
        private int number = NO_NUMBER;

        Address(IpAddress address) {
            this.address = address;
        }

        boolean isOneSpan() {
            return Objects.requireNonNull(spans).size() == 1;
        }

        /** What was known of it on that day. */
        Known on(LocalDate day) {
            for (Span span : Objects.requireNonNull(spans)) {
                if (!day.isBefore(span.from()) && day.isBefore(span.to())) {
                    return span.known();
                }
            }
            return Known.NOTHING;
        }
    }

    /** Names what a row shows of its results. */
    private record ShownKey(UUID detail, DomainId domain, String headerFrom) {

        @Override
        public int hashCode() {
            return detail.hashCode() + headerFrom.hashCode();
        }
    }

    /** What a row shows of its results. */
    private static final class Shown {

        private final ShownKey key;

        private boolean isLookedUp;

        private boolean hasReason;

        /** Null where the criteria don't want such rows, and when the builder has them. */
        private @Nullable ShownResults results;

        /**
         * What the builder knows it by, or that the criteria don't want it; guarded by the builder.
         * Given with the first row that is wanted for all else too, since what no row shows would
         * only count against the limits.
         */
        private int number = NO_NUMBER;

        /** The same of the From domain. */
        private int from = NO_NUMBER;

        Shown(ShownKey key) {
            this.key = key;
        }

        void set(@Nullable ShownResults wanted) {
            results = wanted;
            hasReason = wanted != null && !wanted.reason().isEmpty();
            number = wanted == null ? UNWANTED : NO_NUMBER;
            isLookedUp = true;
        }

        int number(SnapshotBuilder builder) {
            if (number == NO_NUMBER) {
                number = builder.results(Objects.requireNonNull(results));
                from = builder.from(key.headerFrom());
                results = null;
            }
            return number;
        }
    }

    /**
     * A block that waits for what is to be looked up.
     *
     * @param wanted those of its rows that are wanted by what stands in them
     * @param addresses by their places in the block; null where no such row has one
     * @param shown the same of what they show
     */
    private record Waiting(
            RowBlock block, int[] wanted, @Nullable Address[] addresses, @Nullable Shown[] shown) {}

    /** Some of the domains. */
    private final class Part {

        private final Map<ShownKey, Shown> shownOf = new HashMap<>();
        private final List<Waiting> waiting = new ArrayList<>();
        private int rowsWaiting;

        void add(RowBlock block) {
            stop.obey();
            int[] wanted = wanted(block);
            if (wanted.length == 0) {
                return;
            }
            @Nullable Address[] ofBlock = new @Nullable Address[block.addresses().size()];
            @Nullable Shown[] shown = new @Nullable Shown[block.identifiers().size()];
            for (int row : wanted) {
                int place = block.address(row);
                if (ofBlock[place] == null) {
                    ofBlock[place] = address(block.addresses().get(place));
                }
                place = block.identifiers(row);
                if (shown[place] == null) {
                    Identifiers identifiers = block.identifiers().get(place);
                    shown[place] =
                            shownOf.computeIfAbsent(
                                    new ShownKey(
                                            identifiers.detail(),
                                            block.domain(),
                                            identifiers.headerFrom()),
                                    Shown::new);
                }
            }
            waiting.add(new Waiting(block, wanted, ofBlock, shown));
            rowsWaiting += wanted.length;
            if (rowsWaiting >= bounds.batch()) {
                finish();
            }
        }

        private int[] wanted(RowBlock block) {
            boolean[] kinds = new boolean[block.kinds().size()];
            for (int kind = 0; kind < kinds.length; kind++) {
                kinds[kind] = filter.accepts(block.kinds().get(kind));
            }
            boolean[] ofAddresses = new boolean[block.addresses().size()];
            for (int address = 0; address < ofAddresses.length; address++) {
                ofAddresses[address] = filter.accepts(block.addresses().get(address));
            }
            Days within = days.within(block.month()).orElse(null);
            int[] wanted = new int[block.size()];
            int count = 0;
            if (within != null) {
                int first = within.first().getDayOfMonth();
                int last = within.last().getDayOfMonth();
                for (int row = 0; row < block.size(); row++) {
                    int day = block.day(row);
                    if (day >= first
                            && day <= last
                            && kinds[block.kind(row)]
                            && ofAddresses[block.address(row)]) {
                        wanted[count++] = row;
                    }
                }
            }
            return Arrays.copyOf(wanted, count);
        }

        private Address address(IpAddress address) {
            Address known = addressOf.get(address);
            return known != null ? known : addressOf.computeIfAbsent(address, Address::new);
        }

        void finish() {
            stop.obey();
            lookUpAddresses();
            lookUpResults();
            synchronized (builder) {
                waiting.forEach(ReportWork.this::place);
            }
            waiting.clear();
            rowsWaiting = 0;
            // Who waits has what it needs, and the builder knows all that was placed.
            if (shownOf.size() > bounds.results()) {
                shownOf.clear();
            }
            if (addressOf.size() > bounds.addresses()) {
                addressOf.clear();
            }
        }

        private void lookUpAddresses() {
            Set<Address> missing = new HashSet<>();
            for (Waiting block : waiting) {
                for (Address address : block.addresses) {
                    if (address != null && address.spans == null) {
                        missing.add(address);
                    }
                }
            }
            if (!missing.isEmpty()) {
                Map<IpAddress, List<Span>> found =
                        addresses.of(missing.stream().map(a -> a.address).toList());
                for (Address address : missing) {
                    address.spans = within(found.getOrDefault(address.address, List.of()));
                }
            }
        }

        private void lookUpResults() {
            Map<ResultsKey, List<Shown>> missing = new HashMap<>();
            for (Waiting block : waiting) {
                for (Shown shown : block.shown) {
                    if (shown != null && !shown.isLookedUp) {
                        ResultsKey key = new ResultsKey(shown.key.domain(), shown.key.detail());
                        missing.computeIfAbsent(key, k -> new ArrayList<>(1)).add(shown);
                    }
                }
            }
            List<ResultsKey> keys = List.copyOf(missing.keySet());
            for (int from = 0; from < keys.size(); from += bounds.resultsAtOnce()) {
                int to = Math.min(keys.size(), from + bounds.resultsAtOnce());
                rows.results(scope, keys.subList(from, to))
                        .forEach((key, found) ->
                                Objects.requireNonNull(missing.get(key))
                                        .forEach(shown -> show(shown, found)));
            }
        }

        private void show(Shown shown, RowResults found) {
            if (!shown.isLookedUp) {
                ShownResults shows = ShownResults.of(found, shown.key.headerFrom(), names);
                shown.set(filter.accepts(found, shows) ? shows : null);
            }
        }
    }

    /** Adds those rows to the snapshot that are wanted for all that was looked up too. */
    private void place(Waiting waiting) {
        RowBlock block = waiting.block;
        int[] kinds = new int[block.kinds().size()];
        Arrays.fill(kinds, NO_NUMBER);
        DayCounts counts = new DayCounts(block.month());
        boolean any = false;
        for (int row : waiting.wanted) {
            Shown shown = Objects.requireNonNull(waiting.shown[block.identifiers(row)]);
            int place = block.kind(row);
            RowKind kind = block.kinds().get(place);
            if (shown.number == UNWANTED || !filter.accepts(kind, shown.hasReason)) {
                continue;
            }
            int sender =
                    sender(
                            Objects.requireNonNull(waiting.addresses[block.address(row)]),
                            block.month(),
                            block.day(row));
            if (sender == UNWANTED) {
                continue;
            }
            if (kinds[place] == NO_NUMBER) {
                kinds[place] = builder.kind(kind);
            }
            int results = shown.number(builder);
            builder.add(shown.from, sender, results, kinds[place], block.messages(row));
            counts.add(block.day(row), kind.category(), block.messages(row));
            any = true;
        }
        if (any) {
            held.add(block.domain());
            counts.addTo(builder);
        }
    }

    /** The number of an address on a day, or that the criteria don't want it then. */
    private int sender(Address address, YearMonth month, int day) {
        if (address.number != NO_NUMBER) {
            return address.number;
        }
        Known known = address.on(month.atDay(day));
        int number =
                filter.accepts(known)
                        ? builder.sender(new Sender(address.address, known))
                        : UNWANTED;
        if (address.isOneSpan()) {
            address.number = number;
            // The builder holds it; here it is not asked for any more.
            address.spans = List.of();
        }
        return number;
    }

    /**
     * What was known in the days of the report, in spans that cover all of them; neighbours with
     * the same are one.
     */
    private List<Span> within(List<Span> spans) {
        List<Span> covering = new ArrayList<>();
        LocalDate next = criteria.startDate();
        LocalDate end = criteria.endDate().plusDays(1);
        for (Span span : spans) {
            LocalDate from = span.from().isBefore(next) ? next : span.from();
            LocalDate to = span.to().isAfter(end) ? end : span.to();
            if (from.isBefore(to)) {
                if (next.isBefore(from)) {
                    append(covering, new Span(next, from, Known.NOTHING));
                }
                append(covering, new Span(from, to, span.known()));
                next = to;
            }
        }
        if (next.isBefore(end)) {
            append(covering, new Span(next, end, Known.NOTHING));
        }
        return covering.size() == 1 ? List.of(covering.getFirst()) : List.copyOf(covering);
    }

    private static void append(List<Span> spans, Span span) {
        if (!spans.isEmpty() && spans.getLast().known().equals(span.known())) {
            Span last = spans.removeLast();
            spans.add(new Span(last.from(), span.to(), span.known()));
        } else {
            spans.add(span);
        }
    }
}
