package org.mailvane.issues;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.OpenMatters;
import org.mailvane.domains.Standing;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/** How many issues and tasks groups show, and which domains stand how. */
@Component
class OpenByDomain implements OpenMatters {

    private final IssueTable issues;
    private final TaskTable tasks;
    private final Standings standings;

    OpenByDomain(IssueTable issues, TaskTable tasks, Standings standings) {
        this.issues = issues;
        this.tasks = tasks;
        this.standings = standings;
    }

    @Override
    public Map<Long, Counts> byGroup(Scope scope, Collection<Long> groups) {
        // Whoever sees a group may read what it holds.
        Scope whole = scope.wholeAccount();
        Map<Long, Counts> counts = new HashMap<>();
        issues.openByGroup(whole, groups)
                .forEach((group, open) -> counts.merge(group, new Counts(open, 0), Counts::plus));
        tasks.openByGroup(whole, groups)
                .forEach((group, open) -> counts.merge(group, new Counts(0, open), Counts::plus));
        return counts;
    }

    @Override
    public List<DomainId> standing(Scope scope, Standing standing) {
        return standings.domains(scope, standing);
    }
}
