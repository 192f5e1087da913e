package org.mailvane.detail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.detail.SnapshotBuilder.TooMuchException;
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

    /** Texts of that length are not counted: all but comments and lists of many selectors. */
    private static final int SHORT = 100;

    private final Scope scope;
    private final ReportedRows rows;
    private final MailNames names;
    private final RowFilter filter;
    private final int atOnce;
    private final int maxCharacters;
    private final Set<String> texts = new HashSet<>();
    private long characters;
    private final Numbers<Key> numbers = new Numbers<>();

    /** Those that are looked up; the rest of the numbers is not yet. */
    private final List<Entry> entries = new ArrayList<>();

    /**
     * @param atOnce results that are looked up by one statement
     * @param maxCharacters of long texts that differ
     */
    ShownBook(
            Scope scope,
            ReportedRows rows,
            MailNames names,
            RowFilter filter,
            int atOnce,
            int maxCharacters) {
        this.scope = scope;
        this.rows = rows;
        this.names = names;
        this.filter = filter;
        this.atOnce = atOnce;
        this.maxCharacters = maxCharacters;
    }

    private record Key(DomainId domain, Identifiers identifiers) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            int order = identifiers.compareTo(other.identifiers);
            return order != 0 ? order : domain.compareTo(other.domain);
        }

        ResultsKey results() {
            return new ResultsKey(domain, identifiers.detail());
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

    /** Counts characters: the builder would do so when all of them are in memory. */
    private Entry entry(String headerFrom, @Nullable ShownResults wanted) {
        if (wanted != null) {
            String selectors = String.join("\n", wanted.selectors());
            for (String text : List.of(wanted.reason(), wanted.comment(), selectors)) {
                if (text.length() > SHORT && texts.add(text)) {
                    characters += text.length();
                }
            }
            if (characters > maxCharacters) {
                throw new TooMuchException(maxCharacters, "characters of different texts");
            }
        }
        return new Entry(headerFrom, wanted);
    }

    /** The number of what rows of a domain show that name this. */
    int of(DomainId domain, Identifiers identifiers) {
        return numbers.of(new Key(domain, identifiers));
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
            Set<ResultsKey> wanted = new HashSet<>();
            keys.forEach(key -> wanted.add(key.results()));
            Map<ResultsKey, RowResults> found = rows.results(scope, wanted);
            for (Key key : keys) {
                String headerFrom = key.identifiers.headerFrom();
                RowResults results = Objects.requireNonNull(found.get(key.results()));
                ShownResults shows = ShownResults.of(results, headerFrom, names);
                entries.add(entry(headerFrom, filter.accepts(results, shows) ? shows : null));
            }
        }
    }
}
