package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.api.ApiDocument.Operation;
import org.mailvane.api.Cast.Things;
import org.mailvane.api.Cast.Who;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.testing.TestService.Answer;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls every operation of the document with what it can't take, made from what the document says
 * it takes: the answer is never 500, and says what is wrong.
 */
@Tag("slow")
class BadInputTest {

    private static final int MEGABYTE = 1 << 20;
    private static final String FIRST_ITEM = "[0] ";
    private static final int LONGEST_ANSWER = 2_000;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private static Cast cast;
    private static String owner;

    private final List<String> wrong = new ArrayList<>();
    private int calls;

    @BeforeAll
    static void start() {
        cast = new Cast();
        owner = cast.first.apiToken();
    }

    @AfterAll
    static void stop() {
        cast.close();
    }

    @BeforeEach
    void nothingYet() {
        wrong.clear();
        calls = 0;
    }

    @AfterEach
    void nothingWentWrong() {
        assertThat(wrong).as(calls + " calls").isEmpty();
        assertThat(calls).isGreaterThan(5);
    }

    // ---- bodies -------------------------------------------------------------------------------

    @Test
    void everyFieldRefusesWhatItsSchemaDoesNotAllow() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : withBodies()) {
            JsonNode valid = Cast.body(operation, things);
            ObjectNode body = valid instanceof ObjectNode object ? object : Cast.object();
            for (Bad bad : badBodies(operation.body(), body, List.of())) {
                Answer answer = send(operation, things, bad.body().toString());
                expect(operation + " " + bad, answer, 400, bad.field(), bad.allowed());
            }
        }
    }

    /**
     * A body with one thing wrong.
     *
     * @param body what is sent
     * @param what what is wrong
     * @param field the field that the answer must name
     * @param allowed what the answer must hold
     */
    private record Bad(JsonNode body, String what, String field, String allowed) {

        @Override
        public String toString() {
            return field + " " + what;
        }
    }

    /** Bodies with one member wrong, for each member of a schema, also within objects and lists. */
    private static List<Bad> badBodies(JsonNode schema, ObjectNode valid, List<String> path) {
        List<Bad> all = new ArrayList<>();
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.asString()));
        schema.path("properties")
                .properties()
                .forEach(member -> {
                    String name = member.getKey();
                    JsonNode of = member.getValue();
                    String field = path.isEmpty() ? name : path.getFirst();
                    if (required.contains(name)) {
                        ObjectNode without = valid.deepCopy();
                        without.remove(name);
                        all.add(new Bad(without, "missing", field, "required"));
                    }
                    for (Map.Entry<String, JsonNode> value : badValues(of).entrySet()) {
                        ObjectNode changed = valid.deepCopy();
                        changed.set(name, value.getValue());
                        all.add(
                                new Bad(
                                        changed,
                                        value.getKey(),
                                        field,
                                        allowed(of, value.getKey())));
                    }
                    JsonNode item = of.path("items");
                    if (item.has("properties")) {
                        ObjectNode one =
                                valid.path(name).path(0) instanceof ObjectNode object
                                        ? object
                                        : Cast.object();
                        for (Bad bad : badBodies(item, one, List.of(field))) {
                            ObjectNode changed = valid.deepCopy();
                            changed.putArray(name).add(bad.body());
                            all.add(new Bad(changed, "[0]." + bad.what(), field, bad.allowed()));
                        }
                    }
                    if (of.has("properties")) {
                        ObjectNode one =
                                valid.path(name) instanceof ObjectNode object
                                        ? object
                                        : Cast.object();
                        for (Bad bad : badBodies(of, one, List.of(field))) {
                            ObjectNode changed = valid.deepCopy();
                            changed.set(name, bad.body());
                            all.add(new Bad(changed, "." + bad.what(), field, bad.allowed()));
                        }
                    }
                });
        return all;
    }

    private static Map<String, JsonNode> badValues(JsonNode schema) {
        Map<String, JsonNode> bad = new LinkedHashMap<>();
        JsonNode type = schema.path("type");
        List<String> types =
                type.isArray()
                        ? StreamSupport.stream(type.spliterator(), false)
                                .map(JsonNode::asString)
                                .toList()
                        : List.of(type.asString(""));
        if (types.equals(List.of(""))) {
            bad.put("1 MB", JSON.stringNode("x".repeat(MEGABYTE)));
            bad.put("NUL", Cast.object().put("a", "\u0000"));
            return bad;
        }
        if (!types.contains("null")) {
            bad.put("null", JSON.nullNode());
        }
        if (!types.contains("object")) {
            bad.put("an object", Cast.object().put("a", 1));
        }
        if (!types.contains("array")) {
            bad.put("a list", JSON.arrayNode().add("a"));
        }
        if (types.contains("string")) {
            bad.put("true", JSON.booleanNode(true));
            bad.put("NUL", JSON.stringNode("a\u0000b"));
            bad.put("1 MB", JSON.stringNode("x".repeat(MEGABYTE)));
            if (schema.has("maxLength")) {
                bad.put(
                        "too long",
                        JSON.stringNode("x".repeat(schema.get("maxLength").asInt() + 1)));
            }
            if (schema.path("minLength").asInt(0) > 0) {
                bad.put("blank", JSON.stringNode(" "));
            }
            if (schema.has("enum") || schema.has("format")) {
                bad.put("unknown", JSON.stringNode("nope"));
                bad.put("a number", JSON.numberNode(7));
            }
        }
        if (types.contains("boolean")) {
            bad.put("a word", JSON.stringNode("yes"));
            bad.put("a number", JSON.numberNode(2));
        }
        if (types.contains("integer")) {
            bad.put("a word", JSON.stringNode("abc"));
            bad.put("half", JSON.numberNode(1.5));
            bad.put("out of range", JSON.numberNode(new BigInteger("9".repeat(30))));
            if (schema.has("maximum") && schema.get("maximum").asLong() < Long.MAX_VALUE) {
                bad.put("too large", JSON.numberNode(schema.get("maximum").asLong() + 1));
            }
            if (schema.has("minimum")) {
                bad.put("too small", JSON.numberNode(schema.get("minimum").asLong() - 1));
            }
        }
        if (types.contains("array")) {
            bad.put("a word", JSON.stringNode("abc"));
            for (Map.Entry<String, JsonNode> item : badValues(schema.get("items")).entrySet()) {
                bad.put(FIRST_ITEM + item.getKey(), JSON.arrayNode().add(item.getValue()));
            }
            if (schema.path("maxItems").asInt(0) > 0) {
                ArrayNode many = JSON.arrayNode();
                for (int i = 0; i <= schema.get("maxItems").asInt(); i++) {
                    many.add(1);
                }
                bad.put("too many", many);
            }
        }
        if (types.contains("object")) {
            bad.put("a word", JSON.stringNode("abc"));
        }
        return bad;
    }

    /** What the text about a bad value must say. */
    private static String allowed(JsonNode schema, String what) {
        if (what.startsWith(FIRST_ITEM)) {
            return allowed(schema.get("items"), what.substring(FIRST_ITEM.length()));
        }
        return switch (what) {
            case "null" -> "null";
            case "too many" -> schema.get("maxItems").asString();
            case "too large" -> schema.get("maximum").asString();
            case "too small" -> schema.get("minimum").asString();
            case "unknown" ->
                    schema.has("enum")
                            ? schema.get("enum").get(schema.get("enum").size() / 2).asString("")
                            : "must be";
            case "blank" -> "";
            case "too long", "1 MB", "NUL" -> "";
            default -> "must be";
        };
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : withBodies()) {
            operation
                    .body()
                    .path("properties")
                    .properties()
                    .forEach(member -> {
                        if (member.getValue().path("type").asString("").equals("string")) {
                            Answer answer =
                                    send(
                                            operation,
                                            things,
                                            "{\"" + member.getKey() + "\": \"\\ud800\"}");
                            expect(
                                    operation + " " + member.getKey(),
                                    answer,
                                    400,
                                    member.getKey(),
                                    "");
                        }
                    });
        }
    }

    @Test
    void whatIsNoJsonObjectIsRefused() {
        Things things = cast.fresh(cast.first);
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        bodies.put("a list", bytes("[]"));
        bodies.put("a text", bytes("\"abc\""));
        bodies.put("null", bytes("null"));
        bodies.put("cut off", bytes("{\"a\": "));
        bodies.put("twice the same name", bytes("{\"a\": 1, \"a\": 2}"));
        bodies.put("two objects", bytes("{}{}"));
        bodies.put("invalid UTF-8", new byte[] {'{', '"', (byte) 0xC3, '(', '"', ':', '1', '}'});
        bodies.put("too deep", bytes("{\"a\": " + "[".repeat(100_000)));
        for (Operation operation : withBodies()) {
            bodies.forEach((what, body) ->
                    expect(
                            operation + " " + what,
                            send(operation, things, body, "application/json"),
                            400,
                            null,
                            "JSON"));
        }
    }

    @Test
    void anotherMediaTypeIs415AndATooLargeBody413() throws IOException {
        Things things = cast.fresh(cast.first);
        byte[] large = bytes("{\"a\": \"" + "x".repeat(BodyReader.MAX_BODY_BYTES) + "\"}");
        for (Operation operation : withBodies()) {
            for (String type : List.of("text/plain", "application/x-www-form-urlencoded")) {
                expect(
                        operation + " " + type,
                        send(operation, things, bytes("a=1"), type),
                        415,
                        null,
                        "application/json");
            }
            String limit = String.valueOf(BodyReader.MAX_BODY_BYTES);
            String announced = operation + " says that it is too large";
            expect(announced, announce(operation, things, large.length), 413, null, limit);
            String unannounced = operation + " too large";
            expect(unannounced, sendInChunks(operation, things, large), 413, null, limit);
        }
    }

    /**
     * Sends the first byte of a body of this length. A client that sends the rest of it too has its
     * answer up to a second later: only then does Tomcat close the connection on which it writes.
     */
    private static Answer announce(Operation operation, Things things, int length)
            throws IOException {
        try (RawHttp http = RawHttp.to(cast.service)) {
            http.send(
                    operation.method()
                            + " "
                            + cast.path(operation, Who.OWNER, things)
                            + " HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Token " + owner,
                    "Content-Type: application/json",
                    "Content-Length: " + length,
                    "",
                    "{");
            int status = http.status();
            return new Answer(status, http.headers(), http.json().toString());
        }
    }

    /** Sends a body without saying how long it is. */
    private static Answer sendInChunks(Operation operation, Things things, byte[] body) {
        return cast.service.call(
                operation.method(),
                cast.token(Who.OWNER),
                cast.path(operation, Who.OWNER, things),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),
                Map.of("Content-Type", "application/json"));
    }

    /** What a body must be is nothing for who may not send one. */
    @Test
    void whoMayNotDoItIsToldSoWhateverTheySend() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : withBodies()) {
            if (operation.variables().isEmpty()) {
                continue;
            }
            Map<Who, Integer> refused = new LinkedHashMap<>();
            refused.put(Who.NO_TOKEN, 401);
            refused.put(Who.EXPIRED, 402);
            refused.put(Who.OTHER_ACCOUNT, 404);
            if (!operation.id().equals(Cast.OWN_PASSWORD)) {
                refused.put(Who.READER, 403);
            }
            refused.forEach((who, status) -> {
                for (String body : List.of("{\"a\": ", "[]", "{}")) {
                    Answer answer =
                            cast.service.send(
                                    operation.method(),
                                    cast.token(who),
                                    cast.path(operation, who, things),
                                    body);
                    expect(operation + " " + who + " " + body, answer, status, null, "");
                }
            });
        }
    }

    @Test
    void anEmptyBodyCountsAsAnObjectWithoutProperties() {
        for (Operation operation : withBodies()) {
            Things things = cast.fresh(cast.first);
            for (String type : List.of("text/plain", "application/json")) {
                Answer answer = send(operation, things, new byte[0], type);
                if (operation.body().has("required")) {
                    String field = operation.body().get("required").get(0).asString();
                    expect(operation + " empty", answer, 400, field, "required");
                } else {
                    calls++;
                    require(answer.status() < 300, operation + " empty", answer);
                }
            }
        }
    }

    @Test
    void propertiesThatMeanNothingAreIgnoredAndNamed() {
        for (Operation operation : withBodies()) {
            Things things = cast.fresh(cast.first);
            if (Cast.body(operation, things) instanceof ObjectNode body) {
                body.put("no_such_property", "\u0000");
                cast.learnPassword(operation, Who.OWNER);
                Answer answer = send(operation, things, body.toString());
                calls++;
                require(answer.status() < 300, operation + " ignores", answer);
                require(
                        answer.header("x-ignored-properties").equals("no_such_property"),
                        operation + " X-Ignored-Properties",
                        answer);
            }
        }
    }

    // ---- queries and paths --------------------------------------------------------------------

    @Test
    void everyQueryParameterRefusesWhatItsSchemaDoesNotAllow() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : cast.document.operations()) {
            for (JsonNode parameter : operation.parameters("query")) {
                String name = parameter.get("name").asString();
                for (String bad : badParameters(parameter.get("schema"))) {
                    Answer answer = call(operation, things, "?" + name + "=" + encoded(bad));
                    expect(operation + " " + name + "=" + bad, answer, 400, name, "");
                    // The last one counts.
                    Answer repeated =
                            call(operation, things, "?" + name + "=&" + name + "=" + encoded(bad));
                    expect(operation + " twice " + name, repeated, 400, name, "");
                }
            }
        }
    }

    private static List<String> badParameters(JsonNode schema) {
        List<String> bad = new ArrayList<>(List.of("a\u0000b"));
        for (JsonNode one :
                schema.has("anyOf") ? schema.get("anyOf") : JSON.arrayNode().add(schema)) {
            switch (one.path("type").asString("")) {
                case "integer" ->
                        bad.addAll(List.of("abc", "1.5", "9".repeat(30), "0x10", "1e3", "--1"));
                case "boolean" -> bad.addAll(List.of("yes", "2", "TRUE"));
                case "array" ->
                        bad.addAll(List.of("nope", "--" + one.at("/items/enum/0").asString()));
                default -> {
                    if (one.has("enum") && !schema.has("anyOf")) {
                        bad.addAll(List.of("nope", "x".repeat(5_000)));
                    } else if (one.has("format")) {
                        bad.addAll(List.of("nope", "2026-02-30"));
                    } else if (one.has("maxLength")) {
                        bad.add("x".repeat(one.get("maxLength").asInt() + 1));
                    }
                }
            }
        }
        if (schema.toString().contains("\"minimum\":1")) {
            bad.addAll(List.of("0", "-1"));
        }
        return bad;
    }

    @Test
    void anUnreadableQueryIsRefusedAndAnUnknownParameterIgnored() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : cast.document.operations()) {
            if (operation.method().equals("GET")) {
                calls++;
                Answer ignored = call(operation, things, "?no_such_parameter=%00&x");
                require(ignored.status() == 200, operation + " unknown parameter", ignored);
            }
        }
    }

    @Test
    void anIdThatIsNoIntegerIsNotFound() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : cast.document.operations()) {
            for (JsonNode variable : operation.parameters("path")) {
                if (!variable.at("/schema/type").asString().equals("integer")) {
                    continue;
                }
                String name = "{" + variable.get("name").asString() + "}";
                // Ids begin with 1; the source of number 0 are the servers without a name.
                String none = name.equals("{source_number}") ? "2" : "0";
                for (String id :
                        List.of("abc", "1.5", "9".repeat(30), none, "-1", "1e3", "%20", "+1x")) {
                    String path =
                            Cast.path(
                                    new Operation(
                                            operation.method(),
                                            operation.path().replace(name, id),
                                            operation.json()),
                                    things);
                    JsonNode body = Cast.body(operation, things);
                    Answer answer =
                            cast.service.send(
                                    operation.method(),
                                    owner,
                                    path,
                                    body.isMissingNode() ? "" : body.toString());
                    expect(operation + " " + id, answer, 404, null, "Not found");
                }
            }
        }
    }

    // ---- every operation ----------------------------------------------------------------------

    @Test
    void anotherMethodIs405WithWhatIsAllowed() {
        Map<String, Set<String>> byPath = new LinkedHashMap<>();
        for (Operation operation : cast.document.operations()) {
            byPath.computeIfAbsent(operation.path(), p -> new TreeSet<>()).add(operation.method());
        }
        Things things = cast.fresh(cast.first);
        byPath.forEach((path, methods) -> {
            Operation any =
                    cast.document.operations().stream()
                            .filter(o -> o.path().equals(path))
                            .findFirst()
                            .orElseThrow();
            for (String method : METHODS) {
                if (!methods.contains(method)) {
                    Answer answer = cast.service.send(method, owner, Cast.path(any, things), "{}");
                    expect(method + " " + path, answer, 405, null, method);
                    require(
                            List.of(answer.header("allow").split(", ", -1)).containsAll(methods),
                            method + " " + path + " Allow " + answer.header("allow"),
                            answer);
                    require(
                            !List.of(answer.header("allow").split(", ", -1)).contains(method),
                            method + " " + path + " Allow " + answer.header("allow"),
                            answer);
                }
            }
        });
    }

    @Test
    void optionsSayWhatAPathCanDo() {
        Things things = cast.fresh(cast.first);
        for (Operation operation : cast.document.operations()) {
            String path = cast.path(operation, Who.OWNER, things);
            Answer answer =
                    cast.service.call("OPTIONS", owner, path, BodyPublishers.noBody(), Map.of());
            calls++;
            require(answer.status() == 200, operation + " OPTIONS", answer);
            require(
                    answer.header("allow").contains(operation.method()),
                    operation + " OPTIONS " + answer.header("allow"),
                    answer);
            for (String member : List.of("name", "description", "renders", "parses")) {
                require(answer.text().contains("\"" + member + "\""), operation + member, answer);
            }
        }
    }

    @Test
    void headIsAsGetAndTheSlashAtTheEndMayBeLeftOut() {
        Things things = cast.fresh(cast.first);
        // Settling changes the time in the answer of sources/refresh, which is read three times.
        SmartLifecycle settling = cast.service.part("reclassificationWorker", SmartLifecycle.class);
        settling.stop();
        try {
            assertSameByHeadAndWithoutSlash(things);
        } finally {
            settling.start();
        }
    }

    private void assertSameByHeadAndWithoutSlash(Things things) {
        for (Operation operation : cast.document.operations()) {
            if (!operation.method().equals("GET")) {
                continue;
            }
            String bare = cast.path(operation, Who.OWNER, things);
            String query = cast.query(operation, Who.OWNER, things);
            String path = bare + query;
            Answer get = cast.service.get(owner, path);
            Answer without = cast.service.get(owner, bare.substring(0, bare.length() - 1) + query);
            Answer head = cast.service.call("HEAD", owner, path, BodyPublishers.noBody(), Map.of());
            calls += 3;
            require(get.status() == 200, operation.toString(), get);
            require(!get.header("x-request-id").isEmpty(), operation + " X-Request-Id", get);
            require(without.text().equals(get.text()), operation + " without slash", without);
            require(
                    head.status() == 200
                            && head.text().isEmpty()
                            && head.header("content-type").equals(get.header("content-type"))
                            && head.header("etag").equals(get.header("etag")),
                    operation + " HEAD",
                    head);
        }
    }

    @Test
    void whatNobodyAskedForIsNoReasonToFail() {
        for (Operation operation : cast.document.operations()) {
            if (operation.json().has("requestBody")) {
                continue;
            }
            Things things = cast.fresh(cast.first);
            Answer answer = send(operation, things, bytes("{\"a\": "), "application/json");
            calls++;
            require(answer.status() < 500, operation + " with a body", answer);
        }
    }

    // ---- how it is done -----------------------------------------------------------------------

    private static List<Operation> withBodies() {
        List<Operation> operations =
                cast.document.operations().stream().filter(o -> !o.body().isMissingNode()).toList();
        assertThat(operations).hasSizeGreaterThan(5);
        return operations;
    }

    private static Answer send(Operation operation, Things things, String json) {
        return send(operation, things, bytes(json), "application/json");
    }

    private static Answer send(Operation operation, Things things, byte[] body, String type) {
        return cast.service.call(
                operation.method(),
                cast.token(Who.OWNER),
                cast.path(operation, Who.OWNER, things),
                BodyPublishers.ofByteArray(body),
                Map.of("Content-Type", type));
    }

    private static Answer call(Operation operation, Things things, String query) {
        String needed = cast.query(operation, Who.OWNER, things);
        return cast.service.call(
                operation.method(),
                owner,
                cast.path(operation, Who.OWNER, things)
                        + (needed.isEmpty() ? query : needed + "&" + query.substring(1)),
                BodyPublishers.noBody(),
                Map.of());
    }

    /**
     * The answer must have this status and say what is wrong.
     *
     * @param field the field that it must be about, or null for the whole request
     * @param said what its text must hold
     */
    private void expect(
            String call, Answer answer, int status, @Nullable String field, String said) {
        calls++;
        require(answer.status() == status, call + ": not " + status, answer);
        if (answer.status() == status) {
            JsonNode json = answer.json();
            require(json.path("code").isString(), call + ": no code", answer);
            require(
                    json.path("request_id").asString("").equals(answer.header("x-request-id")),
                    call + ": no request id",
                    answer);
            require(field == null || json.has(field), call + ": not about " + field, answer);
            require(answer.text().contains(said), call + ": says no " + said, answer);
            require(answer.text().length() < LONGEST_ANSWER, call + ": a long answer", answer);
            List<String> problems =
                    SchemaCheck.problems(
                            cast.document.json(),
                            new JsonMapper()
                                    .createObjectNode()
                                    .put("$ref", "#/components/schemas/Error"),
                            json);
            require(problems.isEmpty(), call + ": " + problems, answer);
        }
    }

    private void require(boolean so, String what, Answer answer) {
        if (!so) {
            String text = answer.text();
            wrong.add(
                    "%s -> %d %s"
                            .formatted(
                                    what,
                                    answer.status(),
                                    text.substring(0, Math.min(300, text.length()))));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
