package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a process ends by itself, so that whoever runs it can start it again. */
class ProcessEndTest {

    private static final String EXIT_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

    /** What the JVM ends with then. */
    private static final int OUT_OF_MEMORY = 3;

    @TempDir(factory = TargetFolders.class)
    Path temp;

    @Test
    @Tag("slow")
    void serviceWhoseListenerDoesNotAnswerEndsWith1() throws Exception {
        String data = temp.resolve("data").toString();
        try (MailvaneProcess service =
                MailvaneProcess.startProgram(temp, DeafService.class, data)) {
            service.awaitOut("Ready: ");
            String address = service.out().lines().findFirst().orElseThrow();
            assertThat(health(address.substring("Ready: ".length()))).isEqualTo(200);
            assertThat(service.isAlive()).isTrue();
            service.send("\n");
            assertThat(service.awaitExit()).isEqualTo(1);
            assertThat(service.err()).contains("did not answer 6 times in a row");
        }
    }

    private static int health(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/healthz")).build();
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    @Tag("slow")
    void serviceThatNeedsMoreMemoryEndsWith3() throws Exception {
        assertThat(Files.readString(Path.of("..", "mailvane"))).contains(EXIT_WITHOUT_MEMORY);
        try (MailvaneProcess service =
                MailvaneProcess.start(
                        temp,
                        List.of(EXIT_WITHOUT_MEMORY, "-Xmx16m"),
                        Map.of(),
                        "serve",
                        "--data-dir",
                        temp.resolve("data").toString(),
                        "--http-address",
                        "127.0.0.1:0")) {
            assertThat(service.awaitExit()).isEqualTo(OUT_OF_MEMORY);
        }
    }
}
