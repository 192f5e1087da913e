package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.FieldErrors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/** What requests say of saved filters: the parameter {@code filter_id} of lists, and names. */
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
        return Optional.of(filters.domainsOf(scope, filterId).orElseThrow(() -> noFilter(filterId)))
                .filter(domains -> !domains.isEmpty());
    }

    /**
     * What a list is about that asks for more than domains.
     *
     * @param filterId number of a filter of any kind
     * @throws ApiProblem 400 when the caller has no such filter
     */
    public Chosen chosen(Scope scope, long filterId) {
        FilterCriteria criteria =
                filters.find(scope, filterId)
                        .map(SavedFilter::criteria)
                        .orElseThrow(() -> noFilter(filterId));
        return new Chosen(criteria, of(scope, filterId));
    }

    /**
     * What a filter chooses.
     *
     * @param criteria all that it says
     * @param domains as {@link #of} answers them
     */
    public record Chosen(FilterCriteria criteria, Optional<List<DomainId>> domains) {}

    private static ApiProblem noFilter(long filterId) {
        return ApiProblem.invalid(
                "filter_id",
                "\"" + filterId + "\" is not valid: it must be the id of one of your filters.");
    }

    /**
     * Refuses names of which a filter can't be made.
     *
     * @param field where the request has them
     * @param names as the request has them
     * @param unknown those that the caller may not read, or that are no domains of the account:
     *     which of both is not told
     * @return 400 by index
     */
    public static ApiProblem notReadable(
            String field, List<DomainName> names, Set<DomainName> unknown) {
        FieldErrors errors = new FieldErrors();
        for (int i = 0; i < names.size(); i++) {
            if (unknown.contains(names.get(i))) {
                errors.add(
                        field,
                        i,
                        "\"%s\" is not valid: it must be a domain of the account that you may read."
                                .formatted(names.get(i)));
            }
        }
        return ApiProblem.invalid(errors);
    }
}
