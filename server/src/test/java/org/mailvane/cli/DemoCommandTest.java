package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.settings.Setting;
import org.mailvane.settings.Settings;
import tools.jackson.databind.JsonNode;

/** With which settings the demo runs, its own, whatever is set up around it, and what it shows. */
class DemoCommandTest {

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
    @Tag("slow")
    void aWholeDemoShowsSourcesOfAllFourCategories() throws Exception {
        try (MailvaneProcess demo =
                MailvaneProcess.start(
                        folder, "demo", "--domains", "7", "--http-address", "127.0.0.1:0")) {
            demo.awaitDemo();
            assertThat(DemoApi.after(demo.out(), "Sign in as   "))
                    .isEqualTo("reader@mailvane.example");
            assertThat(DemoApi.after(demo.out(), "Password     ")).matches("[0-9a-z]{20}");
            try (DemoApi api = DemoApi.ofReader(demo)) {
                assertThat(names(api, 1)).contains("Office mail servers", "NewsBlaster");
                assertThat(names(api, 2)).containsExactly("Ticket Desk");
                assertThat(names(api, 3)).contains("Alumni forwarding");
                assertThat(names(api, 4)).isNotEmpty();
            }
            if (demo.canBeTerminated()) {
                demo.terminate();
                demo.awaitExit();
                assertThat(demo.err()).doesNotContain("Exception", " ERROR ");
            }
        }
    }

    @Test
    @Tag("slow")
    void twoStartsOnOneDayGiveTheSame() throws Exception {
        LocalDate before = LocalDate.now(ZoneOffset.UTC);
        List<List<String>> told;
        try (MailvaneProcess one = fifteenDomains();
                MailvaneProcess other = fifteenDomains()) {
            told = List.of(told(one), told(other));
        }
        // Unless midnight has passed between them.
        if (LocalDate.now(ZoneOffset.UTC).equals(before)) {
            assertThat(told.get(0)).hasSizeGreaterThan(40).isEqualTo(told.get(1));
        }
    }

    private MailvaneProcess fifteenDomains() throws IOException {
        return MailvaneProcess.start(
                folder, "demo", "--domains", "15", "--http-address", "127.0.0.1:0");
    }

    /** What a demo's timeline and domains tell, but for what happens while one looks. */
    private static List<String> told(MailvaneProcess demo) throws InterruptedException {
        demo.awaitDemo();
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        try (DemoApi api = DemoApi.ofReader(demo)) {
            List<String> told = new ArrayList<>();
            api.list("timeline-events/?limit=500").stream()
                    .map(JsonNode::toString)
                    .map(DemoCommandTest::withoutAddress)
                    .filter(event -> !event.contains("\"created\":\"" + today))
                    .forEach(told::add);
            for (JsonNode domain : api.list("domains/?limit=100")) {
                told.add(
                        Stream.of(
                                        "domain",
                                        "records_dmarc",
                                        "count_dmarc_capable",
                                        "count_non_dmarc_capable",
                                        "count_forwarded",
                                        "count_threat_other",
                                        "dmarc_count")
                                .map(member -> domain.get(member).asString())
                                .collect(Collectors.joining(" ")));
            }
            demo.end();
            return told;
        }
    }

    /** Each start listens on another port. */
    private static String withoutAddress(String json) {
        return json.replaceAll("http://127\\.0\\.0\\.1:\\d+", "");
    }

    @Test
    @Tag("slow")
    void aDemoThatIsStoppedBeforeItIsReadyEndsInOrder() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (MailvaneProcess demo =
                MailvaneProcess.start(
                        folder,
                        List.of("-Djava.io.tmpdir=" + temporary),
                        Map.of(),
                        "demo",
                        "--http-address",
                        "127.0.0.1:0")) {
            demo.awaitErr("sample reports about 14 domains");
            if (demo.canBeTerminated()) {
                demo.terminate();
                demo.awaitExit();
                assertThat(demo.out()).isEmpty();
                assertThat(demo.err())
                        .contains("Stopping, as soon as what was begun is stored")
                        .doesNotContain("\tat ");
                assertThat(temporary).isDirectoryNotContaining("glob:**/mailvane-demo-*");
            }
        }
    }

    private static List<String> names(DemoApi api, int category) {
        return api.texts("sources/?category=" + category, "name");
    }

    private static List<String> chosen(Settings settings) {
        return settings.all().stream()
                .filter(value -> !value.origin().equals("default"))
                .map(value -> value.setting() + "=" + value.text())
                .toList();
    }
}
