package org.mailvane.web.domains;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.binding.Ordering;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.DomainFilter.SeenPolicy;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainOrder;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Sorting;

/**
 * What the address of the list of domains asks for. What it does not know is taken as not asked: so
 * the page's form always shows what the list is, and a note what is not known.
 *
 * @param values what is asked for, by the names of the API's list where that has it too
 * @param unknown what is asked for and not known
 */
record DomainListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String NAME = "domain";
    static final String STATE = LinkParameter.STATE;

    /** The same by API, which has other states too. */
    private static final String API_STATE = "standing";

    static final String POLICY = "last_seen_dmarc_policy";
    static final String GROUP = "group_id";
    static final String ORIGIN = "origin";
    static final String PARENT = "parent_id";
    static final String ERRORS = "has_errors";

    /** What the form says where no policy was seen: the API has an empty word for it. */
    static final String NO_POLICY = "unset";

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/domains/";

    /** What the list can be ordered by here. */
    static final List<DomainOrder> ORDERS =
            List.of(
                    DomainOrder.DOMAIN,
                    DomainOrder.DMARC_PERCENTAGE,
                    DomainOrder.VOLUME,
                    DomainOrder.SPF_LOOKUP_COUNT);

    /** Reads a query. */
    static DomainListQuery of(Map<String, String> query) {
        ListQuery asked =
                new ListQuery(query)
                        .text(NAME)
                        .known(
                                STATE,
                                codes(Arrays.stream(DomainHealth.values()).map(DomainHealth::code)))
                        .known(
                                POLICY,
                                codes(
                                        Arrays.stream(SeenPolicy.values())
                                                .map(SeenPolicy::code)
                                                .map(code -> code.isEmpty() ? NO_POLICY : code)))
                        .number(GROUP)
                        .known(ORIGIN, codes(Arrays.stream(Origin.values()).map(Origin::code)))
                        .number(PARENT)
                        .ticked(ERRORS)
                        .known(Sorting.PARAMETER, Sorting.codes(ORDERS));
        return new DomainListQuery(asked.values(), asked.unknown());
    }

    private static List<String> codes(Stream<String> codes) {
        return codes.toList();
    }

    private static Optional<DomainHealth> health(String code) {
        return Arrays.stream(DomainHealth.values()).filter(e -> e.code().equals(code)).findFirst();
    }

    private static @Nullable SeenPolicy policy(String code) {
        String stored = code.equals(NO_POLICY) ? "" : code;
        return code.isEmpty()
                ? null
                : Arrays.stream(SeenPolicy.values())
                        .filter(each -> each.code().equals(stored))
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable Origin origin(String code) {
        return Arrays.stream(Origin.values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElse(null);
    }

    private static Ordering<DomainOrder> ordering(String text) {
        return Sorting.of(text, ORDERS);
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    Optional<DomainHealth> health() {
        return health(get(STATE));
    }

    Ordering<DomainOrder> ordering() {
        return ordering(get(Sorting.PARAMETER));
    }

    /** The same as the API's filter. */
    DomainFilter filter() {
        return new DomainFilter(
                null,
                ListQuery.textOf(get(NAME)),
                null,
                null,
                ListQuery.numberOf(get(GROUP)),
                get(ERRORS).isEmpty() ? null : true,
                null,
                policy(get(POLICY)),
                origin(get(ORIGIN)),
                ListQuery.numberOf(get(PARENT)),
                null,
                null,
                null,
                health(get(STATE)).orElse(null));
    }

    /** The same part of the list by API. */
    ApiCalls api(PageList list) {
        Map<String, String> query = new LinkedHashMap<>(values);
        query.remove(STATE);
        health().ifPresent(health -> query.put(API_STATE, health.code()));
        query.replace(POLICY, NO_POLICY, "");
        return ApiCalls.same(list.api(LIST, query));
    }
}
