package org.mailvane.api.openapi;

import java.util.Set;
import java.util.TreeSet;
import org.mailvane.api.RequestId;
import org.mailvane.api.binding.BodyReader;
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
            case RequestId.HEADER -> "Request id, as in the log.";
            case BodyReader.IGNORED_HEADER ->
                    "Properties of the body that were ignored because this operation does"
                            + " not know them, separated by commas.";
            case HttpHeaders.ETAG ->
                    "Entity tag. Send it as `If-None-Match` to avoid downloading an"
                            + " unchanged response.";
            case HttpHeaders.LINK -> "The links in `_links`, in the format of RFC 8288.";
            case HttpHeaders.RETRY_AFTER -> "Seconds to wait before repeating the request.";
            case HttpHeaders.WWW_AUTHENTICATE -> "Always `Token`.";
            default -> throw new IllegalArgumentException("nothing is said of " + header);
        };
    }
}
