package org.mailvane.mailauth.finding;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.dns.AddressPurpose;

/** A value within a finding, which each language writes in its own way. */
public sealed interface FindingValue {

    /** Names of an enumeration that are kept. */
    int MAX_NAMES = 20;

    /** What is the same in all languages: a domain name, a record, a tag. */
    record Name(String value) implements FindingValue {}

    /** A whole number. */
    record Count(long value) implements FindingValue {}

    /** A calendar day in UTC. */
    record Day(LocalDate value) implements FindingValue {}

    /**
     * Names, as an enumeration.
     *
     * @param shown those that are kept
     * @param more how many others there are
     */
    record Names(List<String> shown, long more) implements FindingValue {

        /** Names. */
        public Names {
            shown = List.copyOf(shown);
        }
    }

    /**
     * A part of the sentence whose text depends on the language.
     *
     * @param code of {@link FindingPhrase}, or of {@link AddressPurpose} after {@code address.}, or
     *     of {@link org.mailvane.mailauth.https.Https.Reason} after {@code fetch.}
     * @param values the values of this case, by name
     */
    record Phrase(String code, Map<String, FindingValue> values) implements FindingValue {

        /** A part. */
        public Phrase {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /**
     * Returns the value that an object stands for: whole numbers, days, moments (as days), lists of
     * names, what a special address is for, and phrases; anything else is a name.
     */
    static FindingValue of(Object value) {
        return switch (value) {
            case FindingValue same -> same;
            case Integer number -> new Count(number);
            case Long number -> new Count(number);
            case LocalDate day -> new Day(day);
            case Instant moment -> new Day(LocalDate.ofInstant(moment, ZoneOffset.UTC));
            case FindingPhrase phrase -> phrase.with();
            case AddressPurpose purpose -> new Phrase("address." + purpose.code(), Map.of());
            case Collection<?> names ->
                    new Names(
                            names.stream()
                                    .limit(MAX_NAMES)
                                    .map(name -> Finding.shortened(name.toString()))
                                    .toList(),
                            Math.max(0, names.size() - MAX_NAMES));
            default -> new Name(Finding.shortened(value.toString()));
        };
    }

    /**
     * Returns values by the names of their arguments.
     *
     * @throws IllegalArgumentException if there are more or fewer values than arguments
     */
    static Map<String, FindingValue> named(String code, List<String> arguments, Object... values) {
        if (arguments.size() != values.length) {
            throw new IllegalArgumentException(
                    "%s has the arguments %s and not %d".formatted(code, arguments, values.length));
        }
        Map<String, FindingValue> named = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            named.put(arguments.get(i), of(values[i]));
        }
        return named;
    }
}
