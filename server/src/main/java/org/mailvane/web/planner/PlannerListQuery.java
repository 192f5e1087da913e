package org.mailvane.web.planner;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.binding.Ordering;
import org.mailvane.planner.PolicyDomainFilter;
import org.mailvane.planner.PolicyDomainOrder;
import org.mailvane.planner.Recommendation;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Sorting;

/**
 * What the address of the policy planner asks for. What it does not know is taken as not asked.
 *
 * @param values what is asked for, by the names of the API's list
 * @param unknown what is asked for and not known
 */
record PlannerListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String NAME = "domain";
    static final String GROUP = "group_id";
    static final String READY = "policy_ready";
    static final String RAISE = "raise";
    static final String RECOMMENDATION = "recommendation";

    private static final String LIST = ApiCatalogue.VERSION_ROOT + "/policy-domains/";
    private static final List<String> YES_OR_NO = List.of("true", "false");
    private static final String USUAL_ORDER = Sorting.code(PolicyDomainOrder.URGENCY);

    /** Reads a query. */
    static PlannerListQuery of(Map<String, String> query) {
        ListQuery asked =
                new ListQuery(query)
                        .text(NAME)
                        .known(READY, YES_OR_NO)
                        .known(RAISE, YES_OR_NO)
                        .known(
                                RECOMMENDATION,
                                Arrays.stream(Recommendation.values())
                                        .map(Recommendation::code)
                                        .toList())
                        .number(GROUP)
                        .known(
                                Sorting.PARAMETER,
                                Sorting.codes(List.of(PolicyDomainOrder.values())));
        return new PlannerListQuery(asked.values(), asked.unknown());
    }

    private static Optional<Recommendation> recommendation(String code) {
        return Arrays.stream(Recommendation.values())
                .filter(each -> each.code().equals(code))
                .findFirst();
    }

    private static Ordering<PolicyDomainOrder> ordering(String text) {
        return Sorting.of(text, List.of(PolicyDomainOrder.values()));
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Where none is asked for, what can be done at once comes first. */
    Ordering<PolicyDomainOrder> ordering() {
        return ordering(values.getOrDefault(Sorting.PARAMETER, USUAL_ORDER));
    }

    /** The same as the API's filter. */
    PolicyDomainFilter filter() {
        return new PolicyDomainFilter(
                ListQuery.textOf(get(NAME)),
                null,
                ListQuery.numberOf(get(GROUP)),
                yesOrNo(READY),
                yesOrNo(RAISE),
                recommendation(get(RECOMMENDATION)).orElse(null));
    }

    private @Nullable Boolean yesOrNo(String name) {
        return get(name).isEmpty() ? null : Boolean.valueOf(get(name));
    }

    /** The same part of the list by API. */
    ApiCalls api(PageList list) {
        Map<String, String> query = new LinkedHashMap<>(values);
        query.putIfAbsent(Sorting.PARAMETER, USUAL_ORDER);
        return ApiCalls.same(list.api(LIST, query));
    }
}
