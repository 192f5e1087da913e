package org.mailvane.web.parts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.actions.DomainActions;
import org.mailvane.actions.DomainHealthService;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Puts together what pages show of domains, in a number of statements that does not grow. */
@Component
@Profile("service")
public class DomainStatusViewLoader {

    /** States of a DMARC record that a name has itself. */
    private static final Set<String> OWN_RECORD = Set.of("present", "error");

    private final Domains domains;
    private final DomainHealthService health;
    private final boolean watched;

    DomainStatusViewLoader(Domains domains, DomainHealthService health, Settings settings) {
        this.domains = domains;
        this.health = health;
        this.watched = settings.watchesDns();
    }

    /** These domains, which the caller has seen, in their order. */
    public List<DomainStatusView> of(Scope scope, List<Domain> shown) {
        List<DomainId> ids = shown.stream().map(Domain::id).toList();
        Map<DomainId, DomainMail> mail = domains.mail(scope, ids);
        Map<DomainId, DomainActions> actions = health.of(scope, ids);
        Map<DomainId, Domain> above = above(scope, shown);
        List<DomainStatusView> found = new ArrayList<>();
        for (Domain domain : shown) {
            DomainActions open = actions.get(domain.id());
            // One that was deleted meanwhile has none.
            if (open != null) {
                found.add(
                        new DomainStatusView(
                                domain,
                                open,
                                mail.getOrDefault(domain.id(), DomainMail.NONE),
                                isReportedAbove(domain) ? above.get(domain.parentId()) : null,
                                watched));
            }
        }
        return found;
    }

    /**
     * Returns the parents, which the caller sees too, of domains without separate reports:
     * receivers report about names that have no record in the reports about the domain above.
     */
    private Map<DomainId, Domain> above(Scope scope, List<Domain> shown) {
        Set<DomainId> parents = new HashSet<>();
        for (Domain domain : shown) {
            if (isReportedAbove(domain)) {
                parents.add(domain.parentId());
            }
        }
        Map<DomainId, Domain> above = new HashMap<>();
        if (!parents.isEmpty()) {
            domains.rows(scope, parents).stream()
                    .filter(parent -> parent.lastUploadTime() != null)
                    .forEach(parent -> above.put(parent.id(), parent));
        }
        return above;
    }

    private static boolean isReportedAbove(Domain domain) {
        return domain.lastUploadTime() == null
                && domain.parentId() != null
                && !OWN_RECORD.contains(domain.records().dmarcState());
    }

    /** Returns these domains, in this order. Domains that were deleted meanwhile are left out. */
    public List<DomainStatusView> ofIds(Scope scope, List<DomainId> ids) {
        Map<DomainId, DomainStatusView> found = new HashMap<>();
        of(scope, domains.rows(scope, ids)).forEach(each -> found.put(each.domain().id(), each));
        return ids.stream().filter(found::containsKey).map(found::get).toList();
    }
}
