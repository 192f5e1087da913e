package org.mailvane.web.frame;

import java.util.EnumMap;
import java.util.Map;
import org.mailvane.actions.ActionItemFilter;
import org.mailvane.actions.Issues;
import org.mailvane.actions.Tasks;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;
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
        ActionItemFilter open =
                new ActionItemFilter(
                        null,
                        null,
                        null,
                        null,
                        null,
                        group.id(),
                        ItemState.OPEN.ignored(),
                        ItemState.OPEN.solved(),
                        null);
        Map<NavItem, Long> counts = new EnumMap<>(NavItem.class);
        counts.put(NavItem.DOMAINS, domains.count(scope, DomainFilter.of(group.id(), null)));
        counts.put(NavItem.ISSUES, issues.count(scope, open) + tasks.count(scope, open));
        return counts;
    }
}
