package org.mailvane.web.sources;

import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;
import org.mailvane.web.frame.Period;

/**
 * What the addresses of pages about sources ask for. What they do not know is taken as not asked.
 *
 * @param values what is asked for
 * @param unknown what is asked for and not known
 */
record SourceListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String DAYS = "days";
    static final String GROUP = "group_id";
    static final String DOMAIN = LinkParameter.DOMAIN;
    static final String CATEGORY = LinkParameter.CATEGORY;

    private static final List<String> CATEGORIES =
            Arrays.stream(Category.values())
                    .map(category -> String.valueOf(category.number()))
                    .toList();

    /** Reads a query. */
    static SourceListQuery of(Map<String, String> query) {
        List<String> days = Period.CHOICES.stream().map(String::valueOf).toList();
        ListQuery asked =
                new ListQuery(query)
                        .known(DAYS, days)
                        .number(GROUP)
                        .text(DOMAIN)
                        .known(CATEGORY, CATEGORIES);
        return new SourceListQuery(asked.values(), asked.unknown());
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** The days: those of the API's lists where nothing is asked. */
    Period period(Clock clock) {
        return Period.of(
                values.getOrDefault(DAYS, String.valueOf(Period.CHOICES.getFirst())), clock);
    }

    /** The category; empty where none is asked for. */
    Optional<Category> category() {
        return Optional.of(get(CATEGORY))
                .filter(text -> !text.isEmpty())
                .map(text -> Category.of(Integer.parseInt(text)));
    }

    /** Whether no domains are chosen. */
    boolean isOfAll() {
        return get(GROUP).isEmpty() && get(DOMAIN).isEmpty();
    }

    /** The domains that are chosen; empty for all that the caller may read. */
    Optional<List<DomainId>> domains(Scope scope, Domains domains) {
        if (isOfAll()) {
            return Optional.empty();
        }
        DomainFilter filter =
                DomainFilter.of(ListQuery.numberOf(get(GROUP)), ListQuery.textOf(get(DOMAIN)));
        return Optional.of(domains.ids(scope, filter));
    }

    /** The same with something else asked for; empty: with that not asked. */
    Map<String, String> with(String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(values);
        other.put(name, value);
        other.values().removeIf(String::isEmpty);
        return other;
    }
}
