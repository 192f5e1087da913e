package org.mailvane.detail;

import java.time.LocalDate;
import java.util.ArrayList;
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
import org.mailvane.traffic.ReportedRows;
import org.mailvane.traffic.ReportedRows.DayMessages;
import org.mailvane.traffic.ReportedRows.ResultsKey;
import org.mailvane.traffic.RowCriteria;
import org.mailvane.traffic.RowGroup;
import org.mailvane.traffic.RowResults;

/**
 * Reads the rows of some domains into a snapshot, within one transaction that sees the data as they
 * were at its begin.
 *
 * <p>The database puts rows together over all days, by what stands in them. What else a row shows
 * is looked up by batches: its results, and what was known of its address. Where that changed
 * within the days of the report, the address' rows are read once more, by day. Where the criteria
 * ask for something that only results or addresses tell, all rows are read by day, so that days can
 * be counted too.
 */
final class ReportWork {

    /** Groups that are looked up together. */
    static final int BATCH = 5_000;

    /** Results that are looked up at once: a report may give each row 100 KB of them. */
    static final int RESULTS_AT_ONCE = 500;

    /**
     * Results that a thread remembers, also those of rows that are not wanted; beyond that they are
     * looked up again.
     */
    static final int MAX_RESULTS = 50_000;

    /** The same of addresses, of all threads. */
    static final int MAX_ADDRESSES = 200_000;

    /** How much is looked up at once, and remembered. */
    record Bounds(int batch, int resultsAtOnce, int results, int addresses) {

        /** The usual ones. */
        static final Bounds USUAL = new Bounds(BATCH, RESULTS_AT_ONCE, MAX_RESULTS, MAX_ADDRESSES);
    }

    private static final int NO_NUMBER = -1;

    private final Scope scope;
    private final ReportCriteria criteria;
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
        new Part(filter.rows(domains)).read();
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
         * What the builder knows it by where all days are one span, guarded by the builder: given
         * with the first row, as that of {@link Shown}.
         */
        private int number = NO_NUMBER;

        Address(IpAddress address) {
            this.address = address;
        }

        /** What was known of it; null where that depends on a day that the row has not. */
        @Nullable Known on(@Nullable LocalDate day) {
            List<Span> all = Objects.requireNonNull(spans);
            if (all.size() == 1) {
                return all.getFirst().known();
            }
            if (day == null) {
                return null;
            }
            for (Span span : all) {
                if (!day.isBefore(span.from()) && day.isBefore(span.to())) {
                    return span.known();
                }
            }
            return Known.NOTHING;
        }

        int number(Known known, SnapshotBuilder builder) {
            if (Objects.requireNonNull(spans).size() > 1) {
                return builder.sender(new Sender(address, known));
            }
            if (number == NO_NUMBER) {
                number = builder.sender(new Sender(address, known));
            }
            return number;
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

        private boolean isLookedUp;

        /** Null where the criteria don't want such rows. */
        private @Nullable ShownResults results;

        /**
         * What the builder knows it by, guarded by the builder: given with the first row that is
         * wanted for all else too, since what no row shows would only count against the limits.
         */
        private int number = NO_NUMBER;

        int number(SnapshotBuilder builder) {
            if (number == NO_NUMBER) {
                number = builder.results(Objects.requireNonNull(results));
            }
            return number;
        }
    }

    /** A group that waits for what is to be looked up. */
    private record Waiting(RowGroup group, Address address, Shown shown) {}

    /** Some of the domains. */
    private final class Part {

        private final RowCriteria part;

        private final Map<ShownKey, Shown> shown = new HashMap<>();

        /** Of these more than one thing was known. */
        private final Set<IpAddress> changing = new HashSet<>();

        Part(RowCriteria part) {
            this.part = part;
        }

        void read() {
            if (filter.isDoneByDatabase()) {
                Batch groups = new Batch();
                rows.groups(scope, part, groups::add);
                groups.finish();
                if (!changing.isEmpty()) {
                    Batch byDay = new Batch();
                    rows.groupsByDay(scope, part, changing, byDay::add);
                    byDay.finish();
                }
                List<DayMessages> days = rows.days(scope, part);
                synchronized (builder) {
                    days.forEach(builder::addDay);
                }
            } else {
                Batch byDay = new Batch();
                rows.groupsByDay(scope, part, byDay::add);
                byDay.finish();
            }
        }

        /** Groups that wait until there are enough of them to be looked up. */
        private final class Batch {

            private final List<Waiting> waiting = new ArrayList<>(bounds.batch());

            void add(RowGroup group) {
                Address address = addressOf.get(group.address());
                if (address == null) {
                    address = addressOf.computeIfAbsent(group.address(), Address::new);
                }
                ShownKey key = new ShownKey(group.detail(), group.domain(), group.headerFrom());
                waiting.add(
                        new Waiting(group, address, shown.computeIfAbsent(key, k -> new Shown())));
                if (waiting.size() == bounds.batch()) {
                    finish();
                }
            }

            void finish() {
                stop.obey();
                lookUpAddresses();
                lookUpResults();
                synchronized (builder) {
                    waiting.forEach(Part.this::place);
                }
                waiting.clear();
                // Who waits has what it needs, and the builder knows all that was placed.
                if (shown.size() > bounds.results()) {
                    shown.clear();
                }
                if (addressOf.size() > bounds.addresses()) {
                    addressOf.clear();
                }
            }

            private void lookUpAddresses() {
                Set<Address> missing = new HashSet<>();
                for (Waiting row : waiting) {
                    if (row.address.spans == null) {
                        missing.add(row.address);
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
                Map<ResultsKey, List<Waiting>> missing = new HashMap<>();
                for (Waiting row : waiting) {
                    if (!row.shown.isLookedUp) {
                        missing.computeIfAbsent(key(row.group), k -> new ArrayList<>()).add(row);
                    }
                }
                List<ResultsKey> keys = List.copyOf(missing.keySet());
                for (int from = 0; from < keys.size(); from += bounds.resultsAtOnce()) {
                    int to = Math.min(keys.size(), from + bounds.resultsAtOnce());
                    rows.results(scope, keys.subList(from, to))
                            .forEach((key, found) ->
                                    Objects.requireNonNull(missing.get(key))
                                            .forEach(row -> show(row, found)));
                }
            }

            private void show(Waiting row, RowResults found) {
                if (!row.shown.isLookedUp) {
                    ShownResults shows = ShownResults.of(found, row.group.headerFrom(), names);
                    row.shown.results = filter.accepts(found, shows) ? shows : null;
                    row.shown.isLookedUp = true;
                }
            }

            private static ResultsKey key(RowGroup group) {
                return new ResultsKey(group.domain(), group.detail());
            }
        }

        private void place(Waiting row) {
            RowGroup group = row.group;
            ShownResults results = row.shown.results;
            if (results == null || !filter.accepts(group, results)) {
                return;
            }
            Known known = row.address.on(group.day());
            if (known == null) {
                changing.add(group.address());
                return;
            }
            if (!filter.accepts(known)) {
                return;
            }
            builder.add(
                    group.headerFrom(),
                    row.address.number(known, builder),
                    row.shown.number(builder),
                    group.kind(),
                    group.messages());
            held.add(group.domain());
            if (group.day() != null && !filter.isDoneByDatabase()) {
                builder.addDay(
                        new DayMessages(group.day(), group.kind().category(), group.messages()));
            }
        }
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
