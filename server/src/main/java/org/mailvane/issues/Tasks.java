package org.mailvane.issues;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** What to do next about domains. */
@Service
public class Tasks implements ActionItems<Task> {

    private final Db db;
    private final TaskTable table;
    private final ChosenDomains domains;
    private final Clock clock;

    Tasks(Db db, TaskTable table, ChosenDomains domains, Clock clock) {
        this.db = db;
        this.table = table;
        this.domains = domains;
        this.clock = clock;
    }

    /**
     * Takes the steps that are next for a domain: each that is not open already is added, and each
     * that is open and not among them is done. One that stays open keeps its number, its date and
     * whether it is ignored, and is said in these words. It runs within the caller's transaction,
     * in which the domain is locked.
     *
     * @param steps of those with the same code and subject the first counts
     */
    public void settle(Scope scope, DomainId domain, List<NextStep> steps) {
        Scope whole = scope.wholeAccount();
        List<NextStep> kept = steps.stream().map(NextStep::kept).toList();
        db.inTransaction(() -> {
            OpenItemDiff<NextStep> settlement =
                    OpenItemDiff.of(table.open(whole, domain), kept, NextStep::identity);
            Instant now = clock.instant();
            table.solve(whole, settlement.done(), now);
            table.reword(whole, settlement.changed());
            table.insert(whole, domain, settlement.added(), now);
        });
    }

    /**
     * Ends the open steps of these kinds, within the caller's transaction, in which the domain is
     * locked: they are no longer known to be next. The others stay as they are.
     */
    public void end(Scope scope, DomainId domain, Collection<TaskCode> codes) {
        Scope whole = scope.wholeAccount();
        List<Long> ended =
                table.open(whole, domain).entrySet().stream()
                        .filter(open -> codes.contains(open.getValue().code()))
                        .map(Map.Entry::getKey)
                        .toList();
        table.solve(whole, ended, clock.instant());
    }

    /** The steps of a domain that are open. */
    public OpenSteps open(Scope scope, DomainId domain) {
        return table.openKeys(scope.wholeAccount(), domain);
    }

    @Override
    public long count(Scope scope, IssueFilter filter) {
        return table.count(
                scope, conditions(scope, filter), domains.areAll(scope, filter.domains()));
    }

    /**
     * A page of them; where no order is asked for the newest first, and those that came together in
     * the order in which they are to be done.
     */
    public List<Task> list(
            Scope scope, IssueFilter filter, Ordering<TaskOrder> ordering, Window window) {
        return table.list(scope, conditions(scope, filter), ordering, window);
    }

    /**
     * The open tasks of one domain, also those ignored, if the caller may read it: the most urgent
     * first.
     *
     * @param limit how many at most
     */
    public List<Task> openOf(Scope scope, DomainId domain, int limit) {
        IssueFilter open = new IssueFilter(null, null, null, null, null, null, null, false, null);
        Conditions where = conditions(scope, open);
        where.add("t.domain_id = :one", "one", domain.value());
        Ordering<TaskOrder> urgent =
                new Ordering<>(
                        List.of(
                                new Ordering.Key<>(TaskOrder.URGENCY, false),
                                new Ordering.Key<>(TaskOrder.CREATED, false)));
        return table.list(scope, where, urgent, new Window(1, 1, limit, 0));
    }

    private Conditions conditions(Scope scope, IssueFilter filter) {
        Conditions where = domains.of(scope, filter.domains());
        filter.addTo(where, "t", "solve_time");
        return where;
    }

    @Override
    public Optional<Task> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    @Override
    public Optional<Task> setIgnored(Scope scope, long id, boolean ignored) {
        return db.inTransaction(() -> {
            table.setIgnored(scope, id, ignored);
            return table.find(scope, id);
        });
    }
}
