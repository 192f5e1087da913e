package org.mailvane.mailauth.finding;

import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.FindingKind.Entry;

/**
 * Something that was found: a message of the API.
 *
 * @param code the stable code
 * @param level how bad it is
 * @param text what was found
 * @param solution what to do about it; empty where there is nothing to do
 * @param reference RFC and section; empty where there is none
 * @param tag the tag or term it is about; empty where it is about the whole
 * @param position where in the record it stands, in characters from 0; null where that is not one
 *     place
 */
public record Finding(
        String code,
        Level level,
        String text,
        String solution,
        String reference,
        String tag,
        @Nullable Integer position) {

    /** Characters of a value that are shown in a text; values come from outside and may be long. */
    static final int MAX_VALUE_LENGTH = 300;

    static Finding of(Entry entry, Object... values) {
        return new Finding(
                entry.code(),
                entry.level(),
                filled(entry.text(), values),
                filled(entry.solution(), values),
                entry.reference(),
                "",
                null);
    }

    /** The same about a tag or a term. */
    public Finding about(String name) {
        return new Finding(code, level, text, solution, reference, shortened(name), position);
    }

    /** The same at a place, in characters from 0. */
    public Finding at(int place) {
        return new Finding(code, level, text, solution, reference, tag, place);
    }

    /** Whether it is of this kind. */
    public boolean is(FindingKind kind) {
        return code.equals(kind.entry().code());
    }

    private static String filled(String template, Object... values) {
        StringBuilder text = new StringBuilder(template.length() + 32);
        int from = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', from)) {
            int close = template.indexOf('}', open);
            text.append(template, from, open);
            int index = Integer.parseInt(template, open + 1, close, 10);
            text.append(shortened(String.valueOf(values[index])));
            from = close + 1;
        }
        return text.append(template, from, template.length()).toString();
    }

    private static String shortened(String value) {
        return value.length() <= MAX_VALUE_LENGTH
                ? value
                : Cut.begin(value, MAX_VALUE_LENGTH) + "...";
    }
}
