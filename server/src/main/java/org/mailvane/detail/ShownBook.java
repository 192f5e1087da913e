package org.mailvane.detail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.sources.MailNames;
import org.mailvane.store.Scope;
import org.mailvane.traffic.Numbers;
import org.mailvane.traffic.ReportedRows;
import org.mailvane.traffic.ReportedRows.ResultsKey;
import org.mailvane.traffic.RowBlock.Identifiers;
import org.mailvane.traffic.RowResults;

/** What rows show of their results, each under a number. */
final class ShownBook {

    private static final int NO_NUMBER = -1;

    private final Scope scope;
    private final ReportedRows rows;
    private final MailNames names;
    private final RowFilter filter;
    private final int atOnce;
    private final Numbers<Key> numbers = new Numbers<>();

    /** Those that are looked up; the rest of the numbers is not yet. */
    private final List<Entry> entries = new ArrayList<>();

    /**
     * @param atOnce results that are looked up by one statement
     */
    ShownBook(Scope scope, ReportedRows rows, MailNames names, RowFilter filter, int atOnce) {
        this.scope = scope;
        this.rows = rows;
        this.names = names;
        this.filter = filter;
        this.atOnce = atOnce;
    }

    private record Key(UUID detail, DomainId domain, String headerFrom) {

        @Override
        public int hashCode() {
            return detail.hashCode() + headerFrom.hashCode();
        }
    }

    /** What is shown. */
    static final class Entry {

        private final String headerFrom;
        private final boolean isWanted;
        private final boolean hasReason;

        /** Until the builder has it. */
        private @Nullable ShownResults results;

        private int from = NO_NUMBER;
        private int number = NO_NUMBER;

        private Entry(String headerFrom, @Nullable ShownResults wanted) {
            this.headerFrom = headerFrom;
            this.isWanted = wanted != null;
            this.hasReason = wanted != null && !wanted.reason().isEmpty();
            this.results = wanted;
        }

        /** Whether the criteria want rows with these results. */
        boolean isWanted() {
            return isWanted;
        }

        /** Whether a reason to do otherwise than the policy says was reported. */
        boolean hasReason() {
            return hasReason;
        }

        /** The builder's number of the From domain. */
        int from(SnapshotBuilder builder) {
            if (from == NO_NUMBER) {
                from = builder.from(headerFrom);
            }
            return from;
        }

        /** The builder's number of the results. */
        int number(SnapshotBuilder builder) {
            if (number == NO_NUMBER) {
                number = builder.results(Objects.requireNonNull(results));
                results = null;
            }
            return number;
        }
    }

    /** The number of what rows of a domain show that name this. */
    int of(DomainId domain, Identifiers identifiers) {
        return numbers.of(new Key(identifiers.detail(), domain, identifiers.headerFrom()));
    }

    int size() {
        return numbers.size();
    }

    /** What has that number, once it is looked up. */
    Entry get(int number) {
        return entries.get(number);
    }

    /** Looks up all that is not yet. */
    void lookUp() {
        while (entries.size() < numbers.size()) {
            int to = Math.min(numbers.size(), entries.size() + atOnce);
            List<Key> keys = numbers.values().subList(entries.size(), to);
            Map<Key, ResultsKey> resultsOf = new HashMap<>();
            keys.forEach(key -> resultsOf.put(key, new ResultsKey(key.domain(), key.detail())));
            Map<ResultsKey, RowResults> found = rows.results(scope, resultsOf.values());
            for (Key key : keys) {
                RowResults results = Objects.requireNonNull(found.get(resultsOf.get(key)));
                ShownResults shows = ShownResults.of(results, key.headerFrom(), names);
                entries.add(
                        new Entry(key.headerFrom(), filter.accepts(results, shows) ? shows : null));
            }
        }
    }
}
