package org.mailvane.reports.tls;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * A JSON document, read as the few types that the values of a report have: texts, lists of texts,
 * objects, lists of objects. Each is read from whatever the document contains; values of other
 * types are ignored.
 *
 * <p>The document may have comments, trailing commas, single quotes, names without quotes, control
 * characters in texts and numbers in any notation: the meaning of such JSON is still clear.
 */
final class JsonDocument implements AutoCloseable {

    /** Handles each object of a list. */
    @FunctionalInterface
    interface ObjectStep {
        void take() throws IOException;
    }

    /** Handles each text of a list. */
    @FunctionalInterface
    interface TextStep {
        void take(String text) throws IOException;
    }

    /** Digits of a number; far more than any that is worth reading. */
    private static final int NUMBER_LENGTH = 1_000;

    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(Limits.JSON_DEPTH)
                                    .maxStringLength(Limits.JSON_TEXT_LENGTH)
                                    .maxNameLength(Limits.TEXT_LENGTH)
                                    .maxNumberLength(NUMBER_LENGTH)
                                    .build())
                    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
                    .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
                    .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
                    .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_DECIMAL_POINT_FOR_NUMBERS)
                    .build();

    /** Characters that are looked through together, and kept in front of the next ones. */
    private static final int WINDOW = 8 << 10;

    private static final int OVERLAP = 64;

    private final Reader json;
    private final JsonParser parser;
    private Remarks remarks = new Remarks();

    JsonDocument(Reader json) {
        this.json = json;
        parser = JSON.createParser(ObjectReadContext.empty(), json);
    }

    /**
     * Returns whether the unread rest matches the pattern, if the document can't be parsed further.
     */
    boolean restHolds(Pattern wanted) throws IOException {
        StringWriter buffered = new StringWriter();
        parser.releaseBuffered(buffered);
        String window = buffered.toString();
        char[] next = new char[WINDOW];
        int n = 0;
        while (n >= 0 && !wanted.matcher(window).find()) {
            n = json.read(next, 0, next.length);
            String kept = window.substring(Math.max(0, window.length() - OVERLAP));
            window = n < 0 ? "" : kept + new String(next, 0, n);
        }
        return n >= 0;
    }

    /** Sends all further remarks to the given receiver. */
    void remarkTo(Remarks hearer) {
        remarks = hearer;
    }

    @Override
    public void close() throws IOException {
        parser.close();
        json.close();
    }

    /** Returns what is the matter at the place to which reading has come. */
    Diagnostic here(DiagnosticCode code) {
        TokenStreamLocation at = parser.currentLocation();
        return Diagnostic.of(code).with(at.getLineNr()).with(at.getColumnNr());
    }

    /** Goes to the document's first value. */
    void firstValue() {
        parser.nextToken();
    }

    /**
     * Advances to the next object that is in the document itself or in an array of it.
     *
     * @return false at the end of the document
     */
    boolean nextObject() {
        JsonToken token = parser.nextToken();
        while (token != null && token != JsonToken.START_OBJECT) {
            token = parser.nextToken();
        }
        return token != null;
    }

    /**
     * Goes to the next member of the object, and to its value.
     *
     * @return its name in lower case with hyphens for underscores; null at the object's end
     */
    @Nullable String member() {
        String name = parser.nextName();
        if (name == null) {
            return null;
        }
        parser.nextToken();
        return name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Goes through the objects in the value and in lists in it; all else is left out. */
    void inside(ObjectStep each) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            each.take();
        } else if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                inside(each);
            }
        }
    }

    /** Leaves the value out, whatever it holds. */
    void skip() {
        parser.skipChildren();
    }

    /**
     * Reads an object of texts to its end.
     *
     * @param lengths the names of the members that matter, each with the longest text it may have
     * @return the texts that are there and not empty; of several of one name the first
     */
    Map<String, String> members(Map<String, Integer> lengths) throws IOException {
        Map<String, String> texts = new HashMap<>();
        for (String name = member(); name != null; name = member()) {
            Integer length = lengths.get(name);
            if (length == null) {
                skip();
                continue;
            }
            String text = text(length, name);
            if (!text.isEmpty() && texts.putIfAbsent(name, text) != null) {
                repeated(name);
            }
        }
        return texts;
    }

    /** Remarks that a member is repeated. */
    void repeated(String name) {
        remarks.add("json.repeated", Diagnostic.of(DiagnosticCode.FIELD_REPEATED).with(name));
    }

    /** The value as a text: of a list its first text, of an object and of null an empty one. */
    String text(int limit, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return scalar(limit, name);
        }
        String first = "";
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String text = scalar(limit, name);
            first = first.isEmpty() ? text : first;
        }
        return first;
    }

    /** Goes through the texts of the value, be it a list or a single one. Empty ones are none. */
    void texts(int limit, String name, TextStep each) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            takeText(limit, name, each);
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            takeText(limit, name, each);
        }
    }

    private void takeText(int limit, String name, TextStep each) throws IOException {
        String text = scalar(limit, name);
        if (!text.isEmpty()) {
            each.take(text);
        }
    }

    private String scalar(int limit, String name) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return "";
        }
        if (token.isStructStart()) {
            leaveOut(name, DiagnosticCode.JSON_NO_TEXT);
            return "";
        }
        return Texts.clean(parser.getString(), limit, name, remarks);
    }

    /** Goes through the objects of the value, be it a list or a single one. */
    void objects(String name, ObjectStep each) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            takeObject(name, each);
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            takeObject(name, each);
        }
    }

    private void takeObject(String name, ObjectStep each) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            each.take();
        } else if (token != JsonToken.VALUE_NULL) {
            leaveOut(name, DiagnosticCode.JSON_NO_OBJECT);
        }
    }

    private void leaveOut(String name, DiagnosticCode why) {
        remarks.add("json.form", Diagnostic.of(why).with(name));
        parser.skipChildren();
    }
}
