package org.mailvane.issues;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** What is wrong with domains' records. */
@Service
public class Issues implements ActionItems<Issue> {

    private final Db db;
    private final IssueTable table;
    private final ChosenDomains domains;
    private final Clock clock;

    Issues(Db db, IssueTable table, ChosenDomains domains, Clock clock) {
        this.db = db;
        this.table = table;
        this.domains = domains;
        this.clock = clock;
    }

    /**
     * Takes what a check has found of a domain's record: each problem that is not open already is
     * raised, and each that is open and was not found is solved. One that stays open keeps its
     * number, its date and whether it is ignored, and is said in the words of the last check. It
     * runs within the caller's transaction, in which the domain is locked.
     *
     * @param record the kind of record that was checked, such as {@code spf}; issues of other kinds
     *     stay as they are
     * @param found of problems with the same code and subject the first counts
     */
    public void settle(
            Scope scope, DomainId domain, String record, Collection<FoundProblem> found) {
        Scope whole = scope.wholeAccount();
        List<FoundProblem> kept = found.stream().map(FoundProblem::kept).toList();
        db.inTransaction(() -> {
            OpenItemDiff<FoundProblem> settlement =
                    OpenItemDiff.of(
                            table.open(whole, domain, record), kept, FoundProblem::identity);
            Instant now = clock.instant();
            table.solve(whole, settlement.done(), now);
            table.reword(whole, settlement.changed());
            table.insert(whole, domain, record, settlement.added(), now);
        });
    }

    @Override
    public long count(Scope scope, IssueFilter filter) {
        return table.count(
                scope, conditions(scope, filter), domains.areAll(scope, filter.domains()));
    }

    /** A page of them, the newest first where no order is asked for. */
    public List<Issue> list(
            Scope scope, IssueFilter filter, Ordering<IssueOrder> ordering, Window window) {
        return table.list(scope, conditions(scope, filter), ordering, window);
    }

    /**
     * The open issues of one domain, also those ignored, if the caller may read it: the most urgent
     * first.
     *
     * @param limit how many at most
     */
    public List<Issue> openOf(Scope scope, DomainId domain, int limit) {
        IssueFilter open = new IssueFilter(null, null, null, null, null, null, null, false, null);
        Conditions where = conditions(scope, open);
        where.add("i.domain_id = :one", "one", domain.value());
        Ordering<IssueOrder> urgent =
                new Ordering<>(
                        List.of(
                                new Ordering.Key<>(IssueOrder.URGENCY, false),
                                new Ordering.Key<>(IssueOrder.CREATED, false)));
        return table.list(scope, where, urgent, new Window(1, 1, limit, 0));
    }

    private Conditions conditions(Scope scope, IssueFilter filter) {
        Conditions where = domains.of(scope, filter.domains());
        filter.addTo(where, "i", "solved");
        return where;
    }

    @Override
    public Optional<Issue> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    @Override
    public Optional<Issue> setIgnored(Scope scope, long id, boolean ignored) {
        return db.inTransaction(() -> {
            table.setIgnored(scope, id, ignored);
            return table.find(scope, id);
        });
    }
}
