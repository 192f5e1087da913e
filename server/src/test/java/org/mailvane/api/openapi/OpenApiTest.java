package org.mailvane.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiDocument;
import org.mailvane.api.ApiDocument.Operation;
import org.mailvane.api.SchemaCheck;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document: its own rules, and that it says what the service does. */
class OpenApiTest {

    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(?:_[a-z0-9]+)*");
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    private static TestService service;
    private static ApiDocument document;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(Setting.PUBLIC_URL, "https://vane.example/x"));
        document = ApiDocument.of(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anybodyMayReadItAndItSaysWhereTheServiceIs() {
        Answer answer = service.get(null, "/api/schema/");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).startsWith("application/json");
        JsonNode json = answer.json();
        assertThat(json.propertyNames())
                .containsExactly("openapi", "info", "servers", "tags", "paths", "components");
        assertThat(json.get("openapi").asString()).isEqualTo("3.1.0");
        assertThat(json.at("/info/title").asString()).isNotBlank();
        assertThat(json.at("/info/version").asString()).isEqualTo("1.0.0");
        assertThat(json.at("/info/description").asString()).isNotBlank();
        assertThat(json.at("/servers/0/url").asString()).isEqualTo("https://vane.example/x");
    }

    @Test
    void itIsTheSameEachTimeItIsMade() {
        List<ApiCatalogue.Operation> operations = service.part(ApiCatalogue.class).operations();
        JsonMapper json = service.part(JsonMapper.class);
        assertThat(OpenApi.describe(operations, json).toString())
                .isEqualTo(OpenApi.describe(operations.reversed().reversed(), json).toString());
    }

    @Test
    void everyOperationIsInItWithASummary() {
        List<ApiCatalogue.Operation> operations = service.part(ApiCatalogue.class).operations();
        assertThat(document.operations()).hasSameSizeAs(operations).hasSizeGreaterThan(10);
        for (ApiCatalogue.Operation operation : operations) {
            assertThat(operation.declaration().summary())
                    .as(operation.toString())
                    .matches("[A-Z].{5,}\\.");
        }
    }

    @Test
    void everyOperationHasAnIdOfItsOwn() {
        Set<String> ids = new HashSet<>();
        for (Operation operation : document.operations()) {
            assertThat(operation.id()).matches(ID);
            assertThat(ids.add(operation.id())).as(operation.id()).isTrue();
        }
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        Set<String> used = new HashSet<>();
        walk(
                document.json(),
                (name, node) -> {
                    if (name.equals("$ref")) {
                        String target = node.asString();
                        assertThat(target).startsWith("#/components/");
                        assertThat(document.json().at(target.substring(1)).isMissingNode())
                                .as(target)
                                .isFalse();
                        used.add(target);
                    }
                });
        List<String> there = new ArrayList<>();
        for (String kind : List.of("schemas", "responses", "headers")) {
            document.json()
                    .at("/components/" + kind)
                    .propertyNames()
                    .forEach(name -> there.add("#/components/" + kind + "/" + name));
        }
        assertThat(used).containsExactlyInAnyOrderElementsOf(there);
    }

    @Test
    void everyVariableOfAPathIsDeclaredAndNoParameterTwice() {
        for (Operation operation : document.operations()) {
            List<String> declared = new ArrayList<>();
            for (JsonNode parameter : operation.parameters("path")) {
                declared.add(parameter.get("name").asString());
                assertThat(parameter.get("required").asBoolean()).isTrue();
            }
            assertThat(declared).as(operation.toString()).isEqualTo(operation.variables());
            Set<String> names = new HashSet<>();
            for (JsonNode parameter : operation.json().path("parameters")) {
                assertThat(parameter.get("schema").isObject()).isTrue();
                assertThat(names.add(parameter.get("in") + " " + parameter.get("name")))
                        .as(parameter.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void clientsAreToldWhereATokenIsWelcomeAndNotNeeded() {
        JsonNode security = document.json().at("/paths/~1api~1v1~1spf~1inspect~1/post/security");
        assertThat(security.toString()).isEqualTo("[{},{\"token\":[]}]");
        assertThat(document.json().at("/paths/~1api~1v1~1/get/security").toString())
                .isEqualTo("[]");
    }

    @Test
    void everyOperationSaysItsTagItsSecurityAndItsAnswers() {
        List<String> tags = new ArrayList<>();
        document.json().get("tags").forEach(tag -> tags.add(tag.get("name").asString()));
        JsonNode schemes = document.json().at("/components/securitySchemes");
        each(operation -> {
            assertThat(operation.method().toLowerCase(Locale.ROOT)).isIn(METHODS);
            assertThat(operation.path()).endsWith("/");
            assertThat(tags).contains(operation.tag());
            operation
                    .json()
                    .get("security")
                    .forEach(requirement ->
                            requirement
                                    .propertyNames()
                                    .forEach(name -> assertThat(schemes.has(name)).isTrue()));
            JsonNode responses = operation.json().get("responses");
            assertThat(responses.propertyNames().stream().filter(s -> s.startsWith("2")))
                    .isNotEmpty();
            assertThat(responses.has("401")).isTrue();
            assertThat(responses.has("402")).isEqualTo(!operation.isPublic());
            responses
                    .properties()
                    .forEach(response -> {
                        assertThat(response.getKey()).matches("[1-5]\\d\\d");
                        JsonNode said = response.getValue();
                        assertThat(
                                        said.has("$ref")
                                                || !said.path("description").asString("").isEmpty())
                                .isTrue();
                    });
        });
        assertThat(new HashSet<>(tags)).hasSameSizeAs(tags);
    }

    @Test
    void schemasSayOnlyWhatJsonSchemaKnows() {
        Set<String> types =
                Set.of("object", "array", "string", "integer", "number", "boolean", "null");
        Consumer<JsonNode> check =
                schema -> {
                    JsonNode type = schema.path("type");
                    List<JsonNode> each = new ArrayList<>();
                    if (type.isArray()) {
                        type.forEach(each::add);
                    } else if (!type.isMissingNode()) {
                        each.add(type);
                    }
                    each.forEach(one -> assertThat(types).contains(one.asString()));
                    schema.path("required")
                            .forEach(name ->
                                    assertThat(schema.get("properties").has(name.asString()))
                                            .as(name + " of " + schema)
                                            .isTrue());
                    if (schema.has("enum")) {
                        assertThat(schema.get("enum").size()).isPositive();
                    }
                };
        walk(
                document.json(),
                (name, node) -> {
                    if (name.equals("schema") || name.equals("items")) {
                        assertThat(node.isObject()).isTrue();
                        check.accept(node);
                    } else if (name.equals("properties") || name.equals("schemas")) {
                        node.forEach(check);
                    }
                });
    }

    @Test
    void everyPropertyAndParameterIsDescribed() {
        List<String> bare = new ArrayList<>();
        walk(
                document.json(),
                (name, node) -> {
                    if (name.equals("properties")) {
                        node.properties()
                                .forEach(property -> {
                                    if (!property.getValue().has("description")) {
                                        bare.add(property.getKey() + " " + property.getValue());
                                    }
                                });
                    }
                });
        each(operation ->
                operation
                        .parameters("query")
                        .forEach(parameter -> {
                            if (!parameter.has("description")) {
                                bare.add(operation + " " + parameter.get("name").asString());
                            }
                        }));
        assertThat(bare).isEmpty();
    }

    /** Examples are real answers: the story compares them with what the service answers. */
    @Test
    void everyExampleIsAsItsSchemaSays() {
        List<String> problems = new ArrayList<>();
        List<Operation> shown = new ArrayList<>();
        each(operation -> {
            operation
                    .json()
                    .get("responses")
                    .properties()
                    .forEach(response -> {
                        JsonNode media = response.getValue().at("/content/application~1json");
                        if (media.has("example")) {
                            shown.add(operation);
                            SchemaCheck.problems(
                                            document.json(),
                                            media.get("schema"),
                                            media.get("example"))
                                    .forEach(p ->
                                            problems.add(
                                                    operation + " " + response.getKey() + " " + p));
                        }
                    });
            if (!operation.validBody().isMissingNode()) {
                SchemaCheck.problems(document.json(), operation.body(), operation.validBody())
                        .forEach(p -> problems.add(operation + " body " + p));
            }
        });
        assertThat(shown).isNotEmpty();
        assertThat(problems).isEmpty();
    }

    private static void each(Consumer<Operation> check) {
        assertAll(
                document.operations().stream()
                        .map(operation ->
                                () -> {
                                    try {
                                        check.accept(operation);
                                    } catch (AssertionError wrong) {
                                        throw new AssertionError(operation.toString(), wrong);
                                    }
                                }));
    }

    /** Every member of the document, but not within examples. */
    private static void walk(JsonNode node, BiConsumer<String, JsonNode> visitor) {
        node.properties()
                .forEach(member -> {
                    if (!member.getKey().equals("example")) {
                        visitor.accept(member.getKey(), member.getValue());
                        walk(member.getValue(), visitor);
                    }
                });
        if (node.isArray()) {
            node.forEach(item -> walk(item, visitor));
        }
    }
}
