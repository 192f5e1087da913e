package org.mailvane.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/**
 * Calls what a fresh start calls, so that the JVM's start cache (JEP 483, 514) holds the classes
 * that it needs.
 */
final class Training {

    private static final List<String> PATHS =
            List.of(
                    "/readyz",
                    "/healthz",
                    "/metrics",
                    "/sign-in",
                    "/api/v1/",
                    "/api/v1/domains/?limit=2&page=2",
                    "/api/v1/domains/1/",
                    "/api/v1/domain-groups/",
                    "/api/v1/imports/",
                    "/api/v1/imports/0/");

    private Training() {}

    static void run(String address, String token) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : PATHS) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(address + path))
                                .header("Authorization", "Token " + token)
                                .build();
                client.send(request, BodyHandlers.discarding());
            }
        }
    }
}
