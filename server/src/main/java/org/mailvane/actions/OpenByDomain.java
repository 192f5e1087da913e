package org.mailvane.actions;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.OpenItemCounter;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** How many issues and tasks groups show, and the health of their domains. */
@Component
class OpenByDomain implements OpenItemCounter {

    private final IssueTable issues;
    private final TaskTable tasks;
    private final DomainHealthService health;

    OpenByDomain(IssueTable issues, TaskTable tasks, DomainHealthService health) {
        this.issues = issues;
        this.tasks = tasks;
        this.health = health;
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
    public List<DomainId> withHealth(Scope scope, DomainHealth value) {
        return health.domains(scope, value);
    }
}
