package org.mailvane.api.csv;

import com.fasterxml.jackson.annotation.JacksonAnnotation;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.util.ClassUtil;

/**
 * Reads the values of items, by the names of their JSON. Most are texts, numbers, booleans and
 * lists of texts, of which everybody knows what Jackson would write: these are plain, and read from
 * the item itself, which takes a fraction of the time. Only of the others JSON is made.
 */
final class CsvValues {

    private static final Set<Class<?>> PLAIN =
            Set.of(
                    String.class,
                    boolean.class,
                    Boolean.class,
                    int.class,
                    Integer.class,
                    long.class,
                    Long.class);

    /** They define a member's name and position, but not how its value is written. */
    private static final Set<Class<? extends Annotation>> OF_NAMES =
            Set.of(JsonProperty.class, JsonPropertyOrder.class);

    private final JsonMapper json;
    private final Map<String, BeanPropertyWriter> plain = new HashMap<>();
    private final List<PropertyWriter> others = new ArrayList<>();
    private final boolean hasProperties;

    /**
     * Values of items of a type.
     *
     * @param ignored names of values that nobody asks for
     */
    CsvValues(JsonMapper json, JavaType type, Set<String> ignored) {
        this.json = json;
        SerializationContext context = json._serializationContext();
        Iterator<PropertyWriter> properties = context.findRootValueSerializer(type).properties();
        this.hasProperties = properties.hasNext();
        properties.forEachRemaining(property -> {
            if (ignored.contains(property.getName())) {
                return;
            }
            if (property instanceof BeanPropertyWriter read && isPlain(read, type, context)) {
                plain.put(property.getName(), read);
            } else {
                others.add(property);
            }
        });
    }

    private static boolean isPlain(
            BeanPropertyWriter property, JavaType owner, SerializationContext context) {
        JavaType type = property.getType();
        boolean texts =
                type.hasRawClass(List.class) && type.getContentType().hasRawClass(String.class);
        return (texts || PLAIN.contains(type.getRawClass()))
                && ClassUtil.isJacksonStdImpl(context.findPrimaryPropertySerializer(type, null))
                && Stream.concat(
                                Stream.of(owner.getRawClass().getAnnotations()),
                                property.getMember().annotations())
                        .noneMatch(CsvValues::changesValues);
    }

    /** Whether it is one of Jackson's, such as {@code JsonInclude} or {@code JsonFormat}. */
    private static boolean changesValues(Annotation annotation) {
        Class<? extends Annotation> type = annotation.annotationType();
        return type.isAnnotationPresent(JacksonAnnotation.class) && !OF_NAMES.contains(type);
    }

    /** The property of a plain value; null where a value is one of the others. */
    @Nullable BeanPropertyWriter plain(String name) {
        return plain.get(name);
    }

    /** A plain value of an item. */
    static @Nullable Object read(BeanPropertyWriter plain, Object item) {
        try {
            return plain.get(item);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The values of an item that are not plain, by their names; perhaps with others. */
    JsonNode others(Object item) {
        if (!hasProperties) {
            return json.valueToTree(item);
        }
        return others.isEmpty() ? json.nullNode() : json.valueToTree(new Part(item, others));
    }

    /** Some properties of an item, as JSON. */
    private record Part(Object item, List<PropertyWriter> properties)
            implements JacksonSerializable {

        @Override
        public void serialize(JsonGenerator out, SerializationContext context) {
            out.writeStartObject();
            for (PropertyWriter property : properties) {
                try {
                    property.serializeAsProperty(item, out, context);
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
            out.writeEndObject();
        }

        @Override
        public void serializeWithType(
                JsonGenerator out, SerializationContext context, TypeSerializer type) {
            serialize(out, context);
        }
    }
}
