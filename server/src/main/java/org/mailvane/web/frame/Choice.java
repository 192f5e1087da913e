package org.mailvane.web.frame;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.mailvane.domains.DomainGroup;

/**
 * What one can choose in a form.
 *
 * @param options in their order
 * @param chosen the value of the one that is chosen
 */
public record Choice(List<Option> options, String chosen) {

    /** Groups that forms offer at most. */
    public static final int MAX_GROUPS = 500;

    /** One of them, as the form sends it and as people read it. */
    public record Option(String value, String label) {}

    /** How people read what is chosen. */
    public String label() {
        return options.stream()
                .filter(option -> option.value().equals(chosen))
                .findFirst()
                .map(Option::label)
                .orElse(chosen);
    }

    /** A choice whose first option asks for nothing. */
    public static Choice of(String chosen, String none, List<Option> options) {
        List<Option> all = new ArrayList<>();
        all.add(new Option("", none));
        all.addAll(options);
        return new Choice(List.copyOf(all), chosen);
    }

    /**
     * A choice of these, of which none has to be chosen.
     *
     * @param value how forms send one of them
     * @param label how people read it
     */
    public static <T> Choice of(
            String chosen,
            Texts texts,
            Collection<T> each,
            Function<T, String> value,
            Function<T, String> label) {
        return of(
                chosen,
                texts.of("filter.any"),
                each.stream().map(one -> new Option(value.apply(one), label.apply(one))).toList());
    }

    /** A choice of groups, of which none has to be chosen. */
    public static Choice ofGroups(String chosen, Texts texts, List<DomainGroup.Head> groups) {
        return of(chosen, texts.of("filter.any"), options(groups));
    }

    /** Groups to choose from. */
    public static List<Option> options(List<DomainGroup.Head> groups) {
        return groups.stream()
                .map(group -> new Option(String.valueOf(group.id()), group.label()))
                .toList();
    }
}
