package org.mailvane.actions;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** What is wrong with domains' records. */
@Service
public final class Issues extends ActionItems<Issue, IssueOrder> {

    private final Db db;
    private final IssueTable table;
    private final Clock clock;

    Issues(Db db, IssueTable table, ChosenDomains domains, Clock clock) {
        super(db, table, domains, List.of(IssueOrder.URGENCY, IssueOrder.CREATED));
        this.db = db;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Makes the open issues about a kind of record of a domain what a check has found: adds issues,
     * changes the texts of those that are still found, and solves the others. Runs within the
     * caller's transaction, in which the domain is locked.
     *
     * @param record the kind of record that was checked, such as {@code spf}
     * @param found of problems with the same code and subject, the first counts
     */
    public void settle(
            Scope scope, DomainId domain, String record, Collection<FoundProblem> found) {
        db.inTransaction(
                () -> table.settle(scope.wholeAccount(), domain, record, found, clock.instant()));
    }
}
