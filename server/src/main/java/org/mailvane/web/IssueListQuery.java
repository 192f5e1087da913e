package org.mailvane.web;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Ordering;
import org.mailvane.issues.ActionItemFilter;
import org.mailvane.web.IssuesAndTasksController.Kind;

/**
 * What the addresses of issues and of tasks ask for. What they do not know is taken as not asked,
 * and said above the list.
 *
 * @param values what is asked for, by the names of the API's lists where these have it too
 * @param unknown what is asked for and not known
 */
record IssueListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String STATE = "state";
    static final String NAME = "domain";
    static final String GROUP = "group_id";
    static final String AFTER = "created_after";
    static final String BEFORE = "created_before";

    /** Which of them are listed. */
    enum State {
        OPEN(false, false),
        IGNORED(false, true),
        /** Ignored or not. */
        SOLVED(true, null);

        private final boolean solved;
        private final @Nullable Boolean ignored;

        State(boolean solved, @Nullable Boolean ignored) {
            this.solved = solved;
            this.ignored = ignored;
        }

        /** As addresses spell it. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Optional<State> ofCode(String code) {
            return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
        }
    }

    /** Reads a query of one of the lists. */
    static IssueListQuery of(Map<String, String> query, Kind kind) {
        State state = State.ofCode(query.getOrDefault(STATE, "")).orElse(State.OPEN);
        ListQuery asked =
                new ListQuery(query)
                        .known(STATE, Arrays.stream(State.values()).map(State::code).toList())
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

    State state() {
        return State.ofCode(get(STATE)).orElse(State.OPEN);
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
    ActionItemFilter filter(State state) {
        return new ActionItemFilter(
                null,
                ListQuery.dayOf(get(AFTER)).orElse(null),
                ListQuery.dayOf(get(BEFORE)).orElse(null),
                ListQuery.textOf(get(NAME)),
                null,
                ListQuery.numberOf(get(GROUP)),
                state.ignored,
                state.solved,
                null);
    }

    /** The same with another state. */
    Map<String, String> with(State state) {
        Map<String, String> query = new LinkedHashMap<>(values);
        query.put(STATE, state == State.OPEN ? "" : state.code());
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
        query.put("solved", String.valueOf(state().solved));
        if (state().ignored != null) {
            query.put("ignored", String.valueOf(state().ignored));
        }
        query.putIfAbsent(Sorting.PARAMETER, usualOrder);
        return ApiCalls.same(list.api(path, query));
    }
}
