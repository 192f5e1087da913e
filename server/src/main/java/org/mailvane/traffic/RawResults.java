package org.mailvane.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The raw results of a {@link Detail}, as they were read from the report.
 *
 * @param dkim results of the signatures
 * @param spf results of SPF
 * @param reasons why the receiver did something else than the policy asks for
 * @param characters about how large they are
 */
public record RawResults(
        List<DkimResult> dkim, List<SpfResult> spf, List<OverrideReason> reasons, int characters) {

    /** Of a row whose detail is gone. */
    static final RawResults NONE = new RawResults(List.of(), List.of(), List.of(), 0);

    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, AuthResult> DKIM =
            byLetter(result -> ResultWord.ofDkim(result).letter());
    private static final Map<String, AuthResult> SPF =
            byLetter(result -> ResultWord.ofSpf(result).letter());

    /** Reads what {@link Detail.Maker} has written. */
    static RawResults parse(String dkim, String spf, String reasons) {
        return new RawResults(
                list(
                        dkim,
                        item ->
                                new DkimResult(
                                        text(item, "d"),
                                        text(item, "s"),
                                        result(DKIM, item),
                                        optionalText(item, "h"))),
                list(
                        spf,
                        item ->
                                new SpfResult(
                                        text(item, "d"),
                                        text(item, "s"),
                                        result(SPF, item),
                                        optionalText(item, "h"))),
                list(reasons, item -> new OverrideReason(text(item, "t"), text(item, "c"))),
                dkim.length() + spf.length() + reasons.length());
    }

    private static <T> List<T> list(String json, Function<JsonNode, T> item) {
        if (json.equals("[]")) {
            return List.of();
        }
        List<T> all = new ArrayList<>();
        JSON.readTree(json).forEach(node -> all.add(item.apply(node)));
        return List.copyOf(all);
    }

    private static AuthResult result(Map<String, AuthResult> letters, JsonNode item) {
        return letters.getOrDefault(text(item, "r"), AuthResult.OTHER);
    }

    private static String text(JsonNode item, String name) {
        JsonNode value = item.get(name);
        return value == null ? "" : value.asString();
    }

    private static @Nullable String optionalText(JsonNode item, String name) {
        JsonNode value = item.get(name);
        return value == null ? null : value.asString();
    }

    /** Of several results with one letter the last counts, which is {@link AuthResult#OTHER}. */
    private static Map<String, AuthResult> byLetter(Function<AuthResult, String> letter) {
        Map<String, AuthResult> results = new HashMap<>();
        for (AuthResult result : AuthResult.values()) {
            results.put(letter.apply(result), result);
        }
        return Map.copyOf(results);
    }
}
