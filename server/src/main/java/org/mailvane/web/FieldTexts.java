package org.mailvane.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.mailvane.api.ApiProblem;

/** What the API says is wrong with fields, as forms show it beside them. */
final class FieldTexts {

    private FieldTexts() {}

    /** The texts of each field, be it of a list by index. */
    static Map<String, String> of(ApiProblem refused) {
        Map<String, String> wrong = new LinkedHashMap<>();
        refused.fields().forEach((field, what) -> wrong.put(field, words(what)));
        return wrong;
    }

    private static String words(Object what) {
        return what instanceof Map<?, ?> items
                ? items.values().stream().map(FieldTexts::words).collect(Collectors.joining(" "))
                : what instanceof List<?> texts
                        ? texts.stream().map(String::valueOf).collect(Collectors.joining(" "))
                        : String.valueOf(what);
    }
}
