package org.mailvane.api;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Checks values against JSON Schemas of an OpenAPI document: as much of JSON Schema as the document
 * uses. It is stricter in one thing: an object has no member that its schema does not name.
 */
public final class SchemaCheck {

    /** As the reference wants what is answered, and as the examples are sent. */
    private static final Pattern DATE_TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.(?!000000)\\d{6})?Z");

    private static final Set<String> KNOWN =
            Set.of(
                    "$ref",
                    "type",
                    "description",
                    "properties",
                    "required",
                    "additionalProperties",
                    "items",
                    "enum",
                    "anyOf",
                    "format",
                    "minLength",
                    "maxLength",
                    "minimum",
                    "maximum",
                    "maxItems",
                    "default",
                    "contentMediaType");

    private final JsonNode document;
    private final List<String> problems = new ArrayList<>();

    private SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** What is wrong with a value; nothing where it is as its schema says. */
    public static List<String> problems(JsonNode document, JsonNode schema, JsonNode value) {
        SchemaCheck check = new SchemaCheck(document);
        check.check(schema, value, "$");
        return check.problems;
    }

    private void check(JsonNode schema, JsonNode value, String place) {
        for (String word : schema.propertyNames()) {
            if (!KNOWN.contains(word)) {
                problems.add(place + ": the schema says " + word + ", which nothing here checks");
            }
        }
        if (schema.has("$ref")) {
            JsonNode target = document.at(schema.get("$ref").asString().substring(1));
            if (target.isMissingNode()) {
                problems.add(place + ": " + schema.get("$ref") + " leads nowhere");
            }
            check(target, value, place);
        }
        if (schema.has("anyOf")) {
            boolean one = false;
            for (JsonNode each : schema.get("anyOf")) {
                one |= problems(document, each, value).isEmpty();
            }
            require(one, place, value + " is none of " + schema.get("anyOf"));
        }
        JsonNode type = schema.path("type");
        if (type.isArray()) {
            boolean one = false;
            for (JsonNode each : type) {
                one |= isA(value, each.asString());
            }
            require(one, place, value + " is none of " + type);
        } else if (type.isString()) {
            require(isA(value, type.asString()), place, value + " is no " + type);
        }
        if (schema.has("enum")) {
            boolean one = false;
            for (JsonNode each : schema.get("enum")) {
                one |= each.equals(value);
            }
            require(one, place, value + " is none of " + schema.get("enum"));
        }
        if (value.isObject()) {
            checkObject(schema, value, place);
        } else if (value.isArray()) {
            require(
                    value.size() <= schema.path("maxItems").asInt(Integer.MAX_VALUE),
                    place,
                    "long");
            for (int i = 0; i < value.size(); i++) {
                check(schema.path("items"), value.get(i), place + "[" + i + "]");
            }
        } else if (value.isString()) {
            checkText(schema, value.stringValue(), place);
        } else if (value.isIntegralNumber()) {
            require(
                    value.asLong() >= schema.path("minimum").asLong(Long.MIN_VALUE)
                            && value.asLong() <= schema.path("maximum").asLong(Long.MAX_VALUE),
                    place,
                    value + " is out of its range");
        }
    }

    private void checkObject(JsonNode schema, JsonNode value, String place) {
        for (JsonNode name : schema.path("required")) {
            require(value.has(name.asString()), place, "no " + name);
        }
        boolean describesMembers = schema.has("properties") || schema.has("additionalProperties");
        value.properties()
                .forEach(member -> {
                    String below = place + "." + member.getKey();
                    JsonNode own = schema.path("properties").path(member.getKey());
                    if (!own.isMissingNode()) {
                        check(own, member.getValue(), below);
                    } else if (schema.path("additionalProperties").isObject()) {
                        check(schema.get("additionalProperties"), member.getValue(), below);
                    } else {
                        require(!describesMembers, below, "is in no schema");
                    }
                });
    }

    private void checkText(JsonNode schema, String text, String place) {
        int length = text.codePointCount(0, text.length());
        require(
                length >= schema.path("minLength").asInt(0)
                        && length <= schema.path("maxLength").asInt(Integer.MAX_VALUE),
                place,
                length + " characters");
        require(hasFormat(text, schema.path("format").asString("")), place, "format of " + text);
    }

    private static boolean hasFormat(String text, String format) {
        try {
            switch (format) {
                case "date-time" -> {
                    OffsetDateTime.parse(text);
                    return DATE_TIME.matcher(text).matches();
                }
                case "date" -> LocalDate.parse(text);
                case "uuid" -> UUID.fromString(text);
                default -> {}
            }
            return true;
        } catch (DateTimeParseException | IllegalArgumentException other) {
            return false;
        }
    }

    private static boolean isA(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "null" -> value.isNull();
            default -> false;
        };
    }

    private void require(boolean so, String place, String problem) {
        if (!so) {
            problems.add(place + ": " + problem);
        }
    }
}
