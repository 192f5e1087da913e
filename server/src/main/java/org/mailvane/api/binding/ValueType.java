package org.mailvane.api.binding;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;
import tools.jackson.databind.JsonNode;

/**
 * What a value in a request must be: it reads JSON and query parameters, says what is wrong with
 * them, and describes itself to whoever documents the API.
 */
public sealed interface ValueType {

    /** The years that points in time may lie in: the database's reach further, clients' do not. */
    int FIRST_YEAR = 1900;

    int LAST_YEAR = 9999;

    /** Receives what is wrong with a value; values within lists and objects have a path. */
    interface Wrong {
        void add(List<String> path, Message text);
    }

    /** The value, or null after it was said what is wrong. Never called with JSON's null. */
    @Nullable Object read(JsonNode json, List<String> path, Wrong wrong);

    /** As {@link #read}, of a query parameter. */
    default @Nullable Object read(String text, String name, Wrong wrong) {
        throw new IllegalStateException("no type of a query parameter: " + this);
    }

    /** A text, and the same after "must be". */
    record Text(int maxLength, boolean blank, boolean trimmed) implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            String text;
            if (json.isString()) {
                text = json.stringValue();
            } else if (json.isNumber() && !isBeyondNumbers(json)) {
                text = json.asString();
            } else {
                wrong.add(path, invalid(shown(json), ValueType.allowed("text")));
                return null;
            }
            return checked(text, path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return checked(text, List.of(name), wrong);
        }

        private @Nullable String checked(String given, List<String> path, Wrong wrong) {
            String text = trimmed ? given.strip() : given;
            Message problem = Characters.problemOf(text);
            if (problem != null) {
                wrong.add(path, problem);
                return null;
            }
            if (Characters.isInvisible(text) && !blank) {
                wrong.add(path, Message.of("errors.blank"));
                return null;
            }
            int length = text.codePointCount(0, text.length());
            if (length > maxLength) {
                wrong.add(
                        path,
                        Message.of("errors.too_long")
                                .with("value", shortened(text))
                                .with("length", length)
                                .with("max", maxLength));
                return null;
            }
            return text;
        }
    }

    /** True or false. */
    record Flag() implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            return read(json.isValueNode() ? json.asString() : "", shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private static @Nullable Object read(
                String text, Message shown, List<String> path, Wrong wrong) {
            return switch (text) {
                case "true", "True", "1" -> true;
                case "false", "False", "0" -> false;
                default -> {
                    wrong.add(path, invalid(shown, ValueType.allowed("flag")));
                    yield null;
                }
            };
        }
    }

    /** A whole number; clients also write {@code 5.0} and {@code "5"}. */
    record Whole(long min, long max, boolean isLong) implements ValueType {

        /** Digits of what is looked at: far more than any number here has. */
        private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,30}(?:\\.0{1,30})?");

        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            String text =
                    json.isIntegralNumber()
                            ? json.asString()
                            : json.isNumber() || json.isString() ? json.asString() : "";
            return read(text.strip(), shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private Message allowed() {
            boolean any = min == Long.MIN_VALUE && max == Long.MAX_VALUE;
            return any
                    ? ValueType.allowed("whole")
                    : ValueType.allowed("range").with("min", min).with("max", max);
        }

        private @Nullable Object read(String text, Message shown, List<String> path, Wrong wrong) {
            if (NUMBER.matcher(text).matches()) {
                BigInteger number = new BigDecimal(text).toBigInteger();
                if (number.compareTo(BigInteger.valueOf(min)) >= 0
                        && number.compareTo(BigInteger.valueOf(max)) <= 0) {
                    if (isLong) {
                        return number.longValueExact();
                    }
                    return number.intValueExact();
                }
            }
            wrong.add(path, invalid(shown, allowed()));
            return null;
        }
    }

    /** One of an enum's constants. */
    record Choice(Map<String, Enum<?>> values) implements ValueType {

        static Choice of(Class<?> type) {
            Map<String, Enum<?>> values = new LinkedHashMap<>();
            for (Object constant : type.getEnumConstants()) {
                Enum<?> value = (Enum<?>) constant;
                values.put(
                        value instanceof Coded coded
                                ? coded.code()
                                : value.name().toLowerCase(Locale.ROOT),
                        value);
            }
            return new Choice(values);
        }

        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            return read(json.isString() ? json.stringValue() : null, shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private @Nullable Object read(
                @Nullable String text, Message shown, List<String> path, Wrong wrong) {
            Enum<?> value = text == null ? null : values.get(text);
            if (value == null) {
                List<String> spelled =
                        values.keySet().stream().map(v -> v.isEmpty() ? "empty" : v).toList();
                wrong.add(
                        path,
                        invalid(
                                shown,
                                ValueType.allowed("choice")
                                        .with("values", String.join(", ", spelled))));
            }
            return value;
        }
    }

    /** A point in time. */
    record Moment() implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            return read(json.isString() ? json.stringValue() : "", shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private static @Nullable Object read(
                String text, Message shown, List<String> path, Wrong wrong) {
            try {
                OffsetDateTime time =
                        OffsetDateTime.parse(text.strip(), DateTimeFormatter.ISO_OFFSET_DATE_TIME);
                if (time.getYear() >= FIRST_YEAR && time.getYear() <= LAST_YEAR) {
                    return time.toInstant();
                }
            } catch (DateTimeParseException noTime) {
                // Said below, like what lies outside the years.
            }
            wrong.add(
                    path,
                    invalid(
                            shown,
                            ValueType.allowed("moment")
                                    .with("first", FIRST_YEAR)
                                    .with("last", LAST_YEAR)));
            return null;
        }
    }

    /** A day. */
    record Day() implements ValueType {

        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);

        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            return read(json.isString() ? json.stringValue() : "", shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private static @Nullable Object read(
                String text, Message shown, List<String> path, Wrong wrong) {
            try {
                LocalDate day = LocalDate.parse(text.strip(), FORM);
                if (day.getYear() >= FIRST_YEAR && day.getYear() <= LAST_YEAR) {
                    return day;
                }
            } catch (DateTimeParseException noDay) {
                // Said below, like what lies outside the years.
            }
            wrong.add(
                    path,
                    invalid(
                            shown,
                            ValueType.allowed("day")
                                    .with("first", FIRST_YEAR)
                                    .with("last", LAST_YEAR)));
            return null;
        }
    }

    /**
     * A text with a special type: one that has {@code static Optional<T> parse(String)}.
     *
     * @param type the type
     * @param allowed what it must be, to follow "must be"
     */
    record Parsed(Class<?> type, Message allowed) implements ValueType {

        /** The method that makes one, where the type has it. */
        static Optional<Method> parser(Class<?> type) {
            try {
                Method parse = type.getMethod("parse", String.class);
                return parse.getReturnType() == Optional.class
                        ? Optional.of(parse)
                        : Optional.empty();
            } catch (NoSuchMethodException none) {
                return Optional.empty();
            }
        }

        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            return read(json.isString() ? json.stringValue() : "", shown(json), path, wrong);
        }

        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            return read(text, quoted(text), List.of(name), wrong);
        }

        private @Nullable Object read(String text, Message shown, List<String> path, Wrong wrong) {
            Optional<?> value = parse(text);
            if (value.isEmpty()) {
                wrong.add(path, invalid(shown, allowed));
            }
            return value.orElse(null);
        }

        private Optional<?> parse(String text) {
            try {
                return (Optional<?>) parser(type).orElseThrow().invoke(null, text);
            } catch (IllegalAccessException | InvocationTargetException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    /** Any JSON, up to a size. */
    record Anything(int maxBytes) implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            String text = json.toString();
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                wrong.add(
                        path,
                        Message.of("errors.too_many_bytes")
                                .with("bytes", bytes)
                                .with("max", maxBytes));
                return null;
            }
            Message problem = problemIn(json);
            if (problem != null) {
                wrong.add(path, problem);
                return null;
            }
            return json;
        }

        private static @Nullable Message problemIn(JsonNode json) {
            if (json.isString()) {
                return Characters.problemOf(json.stringValue());
            }
            if (isBeyondNumbers(json)) {
                return Message.of("errors.number_too_large");
            }
            for (String name : json.propertyNames()) {
                Message problem = Characters.problemOf(name);
                if (problem != null) {
                    return problem;
                }
            }
            for (JsonNode item : json) {
                Message problem = problemIn(item);
                if (problem != null) {
                    return problem;
                }
            }
            return null;
        }
    }

    /** A list. */
    record Items(ValueType item, int maxItems) implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            if (!json.isArray()) {
                wrong.add(path, invalid(shown(json), ValueType.allowed("list")));
                return null;
            }
            if (json.size() > maxItems) {
                wrong.add(path, tooMany(json.size()));
                return null;
            }
            List<Object> values = new ArrayList<>(json.size());
            int index = 0;
            for (JsonNode each : json) {
                List<String> place = below(path, String.valueOf(index++));
                if (each.isNull()) {
                    wrong.add(place, NOT_NULL);
                } else {
                    Object value = item.read(each, place, wrong);
                    if (value != null) {
                        values.add(value);
                    }
                }
            }
            return List.copyOf(values);
        }

        /** As a query has it: one text, separated by commas. */
        @Override
        public @Nullable Object read(String text, String name, Wrong wrong) {
            List<String> items = List.of(text.split(",", -1));
            if (items.size() > maxItems) {
                wrong.add(List.of(name), tooMany(items.size()));
                return null;
            }
            List<Object> values = new ArrayList<>(items.size());
            for (String each : items) {
                Object value = item.read(each.strip(), name, wrong);
                if (value != null) {
                    values.add(value);
                }
            }
            return List.copyOf(values);
        }

        private Message tooMany(int number) {
            return Message.of("errors.too_many_items").with("items", number).with("max", maxItems);
        }
    }

    /** An object with its members. */
    record Nested(Shape shape) implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            if (!json.isObject()) {
                wrong.add(path, invalid(shown(json), ValueType.allowed("object")));
                return null;
            }
            return shape.read(json, path, false, wrong);
        }
    }

    /**
     * A value by itself, or as the member of an object.
     *
     * @param value the value
     * @param member the member's name
     */
    record Wrapped(ValueType value, String member) implements ValueType {
        @Override
        public @Nullable Object read(JsonNode json, List<String> path, Wrong wrong) {
            if (!json.isObject()) {
                return value.read(json, path, wrong);
            }
            List<String> place = below(path, member);
            JsonNode within = json.get(member);
            if (within == null || within.isNull()) {
                wrong.add(place, within == null ? REQUIRED : NOT_NULL);
                return null;
            }
            return value.read(within, place, wrong);
        }
    }

    /** Said where there must be something and is nothing. */
    Message REQUIRED = Message.of("errors.required");

    /** Said of null where there must be something. */
    Message NOT_NULL = Message.of("errors.not_null");

    /** Returns whether a number was too large to be read, so that it is not JSON any more. */
    private static boolean isBeyondNumbers(JsonNode json) {
        return json.isFloatingPointNumber() && !Double.isFinite(json.doubleValue());
    }

    private static List<String> below(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private static Message allowed(String code) {
        return Message.of("errors.allowed." + code);
    }

    private static Message invalid(Message shown, Message allowed) {
        return Message.of("errors.invalid").with("value", shown).with("allowed", allowed);
    }

    private static Message quoted(String text) {
        return Message.of("errors.value.quoted").with("value", shortened(text));
    }

    private static Message shown(JsonNode json) {
        return switch (json.getNodeType()) {
            case STRING -> quoted(json.stringValue());
            case NUMBER, BOOLEAN -> Message.verbatim(shortened(json.asString()));
            case ARRAY -> Message.of("errors.value.list");
            case OBJECT -> Message.of("errors.value.object");
            default -> Message.of("errors.value.other");
        };
    }

    private static String shortened(String text) {
        return Characters.shortened(text);
    }
}
