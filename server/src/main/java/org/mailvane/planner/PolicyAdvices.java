package org.mailvane.planner;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.WindowSums;
import org.springframework.stereotype.Service;

/**
 * Which DMARC policy domains are ready for. It is worked out in the background ({@link
 * AdviceWorker}): each day for every domain, and as soon as something has changed by which one is
 * judged.
 */
@Service
public class PolicyAdvices {

    private final PolicyAdviceTable table;
    private final AdviceMarks marks;
    private final AdviceWork work;
    private final ChosenDomains domains;
    private final PlannedDomainTable planned;
    private final WindowSums sums;
    private final Clock clock;

    PolicyAdvices(
            PolicyAdviceTable table,
            AdviceMarks marks,
            AdviceWork work,
            ChosenDomains domains,
            PlannedDomainTable planned,
            WindowSums sums,
            Clock clock) {
        this.table = table;
        this.marks = marks;
        this.work = work;
        this.domains = domains;
        this.planned = planned;
        this.sums = sums;
        this.clock = clock;
    }

    /**
     * Has domains judged again, because something has changed by which they are judged, such as
     * their DMARC record: when the transaction that runs on this thread is committed. The row above
     * each is judged again too.
     */
    public void changed(Scope scope, Collection<DomainId> domains) {
        marks.mark(scope, domains);
    }

    /** Judges a domain at once: somebody waits for it who has just had its records looked up. */
    public void judge(Scope scope, DomainId domain) {
        judge(scope, domain, work::judgeAlone);
    }

    /**
     * The same by rows as they are, though some may still be classified otherwise: where time is
     * moved, nothing is done in the background.
     */
    public void judgeAsIs(Scope scope, DomainId domain) {
        judge(scope, domain, work::judgeAsIs);
    }

    private void judge(Scope scope, DomainId domain, Consumer<Taken> judge) {
        Instant now = clock.instant();
        Optional<Taken> row =
                table.take(scope.wholeAccount(), domain, now.plus(AdviceWorker.LEASE));
        row.ifPresent(taken -> {
            try {
                judge.accept(taken);
            } catch (RuntimeException failed) {
                table.release(taken, now);
                throw failed;
            }
        });
    }

    /**
     * Returns what was found out about a domain; empty where there is none that the caller may
     * read. One that was never judged is to be monitored.
     */
    public Optional<PolicyAdvice> find(Scope scope, DomainId domain) {
        return table.find(scope, domain)
                .map(advice ->
                        advice.isJudged() && !unsettled(scope, List.of(domain)).isEmpty()
                                ? advice.unsettled()
                                : advice);
    }

    /**
     * Returns those of these domains with counted rows that are being classified, which the planner
     * may not have noticed yet.
     */
    private Set<DomainId> unsettled(Scope scope, List<DomainId> domains) {
        JudgedDays days = JudgedDays.at(clock.instant()).longer();
        Set<DomainId> rows = sums.unsettled(scope, days.first(), days.last()).keySet();
        if (rows.isEmpty()) {
            return Set.of();
        }
        Set<DomainId> unsettled = new HashSet<>(domains);
        unsettled.retainAll(rows);
        planned.governed(scope.wholeAccount(), domains).stream()
                .filter(row -> rows.contains(row.id()))
                .forEach(row -> unsettled.add(row.judged()));
        return unsettled;
    }

    /**
     * Returns how many of these domains the caller may see.
     *
     * @param only the domains that it is about; empty for all
     */
    public long count(Scope scope, PolicyDomainFilter filter, Optional<List<DomainId>> only) {
        return table.count(scope, domains.of(scope, filter.domains()), filter, only);
    }

    /** Returns a page of them, by name where no order is asked for. */
    public List<PolicyDomain> list(
            Scope scope,
            PolicyDomainFilter filter,
            Optional<List<DomainId>> only,
            Ordering<PolicyDomainOrder> ordering,
            Window window) {
        List<PolicyDomain> page =
                table.list(
                        scope, domains.of(scope, filter.domains()), filter, only, ordering, window);
        Set<DomainId> unsettled = unsettled(scope, page.stream().map(PolicyDomain::id).toList());
        return unsettled.isEmpty()
                ? page
                : page.stream()
                        .map(one ->
                                one.advice().isJudged() && unsettled.contains(one.id())
                                        ? one.unsettled()
                                        : one)
                        .toList();
    }
}
