package org.mailvane.api.openapi;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue.Operation;
import org.mailvane.api.ApiConfiguration;
import org.mailvane.api.RequestId;
import org.mailvane.api.binding.AnswerFormat;
import org.mailvane.api.binding.BodyReader;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.ParameterResolvers;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.binding.Shape.Member;
import org.mailvane.api.binding.ValueType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes the API as an OpenAPI 3.1 document. Everything in it comes from the catalogue's
 * operations and the types of their methods, so that it can't say what is not so.
 */
final class OpenApi {

    /** The API's version, which its paths name too. */
    static final String VERSION = "1.0.0";

    private static final String DESCRIPTION =
            """
            Manages the domains of an account and reads what is known about their email authentication. \
            Requests and answers are JSON.

            Paths end in a slash; without it they are served too. HEAD is answered like GET, OPTIONS says what \
            a path can do, and any other method is 405 with `Allow`.

            Unknown properties of a body are ignored; the header `X-Ignored-Properties` names them. An unknown \
            query parameter is ignored too; of a repeated one the last value counts.

            Every answer carries `X-Request-Id`: quote it when something went wrong. An error has a `detail`, or \
            texts by field, and always a stable `code`. With `Accept: application/problem+json` it comes as RFC \
            9457 has it.

            Times are UTC in ISO 8601, with microseconds unless they are 0.\
            """;

    private static final String JSON_TYPE = MediaType.APPLICATION_JSON_VALUE;
    private static final String CSV_TYPE = "text/csv";
    private static final String SECURITY_SCHEME = "token";
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    private final JsonMapper json;
    private final JsonSchemas schemas;
    private final OpenApiHeaders headers = new OpenApiHeaders();
    private final OpenApiErrors errors;

    private OpenApi(JsonMapper json) {
        this.json = json;
        this.schemas = new JsonSchemas(json);
        this.errors = new OpenApiErrors(json, schemas, headers);
    }

    /** The document about these operations, without the servers that have them. */
    static ObjectNode describe(List<Operation> operations, JsonMapper json) {
        return new OpenApi(json).document(operations);
    }

    private ObjectNode document(List<Operation> operations) {
        ObjectNode document = json.createObjectNode().put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Mailvane API")
                .put("version", VERSION)
                .put("description", DESCRIPTION);
        ArrayNode tags = document.putArray("tags");
        ObjectNode paths = document.putObject("paths");
        TreeSet<String> named = new TreeSet<>();
        Map<Operation, String> ids = new LinkedHashMap<>();
        OperationIds.byId(operations).forEach((id, operation) -> ids.put(operation, id));
        for (Operation operation : operations) {
            named.add(OperationIds.tag(operation));
            ObjectNode path =
                    paths.get(operation.path() + "/") instanceof ObjectNode there
                            ? there
                            : paths.putObject(operation.path() + "/");
            path.set(
                    operation.method().name().toLowerCase(Locale.ROOT),
                    operation(operation, ids.getOrDefault(operation, "")));
        }
        named.stream()
                .sorted((a, b) ->
                        a.equals(OperationIds.ROOT_TAG)
                                ? -1
                                : b.equals(OperationIds.ROOT_TAG) ? 1 : a.compareTo(b))
                .forEach(tag -> tags.addObject().put("name", tag));
        document.set("components", components());
        return document;
    }

    private ObjectNode operation(Operation operation, String id) {
        Optional<Example.Pair> examples = Examples.of(id);
        ObjectNode described =
                json.createObjectNode()
                        .put("operationId", id)
                        .put("summary", operation.declaration().summary())
                        .put("description", "For " + whoMay(operation) + ".");
        described.putArray("tags").add(OperationIds.tag(operation));
        ArrayNode security = described.putArray("security");
        if (operation.mayTakeToken()) {
            security.addObject();
        }
        if (operation.mayTakeToken() || operation.access() != Access.PUBLIC) {
            security.addObject().putArray(SECURITY_SCHEME);
        }
        ArrayNode parameters = parameters(operation);
        if (!parameters.isEmpty()) {
            described.set("parameters", parameters);
        }
        body(operation, examples).ifPresent(body -> described.set("requestBody", body));
        described.set("responses", responses(operation, examples));
        examples.ifPresent(pair ->
                described
                        .putArray("x-codeSamples")
                        .addObject()
                        .put("lang", "Shell")
                        .put("label", "curl")
                        .put("source", pair.success().request().curl(Examples.BASE)));
        return described;
    }

    private static String whoMay(Operation operation) {
        return whoMayByAccess(operation)
                + (operation.declaration().forensic() ? ", with access to forensic reports" : "");
    }

    private static String whoMayByAccess(Operation operation) {
        return switch (operation.access()) {
            case PUBLIC ->
                    operation.mayTakeToken()
                            ? "anyone, without a token. With a token, the response also uses the data"
                                    + " that the caller can see"
                            : "anyone, without a token";
            case SIGNED_IN ->
                    "all authenticated users. Results are limited to what the caller can see";
            case WRITER -> "authenticated users with write access to the object";
            case ADMIN -> "the account's owner and admins";
        };
    }

    // ---- parameters ---------------------------------------------------------------------------

    private ArrayNode parameters(Operation operation) {
        ArrayNode parameters = json.createArrayNode();
        Matcher variables = VARIABLE.matcher(operation.path());
        while (variables.find()) {
            ObjectNode variable =
                    parameters.addObject().put("name", variables.group(1)).put("in", "path");
            variable.put("required", true);
            variable.set("schema", pathVariable(operation, variables.group(1)));
        }
        if (operation.isListing()) {
            ObjectNode limit =
                    query(
                            parameters,
                            "limit",
                            "Items per page, at most "
                                    + operation.maxLimit()
                                    + "; larger values are reduced. `per_page` shows the value used.");
            limit.putObject("schema")
                    .put("type", "integer")
                    .put("minimum", 1)
                    .put("default", operation.limit());
            ArrayNode page =
                    query(parameters, "page", "Page number, or `last`.")
                            .putObject("schema")
                            .put("default", 1)
                            .putArray("anyOf");
            page.addObject().put("type", "integer").put("minimum", 1);
            page.addObject().put("type", "string").putArray("enum").add("last");
        }
        if (operation.offersCsv()) {
            ObjectNode format =
                    query(
                            parameters,
                            AnswerFormat.PARAMETER,
                            operation.isListing()
                                    ? "Response format. CSV without `limit` and `page` contains the whole list."
                                    : "Response format.");
            ObjectNode schema =
                    format.putObject("schema").put("type", "string").put("default", "json");
            schema.putArray("enum").add("csv").add("json");
        }
        List<String> orderings = operation.orderings();
        if (!orderings.isEmpty()) {
            ObjectNode ordering =
                    query(
                            parameters,
                            ParameterResolvers.OrderingResolver.PARAMETER,
                            "Sort fields, most significant first. Prefix with - to reverse.");
            ordering.put("style", "form").put("explode", false);
            ObjectNode names =
                    ordering.putObject("schema")
                            .put("type", "array")
                            .put("maxItems", Ordering.mostNames(orderings.size()));
            ArrayNode allowed = names.putObject("items").put("type", "string").putArray("enum");
            orderings.forEach(name -> allowed.add(name).add("-" + name));
        }
        for (Member member : operation.query().map(Shape::members).orElse(List.of())) {
            ObjectNode filter = query(parameters, member.name(), member.description());
            if (member.required()) {
                filter.put("required", true);
            }
            ObjectNode schema = schemas.ofValue(member.type());
            // An empty one is not given.
            schema.remove("minLength");
            if (member.type() instanceof ValueType.Items) {
                filter.put("style", "form").put("explode", false);
            }
            filter.set("schema", schema);
        }
        return parameters;
    }

    private static ObjectNode query(ArrayNode parameters, String name, String description) {
        ObjectNode parameter = parameters.addObject().put("name", name).put("in", "query");
        return description.isEmpty() ? parameter : parameter.put("description", description);
    }

    private ObjectNode pathVariable(Operation operation, String name) {
        Class<?> type =
                Arrays.stream(operation.handler().getMethod().getParameters())
                        .filter(p -> p.isAnnotationPresent(PathVariable.class))
                        .filter(p -> nameOf(p).equals(name))
                        .findFirst()
                        .<Class<?>>map(Parameter::getType)
                        .orElse(String.class);
        ObjectNode schema = json.createObjectNode();
        boolean number = ClassUtils.resolvePrimitiveIfNecessary(type) == Long.class;
        return number
                ? schema.put("type", "integer").put("format", "int64")
                : schema.put("type", "string");
    }

    private static String nameOf(Parameter parameter) {
        PathVariable variable = parameter.getAnnotation(PathVariable.class);
        return variable.value().isEmpty() ? parameter.getName() : variable.value();
    }

    // ---- bodies of requests -------------------------------------------------------------------

    private Optional<ObjectNode> body(Operation operation, Optional<Example.Pair> examples) {
        if (operation.takesFiles()) {
            return Optional.of(files());
        }
        return operation
                .body()
                .map(shape -> {
                    ObjectNode schema =
                            schemas.ofBody(shape, operation.method() == RequestMethod.PATCH);
                    ObjectNode body = json.createObjectNode();
                    // An empty body counts as an object without properties.
                    body.put("required", schema.has("required"));
                    ObjectNode media = body.putObject("content").putObject(JSON_TYPE);
                    media.set("schema", schema);
                    examples.map(pair -> pair.success().request().body())
                            .ifPresent(example -> media.set("example", example));
                    return body;
                });
    }

    private ObjectNode files() {
        ObjectNode body = json.createObjectNode();
        body.put(
                "description",
                "One file as the body, with an optional name in `Content-Disposition`; or several files as multipart form data: up to %d files and %d MB in total. Part names are ignored."
                        .formatted(ApiConfiguration.MAX_PARTS, ApiConfiguration.UPLOAD_LIMIT_MB));
        body.put("required", true);
        ObjectNode content = body.putObject("content");
        content.putObject(MediaType.APPLICATION_OCTET_STREAM_VALUE).putObject("schema");
        content.putObject(MediaType.MULTIPART_FORM_DATA_VALUE)
                .putObject("schema")
                .put("type", "object")
                .putObject("additionalProperties")
                .put("contentMediaType", MediaType.APPLICATION_OCTET_STREAM_VALUE);
        return body;
    }

    // ---- answers ------------------------------------------------------------------------------

    private ObjectNode responses(Operation operation, Optional<Example.Pair> examples) {
        ObjectNode responses = json.createObjectNode();
        for (int status : operation.declaration().status()) {
            responses.set(String.valueOf(status), success(operation, status, examples));
        }
        if (hasTag(operation)) {
            responses.set(String.valueOf(HttpStatus.NOT_MODIFIED.value()), unchanged());
        }
        errors.addTo(responses, operation, examples);
        return responses;
    }

    private ObjectNode success(Operation operation, int status, Optional<Example.Pair> examples) {
        ObjectNode response =
                json.createObjectNode()
                        .put("description", HttpStatus.valueOf(status).getReasonPhrase());
        ObjectNode inResponse = response.putObject("headers");
        headers.add(inResponse, RequestId.HEADER);
        if (operation.body().isPresent()) {
            headers.add(inResponse, BodyReader.IGNORED_HEADER);
        }
        if (operation.isListing()) {
            headers.add(inResponse, HttpHeaders.LINK);
        }
        if (hasTag(operation)) {
            headers.add(inResponse, HttpHeaders.ETAG);
        }
        AnnotatedType type = answerOf(operation);
        if (status == HttpStatus.NO_CONTENT.value() || isNothing(type)) {
            return response;
        }
        ObjectNode content = response.putObject("content");
        String produced = produced(operation);
        ObjectNode media = content.putObject(produced);
        media.set(
                "schema",
                produced.startsWith(JSON_TYPE)
                        ? JsonSchemas.isList(type.getType())
                                ? operation.hasPlainPages()
                                        ? schemas.ofPlainPages(type)
                                        : schemas.ofList(type)
                                : schemas.ofAnswer(type)
                        : json.createObjectNode().put("type", "string"));
        if (operation.offersCsv()) {
            content.putObject(CSV_TYPE).putObject("schema").put("type", "string");
        }
        examples.map(pair -> pair.success().response())
                .filter(example -> example.status() == status)
                .map(Example.Response::body)
                .ifPresent(example -> media.set("example", example));
        return response;
    }

    /** Answers in JSON to who only asks have one. */
    private static boolean hasTag(Operation operation) {
        return operation.method() == RequestMethod.GET && produced(operation).equals(JSON_TYPE);
    }

    private ObjectNode unchanged() {
        ObjectNode response =
                json.createObjectNode()
                        .put(
                                "description",
                                "Not modified: `If-None-Match` matches the current `ETag`.");
        ObjectNode inResponse = response.putObject("headers");
        headers.add(inResponse, RequestId.HEADER);
        headers.add(inResponse, HttpHeaders.ETAG);
        return response;
    }

    private static AnnotatedType answerOf(Operation operation) {
        AnnotatedType type = operation.handler().getMethod().getAnnotatedReturnType();
        return type instanceof AnnotatedParameterizedType of
                        && operation.handler().getMethod().getReturnType() == ResponseEntity.class
                ? of.getAnnotatedActualTypeArguments()[0]
                : type;
    }

    private static boolean isNothing(AnnotatedType type) {
        return type.getType() == void.class || type.getType() == Void.class;
    }

    private static String produced(Operation operation) {
        RequestMapping mapping =
                AnnotatedElementUtils.findMergedAnnotation(
                        operation.handler().getMethod(), RequestMapping.class);
        return mapping == null || mapping.produces().length == 0
                ? JSON_TYPE
                : mapping.produces()[0];
    }

    // ---- components ---------------------------------------------------------------------------

    private ObjectNode components() {
        ObjectNode components = json.createObjectNode();
        components
                .putObject("securitySchemes")
                .putObject(SECURITY_SCHEME)
                .put("type", "apiKey")
                .put("in", "header")
                .put("name", HttpHeaders.AUTHORIZATION)
                .put(
                        "description",
                        "The word `Token`, a space and the token: `Authorization: Token mvt_...`");
        errors.addComponents(components.putObject("responses"));
        headers.addComponents(components.putObject("headers"));
        ObjectNode all = components.putObject("schemas");
        Map<String, ObjectNode> sorted = new TreeMap<>(schemas.components());
        Map<String, ObjectNode> ofErrors = errors.schemas();
        sorted.putAll(ofErrors);
        if (sorted.size() != schemas.components().size() + ofErrors.size()) {
            throw new IllegalStateException("an answer is named like an error");
        }
        sorted.forEach(all::set);
        return components;
    }

    /** The document with the address of the server that gives it. */
    static ObjectNode at(String base, JsonNode document) {
        ObjectNode whole = new JsonMapper().createObjectNode();
        document.properties()
                .forEach(part -> {
                    whole.set(part.getKey(), part.getValue());
                    if (part.getKey().equals("info")) {
                        whole.putArray("servers").addObject().put("url", base);
                    }
                });
        return whole;
    }
}
