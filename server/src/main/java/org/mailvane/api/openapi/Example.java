package org.mailvane.api.openapi;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call as the tests made it, with the answer that it got.
 *
 * @param request what was sent
 * @param response what came back
 */
public record Example(Request request, Response response) {

    /**
     * What was sent.
     *
     * @param method HTTP method
     * @param path the path with its query
     * @param headers the headers that matter
     * @param body JSON, or a text of another type; null where there is none
     */
    public record Request(
            String method, String path, Map<String, String> headers, @Nullable JsonNode body) {

        public Request {
            body = orNull(body);
        }

        /** The same as a command. */
        String curl(String base) {
            StringBuilder line = new StringBuilder("curl");
            if (!method.equals("GET")) {
                line.append(" -X ").append(method);
            }
            headers.forEach(
                    (name, value) -> line.append(" \\\n  -H ").append(quoted(name + ": " + value)));
            if (body != null) {
                // A body that is not JSON is a file.
                String data = body.isString() ? "@report.xml" : quoted(body.toString());
                line.append(" \\\n  --data-binary ").append(data);
            }
            return line.append(" \\\n  ").append(quoted(base + path)).toString();
        }

        /** For a shell; the token's variable is the one thing that it replaces. */
        private static String quoted(String text) {
            return text.contains("$TOKEN")
                    ? '"' + text + '"'
                    : "'" + text.replace("'", "'\\''") + "'";
        }
    }

    /**
     * What came back.
     *
     * @param status HTTP status
     * @param headers the headers that matter
     * @param body JSON, or a text of another type; null where there is none
     */
    public record Response(int status, Map<String, String> headers, @Nullable JsonNode body) {

        public Response {
            body = orNull(body);
        }
    }

    private static @Nullable JsonNode orNull(@Nullable JsonNode body) {
        return body == null || body.isNull() ? null : body;
    }

    /**
     * The examples of one operation.
     *
     * @param success a call that succeeds
     * @param error the error that one meets most
     */
    record Pair(Example success, Example error) {}
}
