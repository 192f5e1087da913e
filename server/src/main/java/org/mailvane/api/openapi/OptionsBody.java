package org.mailvane.api.openapi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiCatalogue.Operation;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.binding.Shape.Member;
import org.mailvane.api.binding.ValueType;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.MessageFormatter;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * What {@code OPTIONS} answers, in the form that clients of this kind of API know.
 *
 * @param name what the path is
 * @param description what it is for
 * @param renders media types of answers
 * @param parses media types of bodies
 * @param actions for each method that writes and that the caller may call, the properties of its
 *     body
 */
record OptionsBody(
        String name,
        String description,
        List<String> renders,
        List<String> parses,
        Map<String, Map<String, Object>> actions) {

    private static final List<RequestMethod> WRITING =
            List.of(RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH);

    /** Returns the body for a path's operations. */
    static OptionsBody of(List<Operation> operations, Predicate<Operation> allowed) {
        Operation shown =
                operations.stream()
                        .filter(o -> o.method() == RequestMethod.GET)
                        .findFirst()
                        .orElse(operations.getFirst());
        return new OptionsBody(
                name(shown),
                shown.declaration().summary(),
                renders(operations),
                parses(operations),
                actions(operations, allowed));
    }

    private static String name(Operation operation) {
        String below =
                operation.path().startsWith(ApiCatalogue.VERSION_ROOT)
                        ? operation.path().substring(ApiCatalogue.VERSION_ROOT.length())
                        : operation.path().substring(ApiCatalogue.ROOT.length());
        List<String> words =
                Arrays.stream(below.split("[/-]"))
                        .filter(word -> !word.isEmpty() && !word.startsWith("{"))
                        .map(StringUtils::capitalize)
                        .collect(Collectors.toCollection(ArrayList::new));
        if (words.isEmpty()) {
            return "Api Root";
        }
        if (operation.isListing()) {
            words.add("List");
        } else if (below.endsWith("}")) {
            words.add("Instance");
        }
        return String.join(" ", words);
    }

    private static List<String> renders(List<Operation> operations) {
        return operations.stream().anyMatch(Operation::offersCsv)
                ? List.of(MediaType.APPLICATION_JSON_VALUE, "text/csv")
                : List.of(MediaType.APPLICATION_JSON_VALUE);
    }

    private static List<String> parses(List<Operation> operations) {
        boolean files = operations.stream().anyMatch(Operation::takesFiles);
        return files
                ? List.of(MediaType.MULTIPART_FORM_DATA_VALUE, MediaType.ALL_VALUE)
                : List.of(MediaType.APPLICATION_JSON_VALUE);
    }

    private static Map<String, Map<String, Object>> actions(
            List<Operation> operations, Predicate<Operation> allowed) {
        Map<String, Map<String, Object>> actions = new LinkedHashMap<>();
        for (RequestMethod method : WRITING) {
            operations.stream()
                    .filter(o -> o.method() == method && allowed.test(o))
                    .findFirst()
                    .ifPresent(o ->
                            actions.put(
                                    method.name(),
                                    o.body()
                                            .map(s -> fields(s, method == RequestMethod.PATCH))
                                            .orElse(Map.of())));
        }
        return actions;
    }

    private static Map<String, Object> fields(Shape shape, boolean partial) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Member member : shape.members()) {
            Map<String, Object> field = typed(member.type());
            Map<String, Object> info = new LinkedHashMap<>();
            info.put("type", field.remove("type"));
            info.put("required", member.required() && !(partial && member.given()));
            info.put("read_only", false);
            info.put("label", label(member.name()));
            if (!member.description().isEmpty()) {
                info.put("help_text", member.description());
            }
            info.putAll(field);
            fields.put(member.name(), info);
        }
        return fields;
    }

    /** What a value must be. */
    private static Map<String, Object> typed(ValueType type) {
        Map<String, Object> field = new LinkedHashMap<>();
        switch (type) {
            case ValueType.Text text -> {
                field.put("type", "string");
                field.put("max_length", text.maxLength());
            }
            case ValueType.Flag flag -> field.put("type", "boolean");
            case ValueType.Whole whole -> {
                field.put("type", "integer");
                if (whole.min() != Long.MIN_VALUE) {
                    field.put("min_value", whole.min());
                }
                if (whole.max() != Long.MAX_VALUE) {
                    field.put("max_value", whole.max());
                }
            }
            case ValueType.Choice choice -> {
                field.put("type", "choice");
                field.put(
                        "choices",
                        choice.values().entrySet().stream()
                                .map(c -> choice(c.getKey(), c.getValue()))
                                .toList());
            }
            case ValueType.Moment moment -> field.put("type", "datetime");
            case ValueType.Day day -> field.put("type", "date");
            case ValueType.Parsed parsed -> {
                field.put("type", "string");
                if (parsed.type() == DomainName.class) {
                    field.put("max_length", DomainName.MAX_LENGTH);
                }
                String allowed = MessageFormatter.forPrograms().format(parsed.allowed());
                if (!allowed.isEmpty()) {
                    field.put("help_text", "It must be " + allowed + ".");
                }
            }
            case ValueType.Anything anything -> field.put("type", "field");
            case ValueType.Items items -> {
                field.put("type", "list");
                Map<String, Object> child = typed(items.item());
                child.putIfAbsent("required", true);
                child.putIfAbsent("read_only", false);
                field.put("child", child);
            }
            case ValueType.Nested nested -> {
                field.put("type", "nested object");
                field.put("children", fields(nested.shape(), false));
            }
            case ValueType.Wrapped wrapped -> field.putAll(typed(wrapped.value()));
        }
        return field;
    }

    private static Map<String, String> choice(String value, Enum<?> constant) {
        Map<String, String> choice = new LinkedHashMap<>();
        choice.put("value", value);
        choice.put("display_name", label(constant.name().toLowerCase(Locale.ROOT)));
        return choice;
    }

    /** A name as a person writes it: {@code spf_lookup_count} is Spf lookup count. */
    private static String label(String name) {
        return StringUtils.capitalize(name.replace('_', ' '));
    }
}
