package org.mailvane.testing;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.mailvane.testing.TestService.Answer;

/** A form in parts, as browsers send files. */
public final class Parts {

    private static final String BOUNDARY = "----form-boundary";

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** With a file of this name, as it is written into the head of its part. */
    public Parts file(String name, byte[] content) {
        String head =
                "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n"
                                .formatted(BOUNDARY, name)
                        + "Content-Type: application/octet-stream\r\n\r\n";
        body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Uploads it by the API. */
    public Answer upload(TestService service, String token) {
        return service.call(
                "POST", token, "/api/v1/imports/", BodyPublishers.ofByteArray(bytes()), headers());
    }

    /** Sends it as a browser does, with its cookies. */
    public Answer send(TestService service, Browser browser, String path) {
        Map<String, String> all = new HashMap<>(headers());
        all.put("Accept", "text/html");
        browser.cookies.forEach(
                (name, value) -> all.merge("Cookie", name + "=" + value, (a, b) -> a + "; " + b));
        return service.call("POST", null, path, BodyPublishers.ofByteArray(bytes()), all);
    }

    private static Map<String, String> headers() {
        return Map.of("Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
    }

    private byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(body.toByteArray());
        all.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return all.toByteArray();
    }
}
