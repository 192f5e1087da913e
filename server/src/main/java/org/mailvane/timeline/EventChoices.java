package org.mailvane.timeline;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.FilterCriteria;
import org.mailvane.domains.FilteredDomains;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Which events a list is asked for, by pages and by the API. */
@Service
public class EventChoices {

    private final FilteredDomains domains;

    EventChoices(FilteredDomains domains) {
        this.domains = domains;
    }

    /**
     * Returns the events that are asked for.
     *
     * @throws org.mailvane.api.errors.ApiProblem 400 when the caller has no such saved filter
     */
    public EventChoice of(Scope scope, TimelineEventFilter filter) {
        Optional<List<DomainId>> only =
                domains.of(scope, filter.filterId(), filter.groupId(), filter.domain());
        EventChoice asked =
                new EventChoice(only, codes(filter.changes()), filter.begin(), filter.end());
        return filter.filterId() == null
                ? asked
                : both(asked, domains.criteria(scope, filter.filterId()));
    }

    private static List<String> codes(@Nullable List<Change> changes) {
        return changes == null ? List.of() : changes.stream().map(Change::code).toList();
    }

    /** Returns what is asked for, as far as a saved filter chooses it. */
    private static EventChoice both(EventChoice asked, FilterCriteria saved) {
        LocalDate begin = later(asked.begin(), saved.begin());
        LocalDate end = earlier(asked.end(), saved.end());
        if (asked.changes().isEmpty() || saved.changes().isEmpty()) {
            return new EventChoice(
                    asked.domains(),
                    asked.changes().isEmpty() ? saved.changes() : asked.changes(),
                    begin,
                    end);
        }
        List<String> changes = new ArrayList<>(asked.changes());
        changes.retainAll(saved.changes());
        return new EventChoice(
                // An empty list of kinds would mean all: instead, no domain is chosen, so that
                // nothing is shown.
                changes.isEmpty() ? Optional.of(List.of()) : asked.domains(), changes, begin, end);
    }

    private static @Nullable LocalDate later(@Nullable LocalDate one, @Nullable LocalDate other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }

    private static @Nullable LocalDate earlier(@Nullable LocalDate one, @Nullable LocalDate other) {
        return one == null || (other != null && other.isBefore(one)) ? other : one;
    }
}
