package org.mailvane.api;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.node.ObjectNode;

/** The headers of responses in the OpenAPI document. */
final class OpenApiHeaders {

    /** Headers that a response refers to. */
    private final Set<String> used = new TreeSet<>();

    /** Adds a header to those of a response. */
    void add(ObjectNode headers, String name) {
        used.add(name);
        headers.putObject(name).put("$ref", "#/components/headers/" + name);
    }

    /** Adds the headers that responses refer to. */
    void addComponents(ObjectNode headers) {
        for (String name : used) {
            headers.putObject(name)
                    .put("description", meaning(name))
                    .putObject("schema")
                    .put("type", "string");
        }
    }

    private static String meaning(String header) {
        return switch (header) {
            case RequestId.HEADER -> "The request's id, which the log has too.";
            case BodyReader.IGNORED_HEADER ->
                    "Properties of the body that mean nothing here, separated by commas.";
            case HttpHeaders.ETAG -> "The answer's tag, to be sent as `If-None-Match`.";
            case HttpHeaders.LINK -> "The links of `_links` as RFC 8288 has them.";
            case HttpHeaders.RETRY_AFTER -> "Seconds after which the same request may go better.";
            case HttpHeaders.WWW_AUTHENTICATE -> "Always `Token`.";
            default -> throw new IllegalArgumentException("nothing is said of " + header);
        };
    }
}
