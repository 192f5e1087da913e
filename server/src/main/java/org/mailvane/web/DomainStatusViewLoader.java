package org.mailvane.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.issues.DomainActions;
import org.mailvane.issues.DomainHealthService;
import org.mailvane.issues.DomainHealthService.Urgent;
import org.mailvane.settings.Settings;
import org.mailvane.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Puts together what pages show of domains, in a number of statements that does not grow. */
@Component
@Profile("service")
class DomainStatusViewLoader {

    /** States of a DMARC record that a name has itself. */
    private static final Set<String> OWN_RECORD = Set.of("present", "error");

    private final Domains domains;
    private final DomainHealthService standings;
    private final boolean watched;

    DomainStatusViewLoader(Domains domains, DomainHealthService standings, Settings settings) {
        this.domains = domains;
        this.standings = standings;
        this.watched = settings.watchesDns();
    }

    /** These domains, which the caller has seen, in their order. */
    List<DomainStatusView> of(Scope scope, List<Domain> shown) {
        List<DomainId> ids = shown.stream().map(Domain::id).toList();
        Map<DomainId, DomainMail> mail = domains.mail(scope, ids);
        Map<DomainId, DomainActions> matters = standings.of(scope, ids);
        Map<DomainId, Domain> above = above(scope, shown);
        List<DomainStatusView> found = new ArrayList<>();
        for (Domain domain : shown) {
            DomainActions open = matters.get(domain.id());
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

    /**
     * The domains that need somebody most: those of which most is at stake, see {@link
     * AttentionScore}.
     *
     * @param domains those, the first before the others
     * @param ofTheFirst whether there are domains that were not compared with them, and may be one
     *     of them
     */
    record Most(List<DomainStatusView> domains, boolean ofTheFirst) {}

    /** So many of the domains that need somebody most. */
    Most most(Scope scope, DomainHealthService.Overall overall, int number) {
        List<Urgent> candidates = candidates(overall, number);
        Map<DomainId, DomainMail> mail =
                domains.mail(
                        scope,
                        candidates.stream().flatMap(rank -> rank.domains().stream()).toList());
        List<AttentionScore> stakes = new ArrayList<>();
        for (int place = 0; place < candidates.size(); place++) {
            Urgent rank = candidates.get(place);
            for (DomainId id : rank.domains()) {
                stakes.add(
                        AttentionScore.of(id, rank, place, mail.getOrDefault(id, DomainMail.NONE)));
            }
        }
        List<AttentionScore> most = stakes.stream().sorted().limit(number).toList();
        if (most.isEmpty()) {
            return new Most(List.of(), false);
        }
        boolean ofTheFirst = false;
        for (int place = 0; place < candidates.size(); place++) {
            Urgent rank = candidates.get(place);
            ofTheFirst |=
                    rank.isCut() && AttentionScore.most(rank, place).compareTo(most.getLast()) < 0;
        }
        List<DomainId> first = most.stream().map(AttentionScore::id).toList();
        Map<DomainId, DomainStatusView> found = new HashMap<>();
        of(scope, rows(scope, first)).forEach(each -> found.put(each.domain().id(), each));
        return new Most(
                first.stream().filter(found::containsKey).map(found::get).toList(), ofTheFirst);
    }

    /**
     * Returns the domains that mail can make the first: all with the same health as others, as long
     * as there are not enough before. Names that do not exist are not counted, since they may come
     * after all others.
     */
    private static List<Urgent> candidates(DomainHealthService.Overall overall, int number) {
        List<Urgent> candidates = new ArrayList<>();
        long there = 0;
        int degree = -1;
        for (Urgent rank : overall.urgent()) {
            int next = AttentionScore.degreeOf(rank.standing());
            if (next != degree && there >= number) {
                break;
            }
            degree = next;
            candidates.add(rank);
            there += rank.missing() ? 0 : rank.domains().size();
        }
        return candidates;
    }

    private List<Domain> rows(Scope scope, Collection<DomainId> ids) {
        return domains.rows(scope, ids);
    }
}
