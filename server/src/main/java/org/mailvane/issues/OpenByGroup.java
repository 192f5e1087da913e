package org.mailvane.issues;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.mailvane.domains.OpenMatters;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/** How many issues and tasks groups show. */
@Component
class OpenByGroup implements OpenMatters {

    private final IssueTable issues;
    private final TaskTable tasks;

    OpenByGroup(IssueTable issues, TaskTable tasks) {
        this.issues = issues;
        this.tasks = tasks;
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
}
