package org.mailvane.detailreport.snapshot;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.sources.evidence.SendingAddresses.Span;
import org.mailvane.traffic.Days;

/** What was known of addresses in the days of a report. Its threads share it. */
public final class AddressDictionary {

    private static final int NO_NUMBER = -1;

    private final SendingAddresses addresses;
    private final Days days;
    private final int most;
    private final Map<IpAddress, Entry> entries = new ConcurrentHashMap<>();

    /**
     * @param most addresses that it remembers; beyond that it forgets all of them
     */
    public AddressDictionary(SendingAddresses addresses, Days days, int most) {
        this.addresses = addresses;
        this.days = days;
        this.most = most;
    }

    /** An address with what was known of it. */
    static final class Entry {

        private final IpAddress address;

        /** They cover all days; null where nobody has looked yet. */
        private volatile @Nullable List<Span> spans;

        /** What the builder knows it by where all days are one span; guarded by the builder. */
        private int number = NO_NUMBER;

        private Entry(IpAddress address) {
            this.address = address;
        }

        boolean isMissing() {
            return spans == null;
        }

        /** Spans of days in which the same was known, which cover all of them. */
        List<Span> spans() {
            return Objects.requireNonNull(spans);
        }

        /**
         * Returns the builder's number of the address with what was known of it in one of the
         * spans.
         */
        int number(int span, SnapshotBuilder builder) {
            if (number != NO_NUMBER) {
                return number;
            }
            List<Span> all = spans();
            int found = builder.sender(new SendingHost(address, all.get(span).known()));
            if (all.size() == 1) {
                number = found;
            }
            return found;
        }
    }

    /**
     * Returns the entry of an address; what was known is still to be looked up if it {@code
     * isMissing}.
     */
    Entry of(IpAddress address) {
        Entry known = entries.get(address);
        return known != null ? known : entries.computeIfAbsent(address, Entry::new);
    }

    /** Looks up what was known, by one statement. */
    void lookUp(Collection<Entry> missing) {
        if (missing.isEmpty()) {
            return;
        }
        Map<IpAddress, List<Span>> found =
                addresses.of(missing.stream().map(entry -> entry.address).toList());
        for (Entry entry : missing) {
            entry.spans = covering(found.getOrDefault(entry.address, List.of()));
        }
    }

    /** Forgets all entries if there are too many. Callers that have some may still use them. */
    public void trim() {
        if (entries.size() > most) {
            entries.clear();
        }
    }

    /** Spans that cover all of the days; neighbours with the same are one. */
    private List<Span> covering(List<Span> spans) {
        List<Span> covering = new ArrayList<>(1);
        LocalDate next = days.first();
        LocalDate end = days.last().plusDays(1);
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
        return List.copyOf(covering);
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
