package org.mailvane.web;

import java.util.EnumMap;
import java.util.Map;
import org.mailvane.domains.Domains;
import org.mailvane.issues.ActionItemFilter;
import org.mailvane.issues.Issues;
import org.mailvane.issues.Tasks;
import org.mailvane.store.Scope;
import org.mailvane.web.IssueListQuery.State;
import org.mailvane.web.IssuesAndTasksController.Kind;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** How much there is at places of the navigation, as their own pages say when nothing is asked. */
@Component
@Profile("service")
class PlaceCounts {

    private final Domains domains;
    private final Issues issues;
    private final Tasks tasks;

    PlaceCounts(Domains domains, Issues issues, Tasks tasks) {
        this.domains = domains;
        this.issues = issues;
        this.tasks = tasks;
    }

    /** What the caller may see of a group, or of all; of other places nothing is said. */
    Map<NavItem, Long> of(Scope scope, GroupChoice group) {
        Map<String, String> asked = group.query();
        ActionItemFilter open = IssueListQuery.of(asked, Kind.ISSUES).filter(State.OPEN);
        Map<NavItem, Long> counts = new EnumMap<>(NavItem.class);
        counts.put(NavItem.DOMAINS, domains.count(scope, DomainListQuery.of(asked).filter()));
        counts.put(NavItem.ISSUES, issues.count(scope, open) + tasks.count(scope, open));
        return counts;
    }
}
