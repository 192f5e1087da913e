package org.mailvane.api.openapi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue.Operation;
import org.mailvane.api.RequestId;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The errors of operations in the OpenAPI document: which there are, and what they look like. */
final class OpenApiErrors {

    private static final String ERROR = "Error";
    private static final String PROBLEM = "Problem";
    private static final String FIELD_ERRORS = "FieldErrors";
    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9]+");

    private static final List<HttpStatus> ERRORS =
            List.of(
                    HttpStatus.BAD_REQUEST,
                    HttpStatus.UNAUTHORIZED,
                    HttpStatus.PAYMENT_REQUIRED,
                    HttpStatus.FORBIDDEN,
                    HttpStatus.NOT_FOUND,
                    HttpStatus.CONTENT_TOO_LARGE,
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    HttpStatus.TOO_MANY_REQUESTS,
                    HttpStatus.SERVICE_UNAVAILABLE);

    private final JsonMapper json;
    private final JsonSchemas schemas;
    private final OpenApiHeaders headers;

    /** Errors that an operation refers to. */
    private final Set<HttpStatus> used = new TreeSet<>();

    OpenApiErrors(JsonMapper json, JsonSchemas schemas, OpenApiHeaders headers) {
        this.json = json;
        this.schemas = schemas;
        this.headers = headers;
    }

    /** Adds the errors of an operation to its responses. */
    void addTo(ObjectNode responses, Operation operation, Optional<Example.Pair> examples) {
        for (HttpStatus status : errorsOf(operation)) {
            Optional<Example.Response> example =
                    examples.map(pair -> pair.error().response())
                            .filter(response -> response.status() == status.value());
            responses.set(
                    String.valueOf(status.value()),
                    example.isPresent() ? error(status, example) : reference(status));
        }
    }

    /** Adds the errors that operations refer to. */
    void addComponents(ObjectNode responses) {
        used.forEach(status -> responses.set(nameOf(status), error(status, Optional.empty())));
    }

    /** Returns the schemas of errors by their names. */
    Map<String, ObjectNode> schemas() {
        return Map.of(
                ERROR, errorSchema(), PROBLEM, problemSchema(), FIELD_ERRORS, fieldErrorsSchema());
    }

    private static List<HttpStatus> errorsOf(Operation operation) {
        boolean open = operation.access() == Access.PUBLIC;
        boolean hasQuery =
                operation.isListing() || operation.query().isPresent() || operation.offersCsv();
        boolean hasBody = operation.body().isPresent() || operation.takesFiles();
        boolean hasPath = operation.path().contains("{");
        return ERRORS.stream()
                .filter(status ->
                        switch (status) {
                            case BAD_REQUEST ->
                                    hasQuery
                                            || hasBody
                                            || hasTextInPath(operation)
                                            || mayNotFit(operation);
                            case PAYMENT_REQUIRED -> !open;
                            case FORBIDDEN ->
                                    operation.access() == Access.ADMIN
                                            || operation.access() == Access.WRITER
                                            || operation.declaration().forensic();
                            case NOT_FOUND ->
                                    hasPath
                                            || operation.isListing()
                                            || operation.declaration().forensic();
                            case CONTENT_TOO_LARGE -> hasBody;
                            case UNSUPPORTED_MEDIA_TYPE -> operation.body().isPresent();
                            default -> true;
                        })
                .toList();
    }

    /** What is asked for may not fit the object as it is. */
    private static boolean mayNotFit(Operation operation) {
        return operation.path().contains("{")
                && (operation.method() == RequestMethod.POST
                        || operation.method() == RequestMethod.PUT);
    }

    /** A text in the path can be looked at; a number that is none just names nothing. */
    private static boolean hasTextInPath(Operation operation) {
        return Arrays.stream(operation.handler().getMethod().getParameters())
                .anyMatch(p ->
                        p.isAnnotationPresent(PathVariable.class) && p.getType() == String.class);
    }

    private ObjectNode reference(HttpStatus status) {
        used.add(status);
        return json.createObjectNode().put("$ref", "#/components/responses/" + nameOf(status));
    }

    private static String nameOf(HttpStatus status) {
        return NO_NAME.matcher(status.getReasonPhrase()).replaceAll("");
    }

    private ObjectNode error(HttpStatus status, Optional<Example.Response> example) {
        ObjectNode response = json.createObjectNode().put("description", meaning(status));
        ObjectNode inResponse = response.putObject("headers");
        headers.add(inResponse, RequestId.HEADER);
        if (status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE) {
            headers.add(inResponse, HttpHeaders.RETRY_AFTER);
        }
        if (status == HttpStatus.UNAUTHORIZED) {
            headers.add(inResponse, HttpHeaders.WWW_AUTHENTICATE);
        }
        ObjectNode content = response.putObject("content");
        ObjectNode plain = content.putObject(MediaType.APPLICATION_JSON_VALUE);
        plain.set("schema", schemas.refer(ERROR));
        example.map(Example.Response::body).ifPresent(body -> plain.set("example", body));
        content.putObject(MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .set("schema", schemas.refer(PROBLEM));
        return response;
    }

    private static String meaning(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> "Invalid value, or unreadable body. The text says what is allowed.";
            case UNAUTHORIZED ->
                    "The token is missing or invalid. An invalid token is also refused where"
                            + " none is required.";
            case PAYMENT_REQUIRED -> "The account's subscription has expired.";
            case FORBIDDEN ->
                    "Forbidden. The caller can see the object but not perform this action.";
            case NOT_FOUND -> "Not found, or the caller can't see it.";
            case CONTENT_TOO_LARGE -> "The body is too large.";
            case UNSUPPORTED_MEDIA_TYPE -> "The body is not JSON.";
            case TOO_MANY_REQUESTS -> "Too many requests. `Retry-After` says when to try again.";
            case SERVICE_UNAVAILABLE ->
                    "Temporarily unavailable: the database is unreachable or busy with a"
                            + " conflicting change, or too many inspections are running. `Retry-After`"
                            + " says when to try again.";
            default -> status.getReasonPhrase();
        };
    }

    private ObjectNode errorSchema() {
        ObjectNode schema =
                json.createObjectNode()
                        .put("type", "object")
                        .put("description", "The error: a `detail`, or texts by field.");
        ObjectNode properties = schema.putObject("properties");
        properties
                .putObject("detail")
                .put("type", "string")
                .put("description", "Description of the error for people.");
        errorMembers(properties);
        schema.set("additionalProperties", schemas.refer(FIELD_ERRORS));
        schema.putArray("required").add("code").add("request_id");
        return schema;
    }

    private ObjectNode problemSchema() {
        ObjectNode schema =
                json.createObjectNode()
                        .put("type", "object")
                        .put("description", "Same as `detail`, in the format of RFC 9457.");
        ObjectNode properties = schema.putObject("properties");
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("type", "Always `about:blank`.");
        texts.put("title", "HTTP status as text.");
        texts.put("detail", "Description of the error for people.");
        texts.forEach((name, text) ->
                properties.putObject(name).put("type", "string").put("description", text));
        properties
                .putObject("status")
                .put("type", "integer")
                .put("description", "HTTP status code.");
        properties.set("errors", schemas.refer(FIELD_ERRORS).put("description", "Texts by field."));
        errorMembers(properties);
        ArrayNode required = schema.putArray("required");
        List.of("type", "title", "status", "detail", "code", "request_id").forEach(required::add);
        return schema;
    }

    private static void errorMembers(ObjectNode properties) {
        properties
                .putObject("code")
                .put("type", "string")
                .put("description", "Error code for programs.");
        properties
                .putObject("request_id")
                .put("type", "string")
                .put("description", "Same as the header `X-Request-Id`.");
    }

    private ObjectNode fieldErrorsSchema() {
        ObjectNode schema =
                json.createObjectNode()
                        .put(
                                "description",
                                "Texts about a field: for a list by index, for an object by member."
                                        + " `non_field_errors` belong to no single field.");
        ArrayNode either = schema.putArray("anyOf");
        either.addObject().put("type", "array").putObject("items").put("type", "string");
        either.addObject()
                .put("type", "object")
                .set("additionalProperties", schemas.refer(FIELD_ERRORS));
        return schema;
    }
}
