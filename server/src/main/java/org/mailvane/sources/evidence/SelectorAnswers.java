package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.sources.SourceNumbers;

/**
 * What the use of a domain's selectors says in one month: it is that of the month itself and of the
 * one before, so that it says something on the first days of a month too.
 *
 * @param onlyOf sources that have a selector which nobody else uses, but for mail passed on
 * @param carried selectors whose messages come from authorised hosts, or nearly so
 */
record SelectorAnswers(Set<Integer> onlyOf, Set<Selector> carried) {

    static final SelectorAnswers NONE = new SelectorAnswers(Set.of(), Set.of());

    /** Percent of a selector's messages that count as all of them. */
    static final int NEARLY_ALL_PERCENT = 90;

    /** A selector and its signing domain, as {@link MailNames#plain} has them. */
    record Selector(String domain, String name) {

        static Selector of(SelectorUse use) {
            return new Selector(MailNames.plain(use.domain()), MailNames.plain(use.selector()));
        }

        boolean isName() {
            return !domain.isEmpty()
                    && !name.isEmpty()
                    && domain.length() + name.length() < 2 * DomainName.MAX_LENGTH;
        }
    }

    /** Returns the users of a selector, as far as they were read. */
    private static final class Users {

        private final Map<Integer, Long> bySource = new HashMap<>();
        private final Set<Integer> authorizedSources = new HashSet<>();
        private long messages;
        private long authorized;

        void add(SelectorUse use) {
            bySource.merge(use.source(), use.messages(), Math::addExact);
            messages = Math.addExact(messages, use.messages());
            if (use.authorized()) {
                authorized += use.messages();
                authorizedSources.add(use.source());
            }
        }

        /**
         * Returns the one of the catalogue that uses it alone. Nearly all signed mail is also seen
         * from hosts that pass it on, so a few messages from others don't count, unless the domain
         * authorises them: those send.
         */
        Optional<Integer> onlyUser() {
            return bySource.entrySet().stream()
                    .filter(use -> use.getKey() != SourceNumbers.NAMELESS)
                    .filter(use -> isNearlyAll(use.getValue()))
                    .map(Map.Entry::getKey)
                    .filter(source -> Set.of(source).containsAll(authorizedSources))
                    .findFirst();
        }

        boolean isCarriedByAuthorized() {
            return isNearlyAll(authorized);
        }

        private boolean isNearlyAll(long part) {
            return part >= (double) messages * NEARLY_ALL_PERCENT / 100;
        }
    }

    /** Returns what the uses of one month and the one before say. */
    static SelectorAnswers of(Collection<SelectorUse> uses) {
        Map<Selector, Users> users = new HashMap<>();
        for (SelectorUse use : uses) {
            if (use.messages() > 0) {
                users.computeIfAbsent(Selector.of(use), selector -> new Users()).add(use);
            }
        }
        Set<Integer> onlyOf = new HashSet<>();
        Set<Selector> carried = new HashSet<>();
        users.forEach((selector, each) -> {
            each.onlyUser().ifPresent(onlyOf::add);
            if (each.isCarriedByAuthorized()) {
                carried.add(selector);
            }
        });
        return new SelectorAnswers(onlyOf, carried);
    }

    /** Returns the answers for each month of which, or of the one before, uses are known. */
    static Map<YearMonth, SelectorAnswers> byMonth(Collection<SelectorUse> uses) {
        Map<YearMonth, Set<SelectorUse>> months = new HashMap<>();
        for (SelectorUse use : uses) {
            YearMonth month = YearMonth.from(use.month());
            months.computeIfAbsent(month, m -> new HashSet<>()).add(use);
            months.computeIfAbsent(month.plusMonths(1), m -> new HashSet<>()).add(use);
        }
        Map<YearMonth, SelectorAnswers> answers = HashMap.newHashMap(months.size());
        months.forEach((month, known) -> answers.put(month, of(known)));
        return answers;
    }

    /** Returns the answers for a day. */
    static SelectorAnswers at(Map<YearMonth, SelectorAnswers> months, LocalDate day) {
        return months.isEmpty() ? NONE : months.getOrDefault(YearMonth.from(day), NONE);
    }

    int size() {
        return onlyOf.size() + carried.size();
    }
}
