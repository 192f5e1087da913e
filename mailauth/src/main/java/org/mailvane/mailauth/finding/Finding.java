package org.mailvane.mailauth.finding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.FindingKind.Entry;

/**
 * Something that was found, without its words.
 *
 * @param code the stable code
 * @param level how bad it is
 * @param values the values of this case, by the names of the kind's arguments
 * @param reference RFC and section; empty where there is none
 * @param tag the tag or term it is about; empty where it is about the whole
 * @param position where in the record it is, in characters from 0; null where that is not one place
 */
public record Finding(
        String code,
        Level level,
        Map<String, FindingValue> values,
        String reference,
        String tag,
        @Nullable Integer position) {

    /** Characters of a value that are kept; values come from outside and may be long. */
    static final int MAX_VALUE_LENGTH = 300;

    /** A finding. */
    public Finding {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static Finding of(Entry entry, Object... values) {
        return new Finding(
                entry.code(),
                entry.level(),
                FindingValue.named(entry.code(), entry.arguments(), values),
                entry.reference(),
                "",
                null);
    }

    /** Returns the same about a tag or a term. */
    public Finding about(String name) {
        return new Finding(code, level, values, reference, shortened(name), position);
    }

    /** Returns the same at a place, in characters from 0. */
    public Finding at(int place) {
        return new Finding(code, level, values, reference, tag, place);
    }

    /** Returns the same at no certain place. */
    public Finding anywhere() {
        return new Finding(code, level, values, reference, tag, null);
    }

    /** Returns whether it is of this kind. */
    public boolean is(FindingKind kind) {
        return code.equals(kind.entry().code());
    }

    static String shortened(String value) {
        return value.length() <= MAX_VALUE_LENGTH
                ? value
                : Cut.begin(value, MAX_VALUE_LENGTH) + "...";
    }
}
