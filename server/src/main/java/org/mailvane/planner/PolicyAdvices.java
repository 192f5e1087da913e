package org.mailvane.planner;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.store.Scope;
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
    private final Clock clock;

    PolicyAdvices(
            PolicyAdviceTable table,
            AdviceMarks marks,
            AdviceWork work,
            ChosenDomains domains,
            Clock clock) {
        this.table = table;
        this.marks = marks;
        this.work = work;
        this.domains = domains;
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
        Instant now = clock.instant();
        Optional<Taken> row =
                table.take(scope.wholeAccount(), domain, now.plus(AdviceWorker.LEASE));
        row.ifPresent(taken -> {
            try {
                work.judgeAlone(taken);
            } catch (RuntimeException failed) {
                table.release(taken, now);
                throw failed;
            }
        });
    }

    /**
     * What was found out about a domain; empty where there is none that the caller may read. One
     * that was never judged is to be monitored.
     */
    public Optional<PolicyAdvice> find(Scope scope, DomainId domain) {
        return table.find(scope, domain);
    }

    /**
     * How many of these domains the caller may see.
     *
     * @param only the domains that it is about; empty for all
     */
    public long count(Scope scope, PolicyDomainFilter filter, Optional<List<DomainId>> only) {
        return table.count(scope, domains.of(scope, filter.domains()), filter, only);
    }

    /** A page of them, by name where no order is asked for. */
    public List<PolicyDomain> list(
            Scope scope,
            PolicyDomainFilter filter,
            Optional<List<DomainId>> only,
            Ordering<PolicyDomainOrder> ordering,
            Window window) {
        return table.list(
                scope, domains.of(scope, filter.domains()), filter, only, ordering, window);
    }
}
