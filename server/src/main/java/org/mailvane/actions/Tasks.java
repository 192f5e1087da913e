package org.mailvane.actions;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** What to do next about domains. */
@Service
public final class Tasks extends ActionItems<Task, TaskOrder> {

    private final Db db;
    private final TaskTable table;
    private final Clock clock;

    Tasks(Db db, TaskTable table, ChosenDomains domains, Clock clock) {
        super(db, table, domains, List.of(TaskOrder.URGENCY, TaskOrder.CREATED));
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Makes the open tasks of a domain the steps that are next: adds tasks, changes the texts of
     * those that are still next, and solves the others. Runs within the caller's transaction, in
     * which the domain is locked.
     *
     * @param steps of those with the same code and subject, the first counts
     */
    public void settle(Scope scope, DomainId domain, List<NextStep> steps) {
        db.inTransaction(() -> table.settle(scope.wholeAccount(), domain, steps, clock.instant()));
    }

    /**
     * Solves the open tasks with these codes, since it is no longer known whether they are next.
     * Runs within the caller's transaction, in which the domain is locked.
     */
    public void end(Scope scope, DomainId domain, Collection<TaskCode> codes) {
        db.inTransaction(() -> table.end(scope.wholeAccount(), domain, codes, clock.instant()));
    }

    /** Returns the open steps of a domain. */
    public OpenSteps open(Scope scope, DomainId domain) {
        return table.openSteps(scope.wholeAccount(), domain);
    }
}
