package org.mailvane.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document as a client reads it. */
public record ApiDocument(JsonNode json) {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    /** The document that a service answers. */
    public static ApiDocument of(TestService service) {
        return new ApiDocument(service.get(null, "/api/schema/").json());
    }

    /**
     * One operation.
     *
     * @param method in capitals
     * @param path with variables in braces
     */
    public record Operation(String method, String path, JsonNode json) {

        public String id() {
            return json.get("operationId").asString();
        }

        public String tag() {
            return json.get("tags").get(0).asString();
        }

        public boolean isPublic() {
            JsonNode security = json.get("security");
            return security.isEmpty() || security.valueStream().anyMatch(JsonNode::isEmpty);
        }

        /** Names of the variables of its path. */
        public List<String> variables() {
            List<String> names = new ArrayList<>();
            Matcher variables = VARIABLE.matcher(path);
            while (variables.find()) {
                names.add(variables.group(1));
            }
            return names;
        }

        /** Whether a path without its query is one of this operation. */
        boolean matches(String method, String concrete) {
            String bare = path.substring(0, path.length() - 1);
            String pattern = VARIABLE.matcher(bare).replaceAll("[^/]+") + "/?";
            return this.method.equals(method) && concrete.matches(pattern);
        }

        /** The schema of its JSON body; missing where it takes none. */
        public JsonNode body() {
            return json.at("/requestBody/content/application~1json/schema");
        }

        /** A body that the story sent with success; missing where it takes none. */
        public JsonNode validBody() {
            return json.at("/requestBody/content/application~1json/example");
        }

        public List<JsonNode> parameters(String in) {
            List<JsonNode> found = new ArrayList<>();
            json.path("parameters")
                    .forEach(parameter -> {
                        if (parameter.get("in").asString().equals(in)) {
                            found.add(parameter);
                        }
                    });
            return found;
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        json.get("paths")
                .properties()
                .forEach(path ->
                        path.getValue()
                                .properties()
                                .forEach(method ->
                                        operations.add(
                                                new Operation(
                                                        method.getKey().toUpperCase(Locale.ROOT),
                                                        path.getKey(),
                                                        method.getValue()))));
        return operations;
    }

    /** The operations by their ids. */
    public Map<String, Operation> byId() {
        Map<String, Operation> byId = new TreeMap<>();
        operations().forEach(operation -> byId.put(operation.id(), operation));
        return byId;
    }

    /** The schema of an answer; missing where it has no JSON. */
    JsonNode answerSchema(Operation operation, int status) {
        JsonNode response = operation.json().get("responses").path(String.valueOf(status));
        if (response.has("$ref")) {
            response = json.at(response.get("$ref").asString().substring(1));
        }
        return response.at("/content/application~1json/schema");
    }
}
