package org.mailvane.detail;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    private final Scope scope;
    private final ReportCriteria criteria;
    private final RowFilter filter;
    private final ReportedRows rows;
    private final SendingAddresses addresses;
    private final MailNames names;
    private final SnapshotBuilder builder;
    private final StopSign stop;

    /** What is known of addresses, guarded by the builder. */
    private final Map<IpAddress, List<Span>> known = new HashMap<>();

    private final Set<DomainId> held = new HashSet<>();

    ReportWork(
            Scope scope,
            ReportCriteria criteria,
            ReportedRows rows,
            SendingAddresses addresses,
            MailNames names,
            SnapshotBuilder builder,
            StopSign stop) {
        this.scope = scope;
        this.criteria = criteria;
        this.filter = new RowFilter(criteria);
        this.rows = rows;
        this.addresses = addresses;
        this.names = names;
        this.builder = builder;
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

    /** Names what a row shows of its results. */
    private record ShownKey(ResultsKey results, String headerFrom) {}

    /** What a row shows of its results, guarded by the builder. */
    private final class Shown {

        /** Null where the criteria don't want such rows. */
        private final @Nullable ShownResults results;

        /**
         * What the builder knows it by: given with the first row that is wanted for all else too,
         * since what no row shows would only count against the limits.
         */
        private int number = -1;

        Shown(@Nullable ShownResults results) {
            this.results = results;
        }

        int number() {
            if (number < 0) {
                number = builder.results(Objects.requireNonNull(results));
            }
            return number;
        }
    }

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

            private final List<RowGroup> waiting = new ArrayList<>(BATCH);

            void add(RowGroup group) {
                waiting.add(group);
                if (waiting.size() == BATCH) {
                    finish();
                }
            }

            void finish() {
                stop.obey();
                lookUpAddresses();
                Map<ResultsKey, RowResults> results = lookUpResults();
                synchronized (builder) {
                    waiting.forEach(group -> place(group, results));
                }
                waiting.clear();
            }

            private void lookUpAddresses() {
                Set<IpAddress> missing = new HashSet<>();
                synchronized (builder) {
                    for (RowGroup group : waiting) {
                        if (!known.containsKey(group.address())) {
                            missing.add(group.address());
                        }
                    }
                }
                if (!missing.isEmpty()) {
                    Map<IpAddress, List<Span>> found = addresses.of(missing);
                    synchronized (builder) {
                        missing.forEach(address ->
                                known.put(address, within(found.getOrDefault(address, List.of()))));
                    }
                }
            }

            private Map<ResultsKey, RowResults> lookUpResults() {
                Set<ResultsKey> missing = new HashSet<>();
                for (RowGroup group : waiting) {
                    ResultsKey key = new ResultsKey(group.domain(), group.detail());
                    if (!shown.containsKey(new ShownKey(key, group.headerFrom()))) {
                        missing.add(key);
                    }
                }
                return missing.isEmpty() ? Map.of() : rows.results(scope, missing);
            }
        }

        private void place(RowGroup group, Map<ResultsKey, RowResults> results) {
            Shown shows = shown(group, results);
            if (shows.results == null || !filter.accepts(group, shows.results)) {
                return;
            }
            Known address = knownOf(group);
            if (address == null) {
                changing.add(group.address());
                return;
            }
            if (!filter.accepts(address)) {
                return;
            }
            RowKind kind =
                    new RowKind(
                            group.category(),
                            group.source(),
                            group.rule(),
                            group.disposition(),
                            group.dkimAligned(),
                            group.spfAligned());
            builder.add(
                    group.headerFrom(),
                    builder.sender(new Sender(group.address(), address)),
                    shows.number(),
                    kind,
                    group.messages());
            held.add(group.domain());
            if (group.day() != null && !filter.isDoneByDatabase()) {
                builder.addDay(new DayMessages(group.day(), group.category(), group.messages()));
            }
        }

        private Shown shown(RowGroup group, Map<ResultsKey, RowResults> results) {
            ResultsKey key = new ResultsKey(group.domain(), group.detail());
            return shown.computeIfAbsent(
                    new ShownKey(key, group.headerFrom()),
                    missing -> {
                        RowResults found = Objects.requireNonNull(results.get(key));
                        ShownResults shows = ShownResults.of(found, group.headerFrom(), names);
                        return new Shown(filter.accepts(found, shows) ? shows : null);
                    });
        }
    }

    /** What was known of the row's address; null where that depends on a day that it has not. */
    private @Nullable Known knownOf(RowGroup group) {
        List<Span> spans = Objects.requireNonNull(known.get(group.address()));
        LocalDate day = group.day();
        if (day == null) {
            return spans.size() == 1 ? spans.getFirst().known() : null;
        }
        for (Span span : spans) {
            if (!day.isBefore(span.from()) && day.isBefore(span.to())) {
                return span.known();
            }
        }
        return Known.NOTHING;
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
