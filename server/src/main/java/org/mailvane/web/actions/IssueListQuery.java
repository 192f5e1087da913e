package org.mailvane.web.actions;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.actions.ActionItemFilter;
import org.mailvane.api.binding.Ordering;
import org.mailvane.web.actions.IssuesAndTasksController.Kind;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.ItemState;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Sorting;

/**
 * What the addresses of issues and of tasks ask for. What they do not know is taken as not asked,
 * and said above the list.
 *
 * @param values what is asked for, by the names of the API's lists where these have it too
 * @param unknown what is asked for and not known
 */
record IssueListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String STATE = LinkParameter.STATE;
    static final String NAME = LinkParameter.DOMAIN;
    static final String GROUP = "group_id";
    static final String AFTER = "created_after";
    static final String BEFORE = "created_before";

    /** Reads a query of one of the lists. */
    static IssueListQuery of(Map<String, String> query, Kind kind) {
        ItemState state = ItemState.ofCode(query.getOrDefault(STATE, "")).orElse(ItemState.OPEN);
        ListQuery asked =
                new ListQuery(query)
                        .known(
                                STATE,
                                Arrays.stream(ItemState.values()).map(ItemState::code).toList())
                        .text(NAME)
                        .number(GROUP)
                        .day(AFTER)
                        .day(BEFORE)
                        .range(AFTER, BEFORE)
                        // Lists of another state keep the order, and may not have it.
                        .known(Sorting.PARAMETER, kind.orders(state)::contains);
        return new IssueListQuery(asked.values(), asked.unknown());
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    ItemState state() {
        return ItemState.ofCode(get(STATE)).orElse(ItemState.OPEN);
    }

    /** The order of one of the lists, by one of its columns. */
    <E extends Enum<E>> Ordering<E> ordering(Kind kind, E[] columns) {
        return Sorting.of(
                values.getOrDefault(Sorting.PARAMETER, kind.usualOrder(state())), List.of(columns));
    }

    /** Whether nothing is asked of them but how they are. */
    boolean isOfAll() {
        return values.keySet().stream().allMatch(List.of(STATE, Sorting.PARAMETER)::contains);
    }

    /** The same as the API's filter, of those that are so. */
    ActionItemFilter filter(ItemState state) {
        return new ActionItemFilter(
                null,
                ListQuery.dayOf(get(AFTER)).orElse(null),
                ListQuery.dayOf(get(BEFORE)).orElse(null),
                ListQuery.textOf(get(NAME)),
                null,
                ListQuery.numberOf(get(GROUP)),
                state.ignored(),
                state.solved(),
                null);
    }

    /** The same with another state. */
    Map<String, String> with(ItemState state) {
        Map<String, String> query = new LinkedHashMap<>(values);
        query.put(STATE, state == ItemState.OPEN ? "" : state.code());
        query.values().removeIf(String::isEmpty);
        return query;
    }

    /**
     * The same part of the list by API.
     *
     * @param path the API's list
     * @param usualOrder its order where none is asked for
     */
    ApiCalls api(PageList list, String path, String usualOrder) {
        Map<String, String> query = new LinkedHashMap<>(values);
        query.remove(STATE);
        query.put("solved", String.valueOf(state().solved()));
        if (state().ignored() != null) {
            query.put("ignored", String.valueOf(state().ignored()));
        }
        query.putIfAbsent(Sorting.PARAMETER, usualOrder);
        return ApiCalls.same(list.api(path, query));
    }
}
