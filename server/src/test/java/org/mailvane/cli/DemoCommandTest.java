package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.settings.Setting;
import org.mailvane.settings.Settings;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With which settings the demo runs, its own, whatever is set up around it, and what it shows. */
class DemoCommandTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Map<String, String> PRODUCTION =
            Map.of(
                    "MAILVANE_DATABASE_URL", "postgresql://ann:hush@db.example/mailvane",
                    "MAILVANE_DATA_DIR", "/var/lib/mailvane",
                    "MAILVANE_HTTP_ADDRESS", "0.0.0.0:9000",
                    "MAILVANE_PUBLIC_URL", "https://demo.example",
                    "MAILVANE_RETENTION_DAYS", "3",
                    "MAILVANE_DECOMPRESSED_LIMIT_MB", "1",
                    "MAILVANE_OIDC_CLIENT_SECRET_FILE", "/nonexistent/secret",
                    "MAILVANE_MISSPELT", "1");

    @TempDir Path folder;

    @Test
    void onlyWhereItIsFoundIsTakenFromTheEnvironment() {
        assertThat(chosen(DemoCommand.settings(Map.of(), PRODUCTION, folder, false)))
                .containsExactly(
                        "DATA_DIR=" + folder.resolve("data"),
                        "HTTP_ADDRESS=0.0.0.0:9000",
                        "PUBLIC_URL=https://demo.example",
                        "INTAKE_DOMAIN=mailvane.example");
    }

    @Test
    void anAddressMayStandInAFile() throws Exception {
        Path address = Files.writeString(folder.resolve("address"), "127.0.0.1:7000\n");
        Map<String, String> environment = Map.of("MAILVANE_HTTP_ADDRESS_FILE", address.toString());
        assertThat(chosen(DemoCommand.settings(Map.of(), environment, folder, false)))
                .contains("HTTP_ADDRESS=127.0.0.1:7000");
    }

    @Test
    void flagsGoFirstAndOthersHaveNoEffect() {
        Map<Setting, String> flags =
                Map.of(
                        Setting.HTTP_ADDRESS, "127.0.0.1:7000",
                        Setting.DATABASE_URL, "postgresql://ann:hush@db.example/mailvane",
                        Setting.RETENTION_DAYS, "3",
                        Setting.DATA_DIR, "/var/lib/mailvane");
        assertThat(chosen(DemoCommand.settings(flags, PRODUCTION, folder, false)))
                .containsExactly(
                        "DATA_DIR=" + folder.resolve("data"),
                        "HTTP_ADDRESS=127.0.0.1:7000",
                        "PUBLIC_URL=https://demo.example",
                        "INTAKE_DOMAIN=mailvane.example");
    }

    @Test
    void trainingTakesNothingFromAround() {
        Map<Setting, String> flags = Map.of(Setting.PUBLIC_URL, "https://other.example");
        assertThat(chosen(DemoCommand.settings(flags, PRODUCTION, folder, true)))
                .containsExactly(
                        "DATA_DIR=" + folder.resolve("data"),
                        "HTTP_ADDRESS=127.0.0.1:0",
                        "INTAKE_DOMAIN=mailvane.example");
    }

    @Test
    void withNothingSetOnlyTheFolderIsItsOwn() {
        assertThat(chosen(DemoCommand.settings(Map.of(), Map.of(), folder, false)))
                .containsExactly(
                        "DATA_DIR=" + folder.resolve("data"), "INTAKE_DOMAIN=mailvane.example");
    }

    @Test
    void anAddressThatCannotBeUsedIsToldAndLeavesNothingBehind() throws Exception {
        try (MailvaneProcess demo =
                MailvaneProcess.start(
                        folder,
                        List.of("-Djava.io.tmpdir=" + folder),
                        Map.of(),
                        "demo",
                        "--http-address",
                        "8080",
                        "--retention-days",
                        "many")) {
            assertThat(demo.awaitExit()).isEqualTo(1);
            assertThat(demo.err())
                    .contains("--retention-days has no effect on a demo.")
                    .contains("MAILVANE_HTTP_ADDRESS (flag --http-address) is \"8080\"")
                    .doesNotContain("MAILVANE_RETENTION_DAYS", "\tat ");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**/mailvane-demo-*");
    }

    @Test
    void aWholeDemoShowsSourcesOfAllFourCategories() throws Exception {
        try (MailvaneProcess demo =
                MailvaneProcess.start(
                        folder, "demo", "--domains", "7", "--http-address", "127.0.0.1:0")) {
            demo.awaitOut("Stop it");
            String address = after(demo.out(), "Mailvane is ready: ");
            String token = after(demo.out(), "API token    ").split(" ", 2)[0];
            assertThat(after(demo.out(), "Sign in as   ")).isEqualTo("reader@mailvane.example");
            assertThat(after(demo.out(), "Password     ")).matches("[0-9a-z]{20}");
            assertThat(names(address, token, 1)).contains("Office mail servers", "NewsBlaster");
            assertThat(names(address, token, 2)).containsExactly("Ticket Desk");
            assertThat(names(address, token, 3)).containsExactly("Alumni forwarding");
            assertThat(names(address, token, 4)).isNotEmpty();
            assertThat(texts(address, token, "issues/", "problem"))
                    .hasSize(2)
                    .anyMatch(text -> text.startsWith("_spf-2019.newsblaster.example has no SPF"))
                    .anyMatch(text -> text.startsWith("The record has no usable address"));
            // The planner works beside what is shown already.
            Awaiting.until(
                    "the steps of the demo's domains",
                    PATIENCE,
                    () ->
                            steps(address, token).stream()
                                    .anyMatch(text -> text.contains("is only being tested")));
            assertThat(texts(address, token, "timeline-events/?limit=500", "change"))
                    .contains("dmarc_policy_changed", "dmarc_changed", "spf_changed");
            if (demo.canBeTerminated()) {
                demo.terminate();
                demo.awaitExit();
                assertThat(demo.err()).doesNotContain("Exception", " ERROR ");
            }
        }
    }

    private static String after(String printed, String label) {
        return printed.lines()
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(String address, String token, int category) throws Exception {
        return texts(address, token, "sources/?category=" + category, "name");
    }

    private static List<String> steps(String address, String token) {
        try {
            return texts(address, token, "tasks/?limit=500", "details");
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static List<String> texts(String address, String token, String path, String member)
            throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(address + "/api/v1/" + path))
                            .header("Authorization", "Token " + token)
                            .build();
            JsonNode body =
                    new JsonMapper().readTree(client.send(request, BodyHandlers.ofString()).body());
            List<String> texts = new ArrayList<>();
            body.get("results").forEach(one -> texts.add(one.get(member).asString()));
            return texts;
        }
    }

    private static List<String> chosen(Settings settings) {
        return settings.all().stream()
                .filter(value -> !value.origin().equals("default"))
                .map(value -> value.setting() + "=" + value.text())
                .toList();
    }
}
