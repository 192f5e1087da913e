package org.mailvane.api.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.ListBody;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PlainPage;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.binding.Shape.Member;
import org.mailvane.api.binding.ValueType;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * JSON Schemas of what the API takes and gives: of requests from the {@link ValueType}s that read
 * them, of answers from the records that Jackson writes.
 */
final class JsonSchemas {

    private static final String CONTROLLER = "Controller";
    private static final String BODY = "Body";

    /** Said of members that mean the same everywhere, unless they say something themselves. */
    private static final Map<String, String> MEANINGS =
            Map.of(
                    "_links", "Absolute URLs of related resources.",
                    "_permissions", "The actions that this caller can perform.",
                    "_permission", "Same as `_permissions`, for old clients.",
                    "id", "Identifier.",
                    "count", "Number of items on all pages.",
                    "pages", "Number of pages, at least 1.",
                    "current_page", "Number of this page, from 1.",
                    "per_page", "Maximum number of items per page.",
                    "results", "Items on this page.");

    /**
     * Descriptions of the members of the libraries' records, which have no annotations for
     * documents.
     */
    private static final String MEMBERS = "/api/members.properties";

    private static final Properties LIBRARY_MEANINGS = libraryMeanings();

    private final JsonMapper json;
    private final Map<String, Type> types = new HashMap<>();
    private final Map<String, ObjectNode> components = new TreeMap<>();

    JsonSchemas(JsonMapper json) {
        this.json = json;
    }

    /** The schemas that others refer to, by name. */
    Map<String, ObjectNode> components() {
        return components;
    }

    // ---- what requests hold -------------------------------------------------------------------

    /**
     * The schema of a body.
     *
     * @param partial whether nothing is required
     */
    ObjectNode ofBody(Shape shape, boolean partial) {
        ObjectNode schema = json.createObjectNode().put("type", "object");
        ArrayNode required = json.createArrayNode();
        ObjectNode properties = schema.putObject("properties");
        for (Member member : shape.members()) {
            ObjectNode property = ofValue(member.type());
            if (member.nullable()) {
                allowNull(property);
            }
            describe(property, member.description());
            properties.set(member.name(), property);
            if (member.required() && !(partial && member.given())) {
                required.add(member.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    /** The schema of a value that a request gives. */
    ObjectNode ofValue(ValueType type) {
        ObjectNode schema = json.createObjectNode();
        return switch (type) {
            case ValueType.Text(int maxLength, boolean blank, boolean trimmed) -> {
                schema.put("type", "string");
                if (maxLength != Integer.MAX_VALUE) {
                    schema.put("maxLength", maxLength);
                }
                yield blank ? schema : schema.put("minLength", 1);
            }
            case ValueType.Flag() -> schema.put("type", "boolean");
            case ValueType.Whole(long min, long max, boolean isLong) -> {
                schema.put("type", "integer").put("format", isLong ? "int64" : "int32");
                if (min != Long.MIN_VALUE) {
                    schema.put("minimum", min);
                }
                yield max == Long.MAX_VALUE ? schema : schema.put("maximum", max);
            }
            case ValueType.Choice(Map<String, Enum<?>> values) -> {
                ArrayNode allowed = schema.put("type", "string").putArray("enum");
                values.keySet().forEach(allowed::add);
                yield schema;
            }
            case ValueType.Moment() -> schema.put("type", "string").put("format", "date-time");
            case ValueType.Day() -> schema.put("type", "string").put("format", "date");
            case ValueType.Parsed(Class<?> parsed, Message allowed) -> {
                schema.put("type", "string").put("minLength", 1);
                if (parsed == DomainName.class) {
                    schema.put("maxLength", DomainName.MAX_LENGTH);
                }
                yield describe(schema, sentence(MessageFormatter.forPrograms().format(allowed)));
            }
            case ValueType.Anything(int maxBytes) ->
                    describe(schema, "Any JSON value of up to " + maxBytes + " bytes.");
            case ValueType.Items(ValueType item, int maxItems) -> {
                schema.put("type", "array").put("maxItems", maxItems);
                schema.set("items", ofValue(item));
                yield schema;
            }
            case ValueType.Nested(Shape shape) -> ofBody(shape, false);
            case ValueType.Wrapped(ValueType value, String member) -> {
                ObjectNode object = json.createObjectNode().put("type", "object");
                object.putObject("properties").set(member, describe(ofValue(value), "The value."));
                object.putArray("required").add(member);
                schema.putArray("anyOf").add(ofValue(value)).add(object);
                yield schema;
            }
        };
    }

    // ---- what answers hold --------------------------------------------------------------------

    /** The schema of what Jackson makes of a value of this type. */
    ObjectNode ofAnswer(AnnotatedType type) {
        return ofAnswer(type, Map.of());
    }

    /** The schema of a list's envelope around items of this type. */
    ObjectNode ofList(AnnotatedType listing) {
        AnnotatedType item = argument(listing, 0);
        String name = nameOf((Class<?>) item.getType()) + "List";
        TypeVariable<?> items = ListBody.class.getTypeParameters()[0];
        Type of = listing.getType();
        return reference(name, of, () -> members(ListBody.class, Map.of(items, ofAnswer(item))));
    }

    /** The schema of an array that holds one page of items of this type. */
    ObjectNode ofPlainPages(AnnotatedType listing) {
        AnnotatedType item = argument(listing, 0);
        String name = nameOf((Class<?>) item.getType()) + "Page";
        TypeVariable<?> items = PlainPage.class.getTypeParameters()[0];
        ObjectNode schema = json.createObjectNode().put("type", "array");
        schema.put("maxItems", 1);
        schema.set(
                "items",
                reference(
                        name,
                        listing.getType(),
                        () -> members(PlainPage.class, Map.of(items, ofAnswer(item)))));
        return schema;
    }

    /** Whether answers of this type are lists in pages. */
    static boolean isList(Type type) {
        return type instanceof ParameterizedType of && of.getRawType() == Listing.class;
    }

    private ObjectNode ofAnswer(AnnotatedType type, Map<TypeVariable<?>, ObjectNode> bound) {
        ObjectNode schema = ofAnswer(type, type.getType(), bound);
        return type.isAnnotationPresent(Nullable.class) ? allowNull(schema) : schema;
    }

    private ObjectNode ofAnswer(
            AnnotatedType annotated, Type type, Map<TypeVariable<?>, ObjectNode> bound) {
        ObjectNode schema = json.createObjectNode();
        return switch (type) {
            case TypeVariable<?> variable when bound.containsKey(variable) ->
                    bound.get(variable).deepCopy();
            case ParameterizedType of when isA(of, Collection.class) -> {
                schema.put("type", "array");
                schema.set("items", ofAnswer(argument(annotated, 0), bound));
                yield schema;
            }
            case ParameterizedType of when isA(of, Map.class) -> {
                schema.put("type", "object");
                schema.set("additionalProperties", ofAnswer(argument(annotated, 1), bound));
                yield schema;
            }
            case Class<?> plain -> ofAnswer(plain);
            default -> throw new IllegalArgumentException("no schema of " + type);
        };
    }

    private ObjectNode ofAnswer(Class<?> declared) {
        ObjectNode schema = json.createObjectNode();
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(declared);
        if (type.isRecord()) {
            return reference(nameOf(type), type, () -> members(type, Map.of()));
        }
        if (type.isEnum()) {
            ArrayNode allowed = schema.put("type", "string").putArray("enum");
            Arrays.stream(type.getEnumConstants())
                    .map(json::<JsonNode>valueToTree)
                    .forEach(allowed::add);
            return schema;
        }
        if (type == Integer.class || type == Long.class) {
            return schema.put("type", "integer")
                    .put("format", type == Long.class ? "int64" : "int32");
        }
        if (type == Boolean.class) {
            return schema.put("type", "boolean");
        }
        if (Number.class.isAssignableFrom(type)) {
            return schema.put("type", "number");
        }
        if (type == Instant.class) {
            return schema.put("type", "string").put("format", "date-time");
        }
        if (type == LocalDate.class) {
            return schema.put("type", "string").put("format", "date");
        }
        if (type == UUID.class) {
            return schema.put("type", "string").put("format", "uuid");
        }
        if (type == String.class) {
            return schema.put("type", "string");
        }
        if (JsonNode.class.isAssignableFrom(type) || type == Object.class) {
            return schema;
        }
        throw new IllegalArgumentException("no schema of " + declared);
    }

    private ObjectNode members(Class<?> type, Map<TypeVariable<?>, ObjectNode> bound) {
        ObjectNode schema = json.createObjectNode().put("type", "object");
        ArrayNode required = json.createArrayNode();
        ObjectNode properties = schema.putObject("properties");
        written(type)
                .forEach((name, property) -> {
                    RecordComponent component = component(property);
                    if (component == null) {
                        throw new IllegalArgumentException(
                                name + " of " + type + " is written and no component of it");
                    }
                    ObjectNode member = ofAnswer(component.getAnnotatedType(), bound);
                    Field field = component.getAnnotation(Field.class);
                    String said = field == null ? "" : field.description();
                    describe(member, said.isEmpty() ? meaning(type, name) : said);
                    properties.set(name, member);
                    boolean always =
                            !(property instanceof BeanPropertyWriter writer
                                    && writer.willSuppressNulls());
                    if (always) {
                        required.add(name);
                    }
                });
        schema.set("required", required);
        return schema;
    }

    /** Of the record itself, or of the one that is written in its place. */
    private static @Nullable RecordComponent component(BeanProperty property) {
        return Arrays.stream(property.getMember().getDeclaringClass().getRecordComponents())
                .filter(component -> component.getName().equals(property.getMember().getName()))
                .findFirst()
                .orElse(null);
    }

    private static String meaning(Class<?> type, String member) {
        String everywhere = MEANINGS.getOrDefault(member, LIBRARY_MEANINGS.getProperty(member, ""));
        return LIBRARY_MEANINGS.getProperty(nameOf(type) + "." + member, everywhere);
    }

    private static Properties libraryMeanings() {
        Properties meanings = new Properties();
        try (InputStream file = JsonSchemas.class.getResourceAsStream(MEMBERS)) {
            meanings.load(
                    new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return meanings;
    }

    /** What Jackson writes of a record, by name, in its order. */
    private Map<String, BeanProperty> written(Class<?> type) {
        Map<String, BeanProperty> properties = new LinkedHashMap<>();
        json.acceptJsonFormatVisitor(
                type,
                new JsonFormatVisitorWrapper.Base() {
                    @Override
                    public JsonObjectFormatVisitor expectObjectFormat(JavaType ofType) {
                        return new JsonObjectFormatVisitor.Base(getContext()) {
                            @Override
                            public void property(BeanProperty property) {
                                properties.put(property.getName(), property);
                            }

                            @Override
                            public void optionalProperty(BeanProperty property) {
                                properties.put(property.getName(), property);
                            }
                        };
                    }
                });
        return properties;
    }

    /** Refers to a component, which is made where it is not there yet. */
    private ObjectNode reference(
            String name, Type type, java.util.function.Supplier<ObjectNode> schema) {
        Type other = types.putIfAbsent(name, type);
        if (other == null) {
            components.put(name, schema.get());
        } else if (!other.equals(type)) {
            throw new IllegalStateException(
                    "two types of the name " + name + " in the API: " + other + " and " + type);
        }
        return refer(name);
    }

    ObjectNode refer(String name) {
        return json.createObjectNode().put("$ref", "#/components/schemas/" + name);
    }

    /**
     * {@code DomainController.Body} is a Domain, {@code ImportController.FailureBody} a failure; a
     * record within another has both names.
     */
    private static String nameOf(Class<?> type) {
        String own = type.getSimpleName();
        Class<?> outer = type.getEnclosingClass();
        if (outer != null && outer.isRecord()) {
            return nameOf(outer) + own;
        }
        if (!own.endsWith(BODY) || own.equals("ListBody")) {
            return own;
        }
        String base = own.substring(0, own.length() - BODY.length());
        String owner = outer == null ? "" : outer.getSimpleName();
        return owner.endsWith(CONTROLLER)
                ? owner.substring(0, owner.length() - CONTROLLER.length()) + base
                : owner + base;
    }

    // ---- parts of schemas ---------------------------------------------------------------------

    private ObjectNode allowNull(ObjectNode schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        JsonNode type = schema.get("type");
        if (type == null) {
            ObjectNode either = json.createObjectNode();
            either.putArray("anyOf").add(schema.deepCopy()).addObject().put("type", "null");
            schema.removeAll();
            schema.setAll(either);
            return schema;
        }
        schema.putArray("type").add(type).add("null");
        if (schema.get("enum") instanceof ArrayNode allowed) {
            allowed.addNull();
        }
        return schema;
    }

    /** Says something of a schema, before what its type says of it. */
    private static ObjectNode describe(ObjectNode schema, String text) {
        String before = schema.path("description").asString("");
        String both = before.isEmpty() ? text : text + " " + before;
        return text.isEmpty() ? schema : schema.put("description", both);
    }

    private static String sentence(String phrase) {
        return phrase.isEmpty()
                ? ""
                : Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1) + ".";
    }

    private static boolean isA(ParameterizedType type, Class<?> what) {
        return what.isAssignableFrom((Class<?>) type.getRawType());
    }

    private static AnnotatedType argument(AnnotatedType type, int index) {
        return ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[index];
    }
}
