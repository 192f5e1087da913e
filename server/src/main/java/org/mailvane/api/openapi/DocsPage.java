package org.mailvane.api.openapi;

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
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.mailvane.api.ApiCatalogue;
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
    private static final String FIRST_ERROR = "400";

    /** The errors that are common to all operations. */
    private static final Map<String, String> ANYWHERE =
            Map.of(
                    "405", "Method not allowed. `Allow` lists the methods of this path.",
                    "406",
                            "Not acceptable. The response is JSON, for lists also CSV, but `Accept`"
                                    + " allows neither.",
                    "500", "Internal error. The log contains it under the `request_id`.");

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

    /** A page with another address in its links and examples than they were written down with. */
    static String at(String base, String page) {
        return page.replace(Examples.BASE, Html.escaped(base));
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
        html.start("html", "lang", "en").start("head");
        html.start("meta", "charset", "utf-8");
        html.start("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.start("meta", "name", "color-scheme", "content", "light dark");
        html.text("title", title).style(STYLE).end("head").start("body");
        html.text("a", "Skip to content", "class", "skip", "href", "#main");
        html.start("header").text("p", title, "class", "brand");
        html.text("span", "Version " + string(info, "version"), "class", "sub").end("header");
        html.start("div", "class", "shell");
        contents(byTag);
        html.start("main", "id", "main");
        introduction(info);
        byTag.forEach(this::collection);
        objects();
        html.end("main").end("div").start("footer", "class", "sub");
        html.text("a", Attribution.COUNTRIES, "href", Attribution.COUNTRIES_LINK);
        html.end("footer").end("body").end("html");
    }

    private Map<String, List<Operation>> byTag() {
        Map<String, List<Operation>> byTag = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> byTag.put(string(tag, "name"), new ArrayList<>()));
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                JsonNode described = method.getValue();
                String tag = string(described.path("tags").path(0));
                String name = method.getKey().toUpperCase(Locale.ROOT);
                byTag.computeIfAbsent(tag, t -> new ArrayList<>())
                        .add(new Operation(path.getKey(), name, described));
            }
        }
        return byTag;
    }

    private void contents(Map<String, List<Operation>> byTag) {
        html.start("nav", "aria-label", "Contents").start("ul");
        item("#introduction", "Introduction");
        byTag.forEach((tag, operations) -> {
            html.start("li").text("a", name(tag), "href", "#tag-" + tag).start("ul");
            String prefix = tag.replace('-', '_') + "_";
            for (Operation operation : operations) {
                String id = operation.id();
                item("#" + id, name(id.startsWith(prefix) ? id.substring(prefix.length()) : id));
            }
            html.end("ul").end("li");
        });
        item("#objects", "Objects");
        html.end("ul").end("nav");
    }

    private void item(String href, String text) {
        html.start("li").text("a", text, "href", href).end("li");
    }

    private void introduction(JsonNode info) {
        html.start("section", "id", "introduction", "aria-labelledby", "introduction-h");
        html.text("h1", string(info, "title"), "id", "introduction-h");
        for (String paragraph : PARAGRAPHS.split(string(info, "description"), -1)) {
            html.prose("p", paragraph);
        }
        for (JsonNode scheme : document.path("components").path("securitySchemes")) {
            html.prose("p", string(scheme, "description"));
        }
        html.start("p").text("Machine-readable: ");
        html.text(
                "a",
                "the OpenAPI document",
                "href",
                Examples.BASE + ApiCatalogue.ROOT + "/schema/");
        html.text(". The examples are real calls, with placeholder times, tokens and ids.");
        html.end("p").text("h2", "Errors").start("dl", "class", "card answers");
        errors().forEach((status, description) -> {
            html.start("div", "id", "error-" + status).text("dt", status);
            html.prose("dd", description).end("div");
        });
        html.end("dl").end("section");
    }

    /** What errors mean, by status: those of the operations, and those that any path has. */
    private Map<String, String> errors() {
        Map<String, String> errors = new TreeMap<>(ANYWHERE);
        for (JsonNode path : document.path("paths")) {
            for (JsonNode operation : path) {
                for (Map.Entry<String, JsonNode> each : operation.path("responses").properties()) {
                    if (isError(each.getKey())) {
                        errors.put(each.getKey(), string(resolved(each.getValue()), "description"));
                    }
                }
            }
        }
        return errors;
    }

    private static boolean isError(String status) {
        return status.compareTo(FIRST_ERROR) >= 0;
    }

    private void collection(String tag, List<Operation> operations) {
        String id = "tag-" + tag;
        html.start("section", "id", id, "aria-labelledby", id + "-h");
        html.text("h2", name(tag), "id", id + "-h");
        operations.forEach(this::operation);
        html.end("section");
    }

    private void operation(Operation operation) {
        JsonNode described = operation.described();
        html.start("article", "id", operation.id(), "class", "card").start("h3");
        html.text("span", operation.method(), "class", "method").text(" ");
        html.text("code", operation.path()).end("h3");
        html.prose("p", string(described, "summary"));
        html.prose("p", string(described, "description"), "class", "sub");
        parameters(described);
        body(described.path("requestBody"));
        responses(described.path("responses"));
        examples(described);
        html.end("article");
    }

    // ---- what goes in -------------------------------------------------------------------------

    private void parameters(JsonNode described) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode parameter : described.path("parameters")) {
            boolean required = parameter.path("required").asBoolean(false);
            rows.add(
                    new Row(
                            string(parameter, "name"),
                            string(parameter, "in") + (required ? ", required" : ""),
                            parameter.path("schema"),
                            string(parameter, "description")));
        }
        if (!rows.isEmpty()) {
            html.text("h4", "Parameters");
            table(rows);
        }
    }

    private void body(JsonNode body) {
        if (body.isMissingNode()) {
            return;
        }
        html.text("h4", "Body");
        String description = string(body, "description");
        if (!description.isEmpty()) {
            html.prose("p", description);
        }
        for (Map.Entry<String, JsonNode> content : body.path("content").properties()) {
            html.start("p", "class", "sub").text("code", content.getKey()).end("p");
            table(members(content.getValue().path("schema"), ""));
        }
    }

    // ---- what comes out -----------------------------------------------------------------------

    private void responses(JsonNode responses) {
        html.text("h4", "Answers").start("dl", "class", "answers");
        List<String> errors = new ArrayList<>();
        for (Map.Entry<String, JsonNode> response : responses.properties()) {
            if (isError(response.getKey())) {
                errors.add(response.getKey());
            } else {
                html.start("div").text("dt", response.getKey()).start("dd");
                answer(resolved(response.getValue()));
                html.end("dd").end("div");
            }
        }
        html.start("div").text("dt", "Errors").start("dd");
        for (String status : errors) {
            html.text("a", status, "href", "#error-" + status).text(" ");
        }
        html.end("dd").end("div").end("dl");
    }

    private void answer(JsonNode response) {
        html.prose(string(response, "description"));
        for (Map.Entry<String, JsonNode> content : response.path("content").properties()) {
            if (content.getKey().equals("text/csv")) {
                html.text(", or CSV");
            } else {
                html.text(" ");
                type(content.getValue().path("schema"));
            }
        }
    }

    private void examples(JsonNode described) {
        JsonNode sample = described.path("x-codeSamples").path(0);
        if (sample.isMissingNode()) {
            return;
        }
        html.start("details").text("summary", "Example");
        code("Request", string(sample, "source"));
        for (Map.Entry<String, JsonNode> response : described.path("responses").properties()) {
            for (JsonNode content : resolved(response.getValue()).path("content")) {
                JsonNode example = content.path("example");
                if (!example.isMissingNode()) {
                    String text =
                            example.isString()
                                    ? example.stringValue()
                                    : PRETTY.writeValueAsString(example);
                    code("Answer " + response.getKey(), text);
                }
            }
        }
        html.end("details");
    }

    private void code(String what, String text) {
        html.text("p", what, "class", "sub");
        // Reachable by keyboard, since long lines scroll within it.
        html.start("pre", "tabindex", "0", "role", "region", "aria-label", what);
        html.text("code", text).end("pre");
    }

    private void objects() {
        html.start("section", "id", "objects", "aria-labelledby", "objects-h");
        html.text("h2", "Objects", "id", "objects-h");
        JsonNode schemas = document.path("components").path("schemas");
        for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
            html.start("article", "id", "object-" + schema.getKey(), "class", "card");
            html.text("h3", schema.getKey());
            String description = string(schema.getValue(), "description");
            if (!description.isEmpty()) {
                html.prose("p", description);
            }
            List<Row> rows = members(schema.getValue(), "");
            if (rows.isEmpty()) {
                html.start("p");
                type(schema.getValue());
                html.end("p");
            }
            table(rows);
            html.end("article");
        }
        html.end("section");
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
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
            String name = prefix + member.getKey();
            JsonNode value = member.getValue();
            String place = required.contains(member.getKey()) ? "required" : "";
            rows.add(new Row(name, place, value, string(value, "description")));
            rows.addAll(members(value, name + "."));
            rows.addAll(members(value.path("items"), name + "[]."));
        }
        return rows;
    }

    private void table(List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        html.start("dl");
        for (Row row : rows) {
            html.start("div").start("dt").text("code", row.name());
            if (!row.place().isEmpty()) {
                html.text(" ").text("span", row.place(), "class", "sub");
            }
            html.end("dt").start("dd");
            type(row.schema());
            for (String said :
                    List.of(row.description(), string(row.schema().path("items"), "description"))) {
                if (!said.isEmpty()) {
                    html.text(". ")
                            .prose(
                                    said.endsWith(".")
                                            ? said.substring(0, said.length() - 1)
                                            : said);
                }
            }
            html.text(".").end("dd").end("div");
        }
        html.end("dl");
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
        if (schema.path("minLength").asInt(0) > 0) {
            limits.add("not empty");
        }
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
        String words = tag.replace('-', ' ').replace('_', ' ');
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
