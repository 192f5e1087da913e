package org.mailvane.api.binding;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.ValueType.Wrong;
import org.mailvane.api.errors.FieldErrors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Message;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/**
 * A record as requests give it: the names and types of its members, and how to read it. The same
 * description documents it.
 *
 * @param type the record
 * @param members its components, in their order
 */
public record Shape(Class<? extends Record> type, List<Member> members) {

    private static final Message HOST_NAME =
            Message.of("errors.allowed.domain_name").with("max", DomainName.MAX_LENGTH);

    private static final Pattern CAMEL = Pattern.compile("([a-z0-9])([A-Z])");

    /**
     * One property or parameter.
     *
     * @param name as requests spell it
     * @param type what it must be
     * @param given whether the component is a {@link Given}
     * @param required whether it must be there, unless in a PATCH
     * @param nullable whether it may be null
     * @param description for the documentation
     */
    public record Member(
            String name,
            ValueType type,
            boolean given,
            boolean required,
            boolean nullable,
            String description) {}

    /** The shape of a body. */
    public static Shape ofBody(Class<?> type) {
        return of(
                type,
                component -> {
                    Field field = fieldOf(component);
                    Type of = component.getGenericType();
                    boolean given = component.getType() == Given.class;
                    Type value = given ? argument(of) : of;
                    return new Member(
                            nameOf(component),
                            valueType(value, field),
                            given,
                            !given || field.required(),
                            field.nullable(),
                            field.description());
                });
    }

    /** The shape of a query. */
    public static Shape ofQuery(Class<?> type) {
        return of(
                type,
                component ->
                        new Member(
                                nameOf(component),
                                valueType(component.getGenericType(), fieldOf(component)),
                                false,
                                fieldOf(component).required(),
                                true,
                                fieldOf(component).description()));
    }

    private static Shape of(Class<?> type, Function<RecordComponent, Member> member) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("no record: " + type);
        }
        return new Shape(
                type.asSubclass(Record.class),
                Arrays.stream(type.getRecordComponents()).map(member).toList());
    }

    /**
     * Reads a JSON object.
     *
     * @param partial whether nothing is required
     * @return the record, or null after it was said what is wrong
     */
    @Nullable Record read(JsonNode json, List<String> path, boolean partial, Wrong wrong) {
        @Nullable Object[] values = new @Nullable Object[members.size()];
        boolean[] failed = {false};
        Wrong noting =
                (place, text) -> {
                    failed[0] = true;
                    wrong.add(place, text);
                };
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            List<String> place = new ArrayList<>(path);
            place.add(member.name());
            JsonNode value = json.get(member.name());
            Object read = null;
            if (value == null) {
                if (member.required() && !(partial && member.given())) {
                    noting.add(place, ValueType.REQUIRED);
                }
            } else if (value.isNull()) {
                if (!member.nullable()) {
                    noting.add(place, ValueType.NOT_NULL);
                }
            } else {
                read = member.type().read(value, place, noting);
            }
            values[i] = !member.given() ? read : value == null ? Given.absent() : Given.of(read);
        }
        return failed[0] ? null : instance(values);
    }

    /**
     * Reads query parameters.
     *
     * @param parameters the value of a parameter, or null
     */
    Record read(Function<String, @Nullable String> parameters) {
        FieldErrors errors = new FieldErrors();
        @Nullable Object[] values = new @Nullable Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            String text = parameters.apply(member.name());
            boolean emptyCounts =
                    member.type() instanceof ValueType.Choice choice
                            && choice.values().containsKey("");
            if (text == null || (text.isEmpty() && !emptyCounts)) {
                if (member.required()) {
                    errors.add(member.name(), "This parameter is required.");
                }
            } else {
                Message problem = Characters.problemOf(text);
                if (problem == null) {
                    values[i] = member.type().read(text, member.name(), errors::add);
                } else {
                    errors.add(member.name(), problem);
                }
            }
        }
        errors.throwIfAny();
        return instance(values);
    }

    /** Names in an object that no member has, with those of objects within it. */
    List<String> ignored(JsonNode json) {
        Set<String> names = new HashSet<>();
        List<String> ignored = new ArrayList<>();
        members.forEach(member -> names.add(member.name()));
        for (String name : json.propertyNames()) {
            if (!names.contains(name)) {
                ignored.add(name);
            }
        }
        for (Member member : members) {
            JsonNode value = json.get(member.name());
            if (value == null) {
                continue;
            }
            switch (member.type()) {
                case ValueType.Nested(Shape nested) when value.isObject() ->
                        nested.ignored(value).forEach(n -> ignored.add(member.name() + "." + n));
                case ValueType.Items(ValueType.Nested(Shape nested), int max)
                        when value.isArray() -> {
                    for (JsonNode item : value) {
                        if (item.isObject()) {
                            nested.ignored(item).forEach(n -> ignored.add(member.name() + "." + n));
                        }
                    }
                }
                case ValueType.Items(ValueType.Wrapped(ValueType within, String only), int max)
                        when value.isArray() ->
                        value.forEach(item ->
                                item.propertyNames().stream()
                                        .filter(n -> !n.equals(only))
                                        .forEach(n -> ignored.add(member.name() + "." + n)));
                default -> {}
            }
        }
        return ignored.stream().distinct().toList();
    }

    private Record instance(@Nullable Object[] values) {
        Class<?>[] types =
                Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new);
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw new IllegalStateException("the record refuses what it was read as", refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ValueType valueType(Type generic, Field field) {
        if (generic instanceof ParameterizedType list && list.getRawType() == List.class) {
            return new ValueType.Items(valueType(argument(list), field), field.maxItems());
        }
        ValueType single = singleType(generic, field);
        return field.orMember().isEmpty()
                ? single
                : new ValueType.Wrapped(single, field.orMember());
    }

    private static ValueType singleType(Type generic, Field field) {
        if (!(generic instanceof Class<?> declared)) {
            throw new IllegalArgumentException("no type of a value: " + generic);
        }
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(declared);
        if (type == String.class) {
            return new ValueType.Text(field.maxLength(), field.blank(), field.trimmed());
        }
        if (type == Boolean.class) {
            return new ValueType.Flag();
        }
        if (type == Integer.class) {
            long least = Math.max(field.min(), Integer.MIN_VALUE);
            long greatest = Math.min(field.max(), Integer.MAX_VALUE);
            return new ValueType.Whole(least, greatest, false);
        }
        if (type == Long.class) {
            return new ValueType.Whole(field.min(), field.max(), true);
        }
        if (type == Instant.class) {
            return new ValueType.Moment();
        }
        if (type == LocalDate.class) {
            return new ValueType.Day();
        }
        if (JsonNode.class.isAssignableFrom(type)) {
            return new ValueType.Anything(field.maxBytes());
        }
        if (type.isEnum()) {
            return ValueType.Choice.of(type);
        }
        if (ValueType.Parsed.parser(type).isPresent()) {
            return new ValueType.Parsed(type, allowed(type, field.allowed()));
        }
        if (type.isRecord()) {
            return new ValueType.Nested(ofBody(type));
        }
        throw new IllegalArgumentException("no type of a value: " + generic);
    }

    private static Message allowed(Class<?> type, String text) {
        if (text.isEmpty() && type == DomainName.class) {
            return HOST_NAME;
        }
        return text.startsWith(Field.CODES) ? Message.of(text) : Message.verbatim(text);
    }

    private static Type argument(Type generic) {
        return ((ParameterizedType) generic).getActualTypeArguments()[0];
    }

    private static String nameOf(RecordComponent component) {
        return CAMEL.matcher(component.getName()).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
    }

    private static Field fieldOf(RecordComponent component) {
        return Optional.ofNullable(component.getAnnotation(Field.class)).orElse(NOTHING_SAID);
    }

    /** What is allowed where nothing is said. */
    private static final Field NOTHING_SAID = nothingSaid();

    private static Field nothingSaid() {
        record Annotated(@Field String member) {}
        return Annotated.class.getRecordComponents()[0].getAnnotation(Field.class);
    }
}
