package org.mailvane.api.csv;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Characters;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * The columns of a CSV document: those of its items' type, in the order and by the names of their
 * JSON. A record or map within an item has a column for each of its members, {@code origin.code};
 * what lies deeper, and lists, are JSON in one cell.
 */
final class CsvColumns {

    /** What tells clients what they may do, and belongs to no table. */
    private static final Set<String> NOT_SHOWN = Set.of("_links", "_permissions", "_permission");

    private final CsvValues values;
    private final List<Column> columns;

    private CsvColumns(CsvValues values, List<Column> columns) {
        this.values = values;
        this.columns = columns;
    }

    /**
     * One column.
     *
     * @param name its name
     * @param property of the item
     * @param member of the property; null for the property itself
     * @param plain what reads it, where it is plain
     */
    private record Column(
            String name,
            String property,
            @Nullable String member,
            @Nullable BeanPropertyWriter plain) {

        Column named(String other) {
            return new Column(other, property, member, plain);
        }
    }

    /**
     * The columns of items of a type.
     *
     * @param first the first items: their maps say which members these have
     */
    static CsvColumns of(JsonMapper json, JavaType type, List<?> first) {
        Map<String, JavaType> properties = properties(json, type);
        CsvValues values = new CsvValues(json, type, NOT_SHOWN);
        List<JsonNode> others = first.stream().map(values::others).toList();
        Collection<String> names = properties.isEmpty() ? members(others) : properties.keySet();
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            if (NOT_SHOWN.contains(name)) {
                continue;
            }
            Collection<String> members =
                    members(
                            json,
                            properties.get(name),
                            others.stream().map(n -> n.get(name)).toList());
            if (members.isEmpty()) {
                columns.add(new Column(name, name, null, values.plain(name)));
            }
            for (String member : members) {
                columns.add(new Column(name + "." + member, name, member, null));
            }
        }
        CsvNames renamed = type.getRawClass().getAnnotation(CsvNames.class);
        return new CsvColumns(values, renamed == null ? columns : arranged(columns, renamed));
    }

    /** The header row. */
    List<String> header() {
        return columns.stream().map(column -> guarded(column.name())).toList();
    }

    /** The row of an item. */
    List<String> row(Object item) {
        JsonNode others = values.others(item);
        List<String> cells = new ArrayList<>(columns.size());
        for (Column column : columns) {
            cells.add(
                    column.plain() == null
                            ? cell(column, others)
                            : cell(CsvValues.read(column.plain(), item)));
        }
        return cells;
    }

    private static String cell(Column column, JsonNode item) {
        JsonNode value = item.get(column.property());
        boolean within = column.member() != null && value != null;
        JsonNode shown = within ? value.get(column.member()) : value;
        if (shown == null || shown.isNull()) {
            return "";
        }
        return shown.isString()
                ? guarded(shown.stringValue())
                : Characters.steady(shown.toString());
    }

    private static String cell(@Nullable Object plain) {
        if (plain instanceof String text) {
            return guarded(text);
        }
        if (plain instanceof List<?> texts) {
            return array(texts);
        }
        return plain == null ? "" : plain.toString();
    }

    /** Texts as a JSON array. */
    private static String array(List<?> texts) {
        StringBuilder array = new StringBuilder("[");
        for (Object text : texts) {
            array.append(array.length() == 1 ? "" : ",");
            if (text instanceof String some) {
                JsonStringEncoder.getInstance().quoteAsString(some, array.append('"'));
                array.append('"');
            } else {
                array.append(text);
            }
        }
        return Characters.steady(array.append(']').toString());
    }

    private static String guarded(String given) {
        if (given.isEmpty()) {
            return given;
        }
        String text = Characters.steady(given);
        return switch (text.charAt(0)) {
            // With these a spreadsheet takes a text for a formula.
            case '=', '+', '-', '@', '\t', '\r', '\n' -> "'" + text;
            default -> text;
        };
    }

    /** The members of a property that has columns for them; none of any other. */
    private static Collection<String> members(
            JsonMapper json, @Nullable JavaType type, List<JsonNode> values) {
        if (type == null || JsonNode.class.isAssignableFrom(type.getRawClass())) {
            return List.of();
        }
        if (type.isMapLikeType()) {
            return members(values);
        }
        return type.getRawClass().isRecord() ? properties(json, type).keySet() : List.of();
    }

    /** In alphabetical order, because maps need not have a defined order. */
    private static Set<String> members(List<JsonNode> objects) {
        Set<String> names = new TreeSet<>();
        objects.forEach(object -> names.addAll(object.propertyNames()));
        return names;
    }

    /** The properties of a type as its JSON has them; none where the type does not say. */
    private static Map<String, JavaType> properties(JsonMapper json, JavaType type) {
        Map<String, JavaType> properties = new LinkedHashMap<>();
        if (type.getRawClass().isRecord()) {
            json.acceptJsonFormatVisitor(
                    type,
                    new JsonFormatVisitorWrapper.Base() {
                        @Override
                        public JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
                            return new JsonObjectFormatVisitor.Base(getContext()) {
                                @Override
                                public void property(BeanProperty property) {
                                    properties.put(property.getName(), property.getType());
                                }

                                @Override
                                public void optionalProperty(BeanProperty property) {
                                    property(property);
                                }
                            };
                        }
                    });
        }
        return properties;
    }

    private static List<Column> arranged(List<Column> columns, CsvNames names) {
        List<Column> rest = new ArrayList<>(columns);
        List<Column> arranged = new ArrayList<>();
        for (String entry : names.value()) {
            int equals = entry.indexOf('=');
            String name = equals < 0 ? entry : entry.substring(0, equals);
            Column column =
                    rest.stream()
                            .filter(c -> c.name().equals(name))
                            .findFirst()
                            .orElseThrow(() ->
                                    new IllegalStateException("@CsvNames: no column " + name));
            rest.remove(column);
            arranged.add(column.named(equals < 0 ? name : entry.substring(equals + 1)));
        }
        arranged.addAll(rest);
        return arranged;
    }
}
