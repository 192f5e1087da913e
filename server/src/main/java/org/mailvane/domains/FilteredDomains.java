package org.mailvane.domains;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** What requests say of saved filters: the parameter {@code filter_id} of lists, and names. */
@Component
public class FilteredDomains {

    private final SavedFilters filters;
    private final Domains domains;

    FilteredDomains(SavedFilters filters, Domains domains) {
        this.filters = filters;
        this.domains = domains;
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
     * As {@link #of(Scope, Long)}, of a list that asks for domains in further ways, each of which
     * they must be chosen by.
     *
     * @param groupId the group that holds them; null for any
     * @param part of their names; null for any
     */
    public Optional<List<DomainId>> of(
            Scope scope, @Nullable Long filterId, @Nullable Long groupId, @Nullable String part) {
        Optional<List<DomainId>> filtered = of(scope, filterId);
        if (groupId == null && part == null) {
            return filtered;
        }
        Optional<List<DomainId>> asked =
                Optional.of(domains.ids(scope, DomainFilter.of(groupId, part)));
        if (filtered.isEmpty()) {
            return asked;
        }
        // Each with what counts with it: a subdomain may be named by the one, and come along with
        // its parent of the other.
        List<DomainId> both = new ArrayList<>(domains.shown(scope, filtered));
        both.retainAll(new HashSet<>(domains.shown(scope, asked)));
        return Optional.of(both);
    }

    /**
     * What a filter says of other things than domains too.
     *
     * @param filterId number of a filter of any kind
     * @throws ApiProblem 400 when the caller has no such filter
     */
    public FilterCriteria criteria(Scope scope, long filterId) {
        return filters.find(scope, filterId)
                .map(SavedFilter::criteria)
                .orElseThrow(() -> noFilter(filterId));
    }

    private static ApiProblem noFilter(long filterId) {
        return ApiProblem.invalid(
                "filter_id",
                "\"" + filterId + "\" is not valid: it must be the id of one of your filters.");
    }

    /**
     * Builds the error for names that a filter can't use.
     *
     * @param field where the request has them
     * @param names as the request has them
     * @param unknown those that the caller may not read, or that are not domains of the account;
     *     the error does not say which
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
                        "\"%s\" is not valid: it must be a domain of the account that you can read."
                                .formatted(names.get(i)));
            }
        }
        return ApiProblem.invalid(errors);
    }
}
