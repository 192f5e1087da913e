package org.mailvane.traffic.store;

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
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
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
    public static final RawResults NONE = new RawResults(List.of(), List.of(), List.of(), 0);

    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, AuthResult> DKIM =
            byLetter(result -> ResultWord.ofDkim(result).letter());
    private static final Map<String, AuthResult> SPF =
            byLetter(result -> ResultWord.ofSpf(result).letter());

    /** Reads what {@link Detail.Maker} has written. */
    public static RawResults parse(String dkim, String spf, String reasons) {
        return new RawResults(
                list(
                        dkim,
                        item ->
                                new DkimResult(
                                        item.text("d"),
                                        item.text("s"),
                                        DKIM.getOrDefault(item.text("r"), AuthResult.OTHER),
                                        item.optionalText("h"))),
                list(
                        spf,
                        item ->
                                new SpfResult(
                                        item.text("d"),
                                        item.text("s"),
                                        SPF.getOrDefault(item.text("r"), AuthResult.OTHER),
                                        item.optionalText("h"))),
                list(reasons, item -> new OverrideReason(item.text("t"), item.text("c"))),
                dkim.length() + spf.length() + reasons.length());
    }

    /** Returns what is read one after the other: a tree of each takes twice as long. */
    private static <T> List<T> list(String json, Function<Item, T> make) {
        if (json.equals("[]")) {
            return List.of();
        }
        List<T> all = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                Item item = new Item();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    if (parser.nextToken() == JsonToken.VALUE_STRING) {
                        item.texts.put(name, parser.getString());
                    } else {
                        parser.skipChildren();
                    }
                }
                all.add(make.apply(item));
            }
        }
        return List.copyOf(all);
    }

    /** Texts by their names. */
    private static final class Item {

        private static final int USUAL_NAMES = 4;

        private final Map<String, String> texts = HashMap.newHashMap(USUAL_NAMES);

        String text(String name) {
            return texts.getOrDefault(name, "");
        }

        @Nullable String optionalText(String name) {
            return texts.get(name);
        }
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
