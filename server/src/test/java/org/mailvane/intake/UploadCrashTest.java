package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.awaitWaitingFor;
import static org.mailvane.intake.Installation.lock;
import static org.mailvane.intake.Installation.postmaster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.cli.TargetFolders;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was accepted as an upload is taken in once, whatever dies meanwhile. */
@Tag("slow")
class UploadCrashTest {

    private static final String BOUNDARY = "----form-boundary";
    private static final String READY = "Mailvane is ready: ";

    @TempDir(factory = TargetFolders.class)
    Path temp;

    private Installation installation;
    private String token = "";

    @BeforeEach
    void prepare() {
        installation = new Installation(temp.resolve("data"));
    }

    @Test
    void uploadOutlivesPostgresqlAndTheService() throws Exception {
        JsonNode account = installation.account("upload");
        token = account.get("api_token").asString();
        Path folder = temp.resolve("reports");
        ReportFolder reports =
                new ReportFolder(folder).files("a-small", 70).archive("b-archive", 10);
        String self;
        try (MailvaneProcess service = serve()) {
            try (Connection database = installation.connect(service)) {
                lock(database, "daily");
                self = upload(service, folder).get("_links").get("self").asString();
                awaitWaitingFor(database, "daily");
                postmaster(database).destroyForcibly();
            }
            service.awaitErr("is started again");
            try (Connection database = reconnect(service);
                    Connection locking = installation.connect(service)) {
                lock(locking, "daily");
                awaitWaitingFor(database, "daily");
                assertThat(service.kill()).isNotZero();
            }
        }
        try (MailvaneProcess service = serve()) {
            Awaiting.until(
                    "the upload is done",
                    MailvaneProcess.LIMIT,
                    () -> get(service, self).get("state").asString().equals("done"));
            JsonNode done = get(service, self);
            assertThat(done.get("imported").asInt()).isEqualTo(reports.reports());
            assertThat(done.get("found").asInt()).isEqualTo(reports.reports());
            assertThat(done.get("records").asLong()).isEqualTo(reports.records());
        }
        installation.assertExact(reports, account.get("account_id").asLong());
    }

    private MailvaneProcess serve() throws IOException {
        MailvaneProcess service =
                MailvaneProcess.start(
                        temp,
                        "serve",
                        "--data-dir",
                        installation.data(),
                        "--http-address",
                        "127.0.0.1:0");
        service.awaitOut(READY);
        return service;
    }

    /** After PostgreSQL was started again, which takes a moment. */
    private Connection reconnect(MailvaneProcess service) {
        Connection[] connection = new Connection[1];
        Awaiting.until(
                "PostgreSQL answers again",
                MailvaneProcess.LIMIT,
                () -> {
                    try {
                        connection[0] = installation.connect(service);
                        return true;
                    } catch (Exception notYet) {
                        return false;
                    }
                });
        return connection[0];
    }

    private JsonNode upload(MailvaneProcess service, Path folder) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String head =
                        """
                        --%s
                        Content-Disposition: form-data; name="file"; filename="%s"
                        Content-Type: application/octet-stream

                        """
                                .formatted(BOUNDARY, file.getFileName())
                                .replace("\n", "\r\n");
                body.write(head.getBytes(StandardCharsets.UTF_8));
                body.write(Files.readAllBytes(file));
                body.write("\r\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        body.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(
                request(service, "/api/v1/imports/")
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private JsonNode get(MailvaneProcess service, String link) {
        return send(request(service, URI.create(link).getPath()));
    }

    private HttpRequest.Builder request(MailvaneProcess service, String path) {
        String address = service.out().lines().findFirst().orElseThrow().substring(READY.length());
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("Authorization", "Token " + token);
    }

    private static JsonNode send(HttpRequest.Builder request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return new JsonMapper()
                    .readTree(client.send(request.build(), BodyHandlers.ofString()).body());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
