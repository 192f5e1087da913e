package org.mailvane.text;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Argument.Count;
import org.mailvane.text.Argument.Day;
import org.mailvane.text.Argument.Decimal;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Argument.Names;
import org.mailvane.text.Argument.Part;
import org.mailvane.text.Argument.Time;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as they are stored: {@code [{"code": "tasks.dmarc.collect", "arguments": {"domain":
 * "example.org", "days": 12}}]}. Names are strings and whole numbers are numbers; every other
 * argument is an object whose only member, or first one, names its type.
 */
public final class MessageJson {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String CODE = "code";
    private static final String ARGUMENTS = "arguments";
    private static final String DECIMAL = "decimal";
    private static final String DAY = "day";
    private static final String TIME = "time";
    private static final String PART = "message";
    private static final String NAMES = "names";
    private static final String MORE = "more";

    private MessageJson() {}

    /** Returns the sentences as a JSON array. */
    public static String write(Passage passage) {
        return node(passage).toString();
    }

    /** Returns the same for a JSON document. */
    public static JsonNode node(Passage passage) {
        ArrayNode array = JSON.createArrayNode();
        passage.sentences().forEach(sentence -> write(sentence, array.addObject()));
        return array;
    }

    /** Reads what {@link #write} wrote. */
    public static Passage read(String stored) {
        return read(JSON.readTree(stored));
    }

    /**
     * Reads what {@link #write} wrote, or the English text that a row had before messages were
     * stored.
     *
     * @param message what was written; null for a row from before
     */
    public static Passage read(@Nullable String message, String text) {
        return message == null ? Passage.verbatim(text) : read(message);
    }

    /**
     * Reads a message within a JSON document, where older versions have written an English text.
     */
    public static Passage read(JsonNode stored) {
        return stored.isArray()
                ? new Passage(stored.valueStream().map(MessageJson::message).toList())
                : Passage.verbatim(stored.asString(""));
    }

    private static void write(Message message, ObjectNode node) {
        node.put(CODE, message.code());
        if (!message.arguments().isEmpty()) {
            ObjectNode arguments = node.putObject(ARGUMENTS);
            message.arguments().forEach((name, argument) -> write(name, argument, arguments));
        }
    }

    private static void write(String name, Argument argument, ObjectNode node) {
        switch (argument) {
            case Name text -> node.put(name, text.value());
            case Count count -> node.put(name, count.value());
            case Decimal decimal ->
                    node.putObject(name).put(DECIMAL, decimal.value().toPlainString());
            case Day day -> node.putObject(name).put(DAY, day.value().toString());
            case Time time -> node.putObject(name).put(TIME, time.value().toString());
            case Part part -> write(part.value(), node.putObject(name).putObject(PART));
            case Names names -> {
                ObjectNode enumeration = node.putObject(name);
                names.shown().forEach(enumeration.putArray(NAMES)::add);
                enumeration.put(MORE, names.more());
            }
        }
    }

    private static Message message(JsonNode node) {
        Map<String, Argument> arguments = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> argument : node.path(ARGUMENTS).properties()) {
            arguments.put(argument.getKey(), argument(argument.getValue()));
        }
        return new Message(node.path(CODE).asString(), arguments);
    }

    private static Argument argument(JsonNode node) {
        if (node.isString()) {
            return new Name(node.asString());
        }
        if (node.isNumber()) {
            return new Count(node.asLong());
        }
        if (node.has(DECIMAL)) {
            return new Decimal(new BigDecimal(node.path(DECIMAL).asString()));
        }
        if (node.has(DAY)) {
            return new Day(LocalDate.parse(node.path(DAY).asString()));
        }
        if (node.has(TIME)) {
            return new Time(Instant.parse(node.path(TIME).asString()));
        }
        if (node.has(PART)) {
            return new Part(message(node.path(PART)));
        }
        List<String> names = node.path(NAMES).valueStream().map(JsonNode::asString).toList();
        return new Names(names, node.path(MORE).asLong());
    }
}
