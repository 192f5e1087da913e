package org.mailvane.web.actions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.actions.ActionItem;
import org.mailvane.domains.DomainHealth;

/**
 * The open items with the same health.
 *
 * @param items the items, in the order of the list
 */
record HealthGroup(DomainHealth health, List<ActionItem> items) {

    /** Groups a list, in its order. */
    static List<HealthGroup> of(List<? extends ActionItem> list) {
        Map<DomainHealth, List<ActionItem>> all = new LinkedHashMap<>();
        list.forEach(
                item -> all.computeIfAbsent(item.health(), each -> new ArrayList<>()).add(item));
        return all.entrySet().stream()
                .map(each -> new HealthGroup(each.getKey(), each.getValue()))
                .toList();
    }

    /**
     * Returns the key of its name. Optional items have another name than the health of a domain.
     */
    String key() {
        return health == DomainHealth.OK ? "issues.optional" : "health." + health.code();
    }
}
