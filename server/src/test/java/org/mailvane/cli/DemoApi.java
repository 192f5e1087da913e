package org.mailvane.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a running demo answers, asked over its API. */
final class DemoApi implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private final String address;
    private final String token;

    /**
     * An API.
     *
     * @param address where the demo listens
     * @param token with which to ask
     */
    DemoApi(String address, String token) {
        this.address = address;
        this.token = token;
    }

    /** Returns the API of a demo that runs as a process, with the token of its reader. */
    static DemoApi ofReader(MailvaneProcess demo) {
        String printed = demo.out();
        return new DemoApi(
                after(printed, "Mailvane is ready: "),
                after(printed, "API token      ").split(" ", 2)[0]);
    }

    /** Returns what was printed after a label. */
    static String after(String printed, String label) {
        return printed.lines()
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()))
                .findFirst()
                .orElseThrow();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + "/api/v1/" + path))
                .header("Authorization", "Token " + token);
    }

    private JsonNode send(HttpRequest request) {
        return json.readTree(body(request));
    }

    private String body(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** A page for people, as a stranger sees it. */
    String page(String path) {
        return body(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Accept", "text/html")
                        .build());
    }

    JsonNode get(String path) {
        return send(request(path).build());
    }

    JsonNode post(String path, String body) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    /** The results of a list. */
    List<JsonNode> list(String path) {
        List<JsonNode> results = new ArrayList<>();
        get(path).get("results").forEach(results::add);
        return results;
    }

    /** A member of each of the results of a list, as text. */
    List<String> texts(String path, String member) {
        return list(path).stream().map(one -> one.get(member).asString()).toList();
    }

    @Override
    public void close() {
        client.close();
    }
}
