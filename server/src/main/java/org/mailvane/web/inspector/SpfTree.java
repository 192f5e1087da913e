package org.mailvane.web.inspector;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.mailvane.inspect.InspectionFinding;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.spf.SpfInspector;

/**
 * An SPF record with all that it refers to, as the rows of a table.
 *
 * @param result what was found
 * @param rows the terms, each before those that it leads to; at most {@link #MAX_ROWS}. What ends
 *     an included record without letting anything pass is left out: it decides nothing (RFC 7208,
 *     section 5.2)
 * @param left how many more there are
 */
record SpfTree(SpfInspection result, List<Row> rows, int left) {

    private static final String MECHANISM = "mechanism";
    private static final String INCLUDE = "include";
    private static final String REDIRECT = "redirect";

    private static final Pattern IP6 = Pattern.compile("[+?~-]?ip6:", Pattern.CASE_INSENSITIVE);

    /** Terms that are shown at most; the API has all. */
    static final int MAX_ROWS = 300;

    /** Most levels by which terms are indented; deeper ones are indented like the last of them. */
    static final int MAX_STEPS = 5;

    /**
     * A term.
     *
     * @param term what it is
     * @param depth how many records lie around it, but the domain's own
     * @param beyond which lookup it is, if that is past the limit; else 0
     * @param counted whether it can be said how many messages fall to it
     * @param whole whether all is known that it leads to: not where a message decides, where DNS
     *     did not tell, and where what it leads to is shown elsewhere, or is too much to be shown
     */
    record Row(TextTerm term, int depth, int beyond, boolean counted, boolean whole) {

        /** Returns the class that indents it; null at the top level. */
        String step() {
            return depth == 0 ? "" : "lv" + Math.min(depth, MAX_STEPS);
        }

        /** Returns whether it costs lookups, and no message passes by it. */
        boolean isUnused() {
            return counted
                    && whole
                    && isPass(term)
                    && term.queryCount() > 0
                    && term.surveyDomainVolume() == 0;
        }

        /** Returns whether it matches all hosts that no other term names. */
        boolean isOfOthers() {
            return term.name().equals("all");
        }

        /** Whether it names a network of IPv6, which has no IPv4 addresses to count. */
        boolean isOfIp6() {
            return IP6.matcher(term.value()).lookingAt();
        }
    }

    /** Returns whether messages are shown: without any, all terms would look useless. */
    boolean hasMessages() {
        return result.volumeDays() > 0 && messages() > 0;
    }

    /** Messages of which it is known how they fare: those that pass, and those that do not. */
    long messages() {
        return result.volume().surveyDomainVolume()
                + rows.stream()
                        .filter(row -> row.counted() && !isPass(row.term()))
                        .mapToLong(row -> row.term().surveyDomainVolume())
                        .sum();
    }

    private static boolean isPass(TextTerm term) {
        return term.qualifier().equals("+") || term.name().equals(REDIRECT);
    }

    /** Returns the lookups that receivers make at most (RFC 7208, section 4.6.4). */
    int limit() {
        return SpfInspector.MAX_LOOKUPS;
    }

    static SpfTree of(SpfInspection result) {
        Walk walk = new Walk();
        for (TextRecord record : result.records()) {
            // The problem of several records is that there are several: the count starts at 0 for
            // each.
            walk.lookups = 0;
            walk.walk(record);
        }
        return new SpfTree(result, List.copyOf(walk.rows), walk.terms - walk.rows.size());
    }

    private static boolean isEnd(TextTerm term) {
        return term.name().equals("all") && !term.qualifier().equals("+") && term.valid();
    }

    private static boolean isMechanism(TextTerm term) {
        return term.type().equals(MECHANISM);
    }

    private static boolean refers(TextTerm term) {
        return term.name().equals(INCLUDE) || term.name().equals(REDIRECT);
    }

    private static boolean isWhole(TextTerm term) {
        if (!term.known() || (refers(term) && term.result().isEmpty())) {
            return false;
        }
        return term.result().stream()
                .flatMap(record -> record.terms().stream())
                .allMatch(SpfTree::isWhole);
    }

    /** In the order in which receivers look things up. */
    private static final class Walk {

        private final List<Row> rows = new ArrayList<>();
        private int terms;
        private int lookups;

        /** The domain's own record, or one of several. */
        void walk(TextRecord record) {
            walk(record, 0, false, true, false);
        }

        /**
         * Walks a record.
         *
         * @param included whether a mechanism asks for it, for which only a pass counts
         * @param passes whether mail that it allows passes in the end
         * @param before whether something before it may match what is not known
         */
        private void walk(
                TextRecord record, int depth, boolean included, boolean passes, boolean before) {
            boolean open = before;
            for (TextTerm term : record.terms()) {
                if (included && isEnd(term)) {
                    continue;
                }
                int below =
                        term.result().stream()
                                .flatMap(nested -> nested.terms().stream())
                                .mapToInt(TextTerm::queryCount)
                                .sum();
                boolean asks = term.queryCount() > below;
                lookups += asks ? 1 : 0;
                terms++;
                boolean whole = isWhole(term);
                if (rows.size() < MAX_ROWS) {
                    boolean beyond = asks && lookups > SpfInspector.MAX_LOOKUPS;
                    boolean counted =
                            !term.ignored()
                                    && (isPass(term)
                                            ? passes && (whole || term.surveyDomainVolume() > 0)
                                            : !included && isMechanism(term) && whole && !open);
                    rows.add(new Row(term, depth, beyond ? lookups : 0, counted, whole));
                }
                open |= isMechanism(term) && !term.ignored() && !whole;
                if (depth < InspectionFinding.MAX_DEPTH) {
                    boolean includes = included || term.name().equals(INCLUDE);
                    boolean passesOn = passes && isPass(term);
                    for (TextRecord nested : term.result()) {
                        walk(nested, depth + 1, includes, passesOn, open);
                    }
                }
            }
        }
    }
}
