package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.cli.TargetFolders;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An upload that was accepted is taken in, once, even when the service is killed meanwhile. */
@Tag("slow")
class QueueCrashTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String READY = "Mailvane is ready: ";
    private static final String BOUNDARY = "----files";

    @TempDir(factory = TargetFolders.class)
    static Path temp;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aKilledServiceGoesOnWhereItWas() throws Exception {
        Path folder = temp.resolve("reports");
        ReportFolder reports = new ReportFolder(folder).files("r", 400);
        String token = token();
        String self;
        try (MailvaneProcess service = serve()) {
            String address = address(service);
            JsonNode accepted = upload(address, token, folder);
            self = accepted.get("_links").get("self").asString().substring(address.length());
            Awaiting.until(
                    "some of it is taken in",
                    MailvaneProcess.LIMIT,
                    () -> get(address, token, self).get("imported").asInt() > 0);
            service.kill();
        }
        try (MailvaneProcess service = serve()) {
            String address = address(service);
            Awaiting.until(
                    "all of it is taken in",
                    MailvaneProcess.LIMIT,
                    () -> get(address, token, self).get("state").asString().equals("done"));
            JsonNode done = get(address, token, self);
            assertThat(done.get("found").asInt()).isEqualTo(reports.reports());
            assertThat(done.get("imported").asInt()).isEqualTo(reports.reports());
            assertThat(done.get("records").asLong()).isEqualTo(reports.records());
            assertThat(done.get("duplicate").asInt()).isZero();
        }
    }

    private static MailvaneProcess serve() throws IOException {
        return MailvaneProcess.start(
                temp, "serve", "--data-dir", data(), "--http-address", "127.0.0.1:0");
    }

    private static String data() {
        return temp.resolve("data").toString();
    }

    private static String token() throws Exception {
        try (MailvaneProcess create =
                MailvaneProcess.start(
                        temp,
                        "account",
                        "create",
                        "--data-dir",
                        data(),
                        "--name",
                        "Queue",
                        "--owner",
                        "queue@example.com",
                        "--json")) {
            assertThat(create.awaitExit()).as(create.err()).isZero();
            return JSON.readTree(create.out()).get("api_token").asString();
        }
    }

    private static String address(MailvaneProcess service) {
        service.awaitOut(READY);
        return service.out()
                .lines()
                .filter(line -> line.startsWith(READY))
                .findFirst()
                .orElseThrow()
                .substring(READY.length());
    }

    private JsonNode upload(String address, String token, Path folder) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String head =
                        "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n"
                                .formatted(BOUNDARY, file.getFileName());
                body.write(head.getBytes(StandardCharsets.UTF_8));
                body.write(Files.readAllBytes(file));
                body.write("\r\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        body.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer =
                client.send(
                        request(address, token, "/api/v1/imports/")
                                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                                .POST(BodyPublishers.ofByteArray(body.toByteArray()))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return JSON.readTree(answer.body());
    }

    private JsonNode get(String address, String token, String path) {
        try {
            return JSON.readTree(
                    client.send(request(address, token, path).build(), BodyHandlers.ofString())
                            .body());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    private static HttpRequest.Builder request(String address, String token, String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("Authorization", "Token " + token);
    }
}
