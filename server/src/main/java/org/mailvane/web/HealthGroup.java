package org.mailvane.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainHealth;
import org.mailvane.issues.ActionItem;

/**
 * The open items of domains with the same health.
 *
 * @param standing the health
 * @param matters the items, in the order of the list
 */
record HealthGroup<M extends ActionItem>(DomainHealth standing, List<M> matters) {

    /** What a list holds, in its order. */
    static <M extends ActionItem> List<HealthGroup<M>> of(List<M> list) {
        Map<DomainHealth, List<M>> all = new LinkedHashMap<>();
        list.forEach(matter ->
                all.computeIfAbsent(matter.standing(), each -> new ArrayList<>()).add(matter));
        return all.entrySet().stream()
                .map(each -> new HealthGroup<>(each.getKey(), each.getValue()))
                .toList();
    }

    /**
     * Returns the key of its name. Optional items have another name than the health of a domain.
     */
    String key() {
        return standing == DomainHealth.OK ? "issues.optional" : "standing." + standing.code();
    }
}
