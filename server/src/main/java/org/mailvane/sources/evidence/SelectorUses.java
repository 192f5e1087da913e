package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.evidence.SelectorAnswers.Selector;
import org.springframework.stereotype.Service;

/** Shows who uses which selector of a domain, month by month. */
@Service
public class SelectorUses {

    /** Selectors of a domain and month that are kept, those with the most messages first. */
    public static final int MAX_SELECTORS = 200;

    private final SelectorUseTable table;
    private final DomainEvidenceTable evidence;
    private final KeptDays keptDays;

    SelectorUses(SelectorUseTable table, DomainEvidenceTable evidence, KeptDays keptDays) {
        this.table = table;
        this.evidence = evidence;
        this.keptDays = keptDays;
    }

    /**
     * Replaces what is known of a domain and month, within the transaction that runs on this
     * thread, in which the domain is locked. Months that are no longer kept are forgotten.
     *
     * @param month its first day
     * @param uses in any spelling; what is not a name is left out, and so is all but the {@value
     *     #MAX_SELECTORS} selectors with the most messages
     * @return whether rows of this month and the next may be classified otherwise now
     */
    public boolean replace(Scope scope, DomainId domain, LocalDate month, List<SelectorUse> uses) {
        LocalDate first = month.withDayOfMonth(1);
        YearMonth changed = YearMonth.from(month);
        List<SelectorUse> around =
                table.list(scope, Set.of(domain), first.minusMonths(1), first.plusMonths(1))
                        .getOrDefault(domain, List.of());
        List<SelectorUse> fresh = kept(first, uses);
        List<SelectorUse> after = new ArrayList<>(fresh);
        List<SelectorUse> before = new ArrayList<>();
        for (SelectorUse use : around) {
            (use.month().equals(first) ? before : after).add(use);
        }
        if (Set.copyOf(before).equals(Set.copyOf(fresh))) {
            return false;
        }
        table.delete(scope, domain, first);
        table.insert(scope, domain, fresh);
        // The month before a kept one is still read for it.
        LocalDate kept = keptDays.now().first().withDayOfMonth(1);
        table.forget(scope, domain, kept.minusMonths(1));
        boolean differs =
                !answers(around, changed).equals(answers(after, changed))
                        || !answers(around, changed.plusMonths(1))
                                .equals(answers(after, changed.plusMonths(1)));
        if (differs) {
            evidence.raiseVersions(scope, Set.of(domain));
        }
        return differs;
    }

    private static SelectorAnswers answers(Collection<SelectorUse> uses, YearMonth month) {
        return SelectorAnswers.at(SelectorAnswers.byMonth(uses), month.atDay(1));
    }

    /** As they are stored: one row for each who, of the selectors that have the most messages. */
    private static List<SelectorUse> kept(LocalDate month, List<SelectorUse> uses) {
        record User(Selector selector, int source, boolean authorized) {}
        Map<User, Long> sums = new HashMap<>();
        Map<Selector, Long> volumes = new HashMap<>();
        for (SelectorUse use : uses) {
            Selector selector = Selector.of(use);
            if (selector.isName() && use.messages() > 0) {
                sums.merge(
                        new User(selector, use.source(), use.authorized()),
                        use.messages(),
                        Math::addExact);
                volumes.merge(selector, use.messages(), Math::addExact);
            }
        }
        Set<Selector> largest = new HashSet<>();
        volumes.entrySet().stream()
                .sorted(
                        Map.Entry.<Selector, Long>comparingByValue()
                                .reversed()
                                .thenComparing(entry -> entry.getKey().toString()))
                .limit(MAX_SELECTORS)
                .forEach(entry -> largest.add(entry.getKey()));
        List<SelectorUse> kept = new ArrayList<>();
        sums.forEach((user, messages) -> {
            if (largest.contains(user.selector())) {
                kept.add(
                        new SelectorUse(
                                month,
                                user.selector().domain(),
                                user.selector().name(),
                                user.source(),
                                user.authorized(),
                                messages));
            }
        });
        return kept;
    }
}
