package org.mailvane.api;

import static org.mailvane.api.Html.with;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows the OpenAPI document to people: one page without scripts that needs nothing else, so that
 * it works offline. It knows nothing but the document.
 */
final class DocsPage {

    private static final String STYLE = resource("docs.css");

    /** Lets the page have its own style and nothing else. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'sha256-"
                    + sha256(STYLE)
                    + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String SCHEMAS = "#/components/schemas/";
    private static final Pattern PARAGRAPHS = Pattern.compile("\n\n");
    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final JsonNode document;
    private final Html html = new Html();

    private DocsPage(JsonNode document) {
        this.document = document;
    }

    /** The page about a document. */
    static String of(JsonNode document) {
        DocsPage page = new DocsPage(document);
        page.write();
        return page.html.page();
    }

    /** An operation with the path and method that it has in the document. */
    private record Operation(String path, String method, JsonNode described) {

        String id() {
            return string(described, "operationId");
        }
    }

    private void write() {
        JsonNode info = document.path("info");
        String title = string(info, "title");
        Map<String, List<Operation>> byTag = byTag();
        html.in(
                "html",
                with("lang", "en"),
                () -> {
                    html.in(
                            "head",
                            () -> {
                                html.open("meta", "charset", "utf-8");
                                html.open(
                                        "meta",
                                        "name",
                                        "viewport",
                                        "content",
                                        "width=device-width, initial-scale=1");
                                html.open("meta", "name", "color-scheme", "content", "light dark");
                                html.text("title", title).style(STYLE);
                            });
                    html.in(
                            "body",
                            () -> {
                                html.text(
                                        "a",
                                        "Skip to the content",
                                        "class",
                                        "skip",
                                        "href",
                                        "#main");
                                html.in(
                                        "header",
                                        () -> {
                                            html.in(
                                                    "p",
                                                    with("class", "brand"),
                                                    () -> html.text(title));
                                            html.text(
                                                    "span",
                                                    "Version " + string(info, "version"),
                                                    "class",
                                                    "sub");
                                        });
                                html.in(
                                        "div",
                                        with("class", "shell"),
                                        () -> {
                                            contents(byTag);
                                            html.in(
                                                    "main",
                                                    with("id", "main"),
                                                    () -> {
                                                        introduction(info);
                                                        byTag.forEach(this::collection);
                                                        schemas();
                                                    });
                                        });
                            });
                });
    }

    private Map<String, List<Operation>> byTag() {
        Map<String, List<Operation>> byTag = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> byTag.put(string(tag, "name"), new ArrayList<>()));
        document.path("paths")
                .properties()
                .forEach(path ->
                        path.getValue()
                                .properties()
                                .forEach(method ->
                                        byTag.getOrDefault(
                                                        string(
                                                                method.getValue()
                                                                        .path("tags")
                                                                        .path(0)),
                                                        List.of())
                                                .add(
                                                        new Operation(
                                                                path.getKey(),
                                                                method.getKey()
                                                                        .toUpperCase(Locale.ROOT),
                                                                method.getValue()))));
        return byTag;
    }

    private void contents(Map<String, List<Operation>> byTag) {
        html.in(
                "nav",
                with("aria-label", "Contents"),
                () -> {
                    html.in(
                            "ul",
                            () -> {
                                item("#introduction", "Introduction");
                                byTag.forEach((tag, operations) ->
                                        html.in(
                                                "li",
                                                () -> {
                                                    html.text(
                                                            "a", name(tag), "href", "#tag-" + tag);
                                                    html.in(
                                                            "ul",
                                                            () ->
                                                                    operations.forEach(o ->
                                                                            item(
                                                                                    "#" + o.id(),
                                                                                    name(
                                                                                            o.id().replace(
                                                                                                            '_',
                                                                                                            ' ')))));
                                                }));
                                item("#objects", "Objects");
                            });
                });
    }

    private void item(String href, String text) {
        html.in("li", () -> html.text("a", text, "href", href));
    }

    private void introduction(JsonNode info) {
        html.in(
                "section",
                with("id", "introduction", "aria-labelledby", "introduction-h"),
                () -> {
                    html.text("h1", string(info, "title"), "id", "introduction-h");
                    PARAGRAPHS
                            .splitAsStream(string(info, "description"))
                            .forEach(text -> html.in("p", () -> html.prose(text)));
                    document.path("components")
                            .path("securitySchemes")
                            .forEach(s -> html.in("p", () -> html.prose(string(s, "description"))));
                    html.in(
                            "p",
                            () -> {
                                html.text("The same for programs: ");
                                html.text("a", "the OpenAPI document", "href", "../schema/");
                                html.text(
                                        ". Examples are real; their times, addresses and ids stand for others.");
                            });
                    html.text("h2", "Errors");
                    html.in(
                            "dl",
                            with("class", "card errors"),
                            () ->
                                    document.path("components")
                                            .path("responses")
                                            .properties()
                                            .forEach(error ->
                                                    html.in(
                                                            "div",
                                                            () -> {
                                                                html.text(
                                                                        "dt",
                                                                        error.getKey()
                                                                                .replaceAll(
                                                                                        "(?<=[a-z])(?=[A-Z])",
                                                                                        " "));
                                                                html.in(
                                                                        "dd",
                                                                        () ->
                                                                                html.prose(
                                                                                        string(
                                                                                                error
                                                                                                        .getValue(),
                                                                                                "description")));
                                                            })));
                });
    }

    private void collection(String tag, List<Operation> operations) {
        html.in(
                "section",
                with("id", "tag-" + tag, "aria-labelledby", "tag-" + tag + "-h"),
                () -> {
                    html.text("h2", name(tag), "id", "tag-" + tag + "-h");
                    operations.forEach(this::operation);
                });
    }

    private void operation(Operation operation) {
        JsonNode described = operation.described();
        html.in(
                "article",
                with("id", operation.id(), "class", "card"),
                () -> {
                    html.in(
                            "h3",
                            () -> {
                                html.text("span", operation.method(), "class", "method");
                                html.text(" ").text("code", operation.path());
                            });
                    html.in("p", () -> html.prose(string(described, "summary")));
                    html.in(
                            "p",
                            with("class", "sub"),
                            () -> html.prose(string(described, "description")));
                    parameters(described);
                    body(described.path("requestBody"));
                    responses(described.path("responses"));
                    examples(described);
                });
    }

    // ---- what goes in -------------------------------------------------------------------------

    private void parameters(JsonNode described) {
        List<Row> rows = new ArrayList<>();
        described
                .path("parameters")
                .forEach(parameter ->
                        rows.add(
                                new Row(
                                        string(parameter, "name"),
                                        string(parameter, "in")
                                                + (parameter.path("required").asBoolean(false)
                                                        ? ", required"
                                                        : ""),
                                        parameter.path("schema"),
                                        string(parameter, "description"))));
        table("Parameters", rows);
    }

    private void body(JsonNode body) {
        if (body.isMissingNode()) {
            return;
        }
        html.text("h4", "Body");
        String description = string(body, "description");
        if (!description.isEmpty()) {
            html.in("p", () -> html.prose(description));
        }
        body.path("content")
                .properties()
                .forEach(content -> {
                    html.in("p", with("class", "sub"), () -> html.text("code", content.getKey()));
                    table("", members(content.getValue().path("schema"), ""));
                });
    }

    // ---- what comes out -----------------------------------------------------------------------

    private void responses(JsonNode responses) {
        html.text("h4", "Answers");
        html.in(
                "dl",
                with("class", "answers"),
                () ->
                        responses
                                .properties()
                                .forEach(response -> {
                                    JsonNode described = resolved(response.getValue());
                                    html.in(
                                            "div",
                                            () -> {
                                                html.text("dt", response.getKey());
                                                html.in(
                                                        "dd",
                                                        () -> {
                                                            html.prose(
                                                                    string(
                                                                            described,
                                                                            "description"));
                                                            described
                                                                    .path("content")
                                                                    .properties()
                                                                    .forEach(content -> {
                                                                        JsonNode schema =
                                                                                content.getValue()
                                                                                        .path(
                                                                                                "schema");
                                                                        if (content.getKey()
                                                                                .equals(
                                                                                        "text/csv")) {
                                                                            html.text(", or CSV");
                                                                        } else if (!content.getKey()
                                                                                .contains(
                                                                                        "problem")) {
                                                                            html.text(" ");
                                                                            type(schema);
                                                                        }
                                                                    });
                                                        });
                                            });
                                }));
    }

    private void examples(JsonNode described) {
        JsonNode sample = described.path("x-codeSamples").path(0);
        if (sample.isMissingNode()) {
            return;
        }
        html.in(
                "details",
                () -> {
                    html.text("summary", "Example");
                    code("The call", string(sample, "source"));
                    described
                            .path("responses")
                            .properties()
                            .forEach(response ->
                                    resolved(response.getValue())
                                            .path("content")
                                            .forEach(content -> {
                                                JsonNode example = content.path("example");
                                                if (!example.isMissingNode()) {
                                                    String text =
                                                            example.isString()
                                                                    ? example.stringValue()
                                                                    : PRETTY.writeValueAsString(
                                                                            example);
                                                    code("Answer " + response.getKey(), text);
                                                }
                                            }));
                });
    }

    private void code(String what, String text) {
        html.text("p", what, "class", "sub");
        // Reachable by keyboard, since long lines scroll within it.
        html.in(
                "pre",
                with("tabindex", "0", "role", "region", "aria-label", what),
                () -> html.text("code", text));
    }

    private void schemas() {
        html.in(
                "section",
                with("id", "objects", "aria-labelledby", "objects-h"),
                () -> {
                    html.text("h2", "Objects", "id", "objects-h");
                    document.path("components")
                            .path("schemas")
                            .properties()
                            .forEach(schema ->
                                    html.in(
                                            "article",
                                            with(
                                                    "id",
                                                    "object-" + schema.getKey(),
                                                    "class",
                                                    "card"),
                                            () -> {
                                                html.text("h3", schema.getKey());
                                                String description =
                                                        string(schema.getValue(), "description");
                                                if (!description.isEmpty()) {
                                                    html.in("p", () -> html.prose(description));
                                                }
                                                List<Row> rows = members(schema.getValue(), "");
                                                if (rows.isEmpty()) {
                                                    html.in("p", () -> type(schema.getValue()));
                                                }
                                                table("", rows);
                                            }));
                });
    }

    // ---- schemas ------------------------------------------------------------------------------

    /** A line of a table of properties or parameters. */
    private record Row(String name, String place, JsonNode schema, String description) {}

    private static List<Row> members(JsonNode schema, String prefix) {
        List<String> required =
                StreamSupport.stream(schema.path("required").spliterator(), false)
                        .map(DocsPage::string)
                        .toList();
        List<Row> rows = new ArrayList<>();
        schema.path("properties")
                .properties()
                .forEach(member -> {
                    String name = prefix + member.getKey();
                    JsonNode value = member.getValue();
                    rows.add(
                            new Row(
                                    name,
                                    required.contains(member.getKey()) ? "required" : "",
                                    value,
                                    string(value, "description")));
                    rows.addAll(members(value, name + "."));
                    rows.addAll(members(value.path("items"), name + "[]."));
                });
        return rows;
    }

    private void table(String heading, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (!heading.isEmpty()) {
            html.text("h4", heading);
        }
        html.in(
                "dl",
                with("class", "members"),
                () ->
                        rows.forEach(row ->
                                html.in(
                                        "div",
                                        () -> {
                                            html.in(
                                                    "dt",
                                                    () -> {
                                                        html.text("code", row.name());
                                                        if (!row.place().isEmpty()) {
                                                            html.text(" ")
                                                                    .text(
                                                                            "span",
                                                                            row.place(),
                                                                            "class",
                                                                            "sub");
                                                        }
                                                    });
                                            html.in(
                                                    "dd",
                                                    () -> {
                                                        type(row.schema());
                                                        if (!row.description().isEmpty()) {
                                                            html.text(". ")
                                                                    .prose(row.description());
                                                        }
                                                    });
                                        })));
    }

    /** What a schema allows, in words. */
    private void type(JsonNode schema) {
        if (schema.has("$ref")) {
            String name = string(schema, "$ref").substring(SCHEMAS.length());
            html.text("a", name, "href", "#object-" + name);
            return;
        }
        if (schema.has("anyOf")) {
            boolean first = true;
            for (JsonNode each : schema.path("anyOf")) {
                html.text(first ? "" : " or ");
                type(each);
                first = false;
            }
            return;
        }
        JsonNode type = schema.path("type");
        String words =
                type.isArray()
                        ? StreamSupport.stream(type.spliterator(), false)
                                .map(DocsPage::string)
                                .collect(Collectors.joining(" or "))
                        : string(type);
        html.text(words.isEmpty() ? "anything" : words);
        limits(schema);
        if (schema.has("items")) {
            html.text(" of ");
            type(schema.path("items"));
        }
        if (schema.path("additionalProperties").isObject()) {
            html.text(" of ");
            type(schema.path("additionalProperties"));
        }
    }

    private void limits(JsonNode schema) {
        List<String> limits = new ArrayList<>();
        if (schema.has("enum")) {
            limits.add(
                    StreamSupport.stream(schema.path("enum").spliterator(), false)
                            .map(value -> value.isNull() ? "null" : string(value))
                            .map(value -> value.isEmpty() ? "empty" : value)
                            .collect(Collectors.joining(", ")));
        }
        if (schema.has("format")) {
            limits.add(string(schema, "format"));
        }
        limit(limits, schema, "minLength", "at least %s characters");
        limit(limits, schema, "maxLength", "at most %s characters");
        limit(limits, schema, "minimum", "from %s");
        limit(limits, schema, "maximum", "to %s");
        limit(limits, schema, "maxItems", "at most %s items");
        limit(limits, schema, "default", "else %s");
        if (!limits.isEmpty()) {
            html.text(" (" + String.join("; ", limits) + ")");
        }
    }

    private static void limit(List<String> limits, JsonNode schema, String name, String text) {
        if (schema.has(name)) {
            limits.add(text.formatted(schema.path(name).asString()));
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(string(node, "$ref").substring(1)) : node;
    }

    // ---- texts --------------------------------------------------------------------------------

    private static String name(String tag) {
        String words = tag.replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String string(JsonNode node, String member) {
        return string(node.path(member));
    }

    private static String string(JsonNode node) {
        return node.isString() ? node.stringValue() : "";
    }

    private static String resource(String name) {
        try (InputStream file = DocsPage.class.getResourceAsStream("/api/" + name)) {
            return new String(
                    Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
