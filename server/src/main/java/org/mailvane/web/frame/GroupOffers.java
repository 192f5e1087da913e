package org.mailvane.web.frame;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainGroup;
import org.mailvane.domains.DomainGroups;
import org.mailvane.platform.store.Scope;
import org.mailvane.web.frame.GroupChoice.Offer;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** The groups that the top bar offers to who sees others than DEFAULT, which is all domains. */
@Component
@Profile("service")
class GroupOffers {

    /** Groups that the top bar offers at most; the rest has a page. */
    static final int MAX_OFFERED = 12;

    /** How far somebody's access to groups goes. */
    enum Reach {
        /** They were given access to none. */
        NO_GROUP,
        /** They may look. */
        READS,
        /** There is a group that they may change. */
        WRITES,
        /** It was not looked for. */
        UNKNOWN
    }

    private final DomainGroups groups;

    GroupOffers(DomainGroups groups) {
        this.groups = groups;
    }

    Offer of(Scope scope, GroupChoice choice) {
        // One more than is shown, so that it is known whether there are more.
        List<DomainGroup.Head> first = groups.toChoose(scope, MAX_OFFERED + 1);
        boolean more = first.size() > MAX_OFFERED;
        return new Offer(
                choice,
                label(scope, choice.id(), first),
                more ? first.subList(0, MAX_OFFERED) : first,
                more,
                reach(scope, first));
    }

    private Reach reach(Scope scope, List<DomainGroup.Head> first) {
        if (scope.writes().allDomains()
                || first.stream().anyMatch(DomainGroup.Head::writable)
                || (first.size() > MAX_OFFERED && groups.writesAny(scope))) {
            return Reach.WRITES;
        }
        return first.isEmpty() && !scope.reads().allDomains() ? Reach.NO_GROUP : Reach.READS;
    }

    private @Nullable String label(
            Scope scope, @Nullable Long chosen, List<DomainGroup.Head> known) {
        if (chosen == null) {
            return null;
        }
        return known.stream()
                .filter(group -> group.id() == chosen)
                .findFirst()
                .or(() -> groups.head(scope, chosen))
                .map(DomainGroup.Head::label)
                .orElse(null);
    }
}
