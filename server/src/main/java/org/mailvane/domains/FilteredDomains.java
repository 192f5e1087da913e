package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiProblem;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/** Reads the parameter {@code filter_id} of lists. */
@Component
public class FilteredDomains {

    private final SavedFilters filters;

    FilteredDomains(SavedFilters filters) {
        this.filters = filters;
    }

    /**
     * The domains that a list is about.
     *
     * @param filterId the parameter; null where it is not given
     * @return empty for all domains that the caller may read; else for these of them, as {@link
     *     ShownDomains} says
     * @throws ApiProblem 400 when the caller has no such filter
     */
    public Optional<List<DomainId>> of(Scope scope, @Nullable Long filterId) {
        if (filterId == null) {
            return Optional.empty();
        }
        return Optional.of(
                        filters.domainsOf(scope, filterId)
                                .orElseThrow(() ->
                                        ApiProblem.invalid(
                                                "filter_id",
                                                "\""
                                                        + filterId
                                                        + "\" is not valid: it must be the id of one"
                                                        + " of your filters.")))
                .filter(domains -> !domains.isEmpty());
    }
}
