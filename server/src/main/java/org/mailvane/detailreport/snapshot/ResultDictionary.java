package org.mailvane.detailreport.snapshot;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.snapshot.SnapshotBuilder.TooMuchException;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.traffic.blocks.ReportedRows;
import org.mailvane.traffic.blocks.ReportedRows.ResultsKey;
import org.mailvane.traffic.blocks.RowResults;
import org.mailvane.traffic.blocks.ValueDictionary;

/** What rows show of their results, each under a number. */
public final class ResultDictionary {

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
    private final ValueDictionary<Naming> namings = new ValueDictionary<>();

    /** By the numbers of domain and From domain, and by what names the raw results. */
    private final WideNumbers numbers = new WideNumbers();

    /** Those that are looked up; the rest of the numbers is not yet. */
    private final List<Entry> entries = new ArrayList<>();

    /**
     * @param atOnce results that are looked up by one statement
     * @param maxCharacters of long texts that differ
     */
    public ResultDictionary(
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

    /** A domain, and a From domain of its rows. */
    private record Naming(DomainId domain, String headerFrom) implements Comparable<Naming> {

        /** Names are whatever reporters send: in an order, those of one hash are found fast too. */
        @Override
        public int compareTo(Naming other) {
            int order = headerFrom.compareTo(other.headerFrom);
            return order != 0 ? order : domain.compareTo(other.domain);
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

        /** Returns the builder's number of the From domain. */
        int from(SnapshotBuilder builder) {
            if (from == NO_NUMBER) {
                from = builder.from(headerFrom);
            }
            return from;
        }

        /** Returns the builder's number of the results. */
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

    /** Returns the number of a From domain of a domain's rows. */
    int name(DomainId domain, String headerFrom) {
        return namings.of(new Naming(domain, headerFrom));
    }

    /**
     * Returns the number of what rows show.
     *
     * @param name number of domain and From domain: {@link #name}
     * @param detail names the raw results
     */
    int of(int name, UUID detail) {
        return numbers.of(name, detail.getMostSignificantBits(), detail.getLeastSignificantBits());
    }

    int size() {
        return numbers.size();
    }

    /** Returns what has that number, once it is looked up. */
    Entry get(int number) {
        return entries.get(number);
    }

    /** Looks up all that is not yet. */
    void lookUp() {
        while (entries.size() < numbers.size()) {
            int to = Math.min(numbers.size(), entries.size() + atOnce);
            Set<ResultsKey> wanted = new HashSet<>();
            for (int number = entries.size(); number < to; number++) {
                wanted.add(results(number));
            }
            Map<ResultsKey, RowResults> found = rows.results(scope, wanted);
            for (int number = entries.size(); number < to; number++) {
                RowResults results = Objects.requireNonNull(found.get(results(number)));
                String headerFrom = naming(number).headerFrom;
                ShownResults shows = ShownResults.of(results, headerFrom, names);
                entries.add(entry(headerFrom, filter.accepts(results, shows) ? shows : null));
            }
        }
    }

    private Naming naming(int number) {
        return namings.values().get(numbers.tag(number));
    }

    private ResultsKey results(int number) {
        return new ResultsKey(
                naming(number).domain, new UUID(numbers.high(number), numbers.low(number)));
    }
}
