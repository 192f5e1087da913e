package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;

/** With which settings the demo runs: its own, whatever is set up around it. */
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
    @Tag("slow")
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
                    .contains("--retention-days is ignored by the demo.")
                    .contains("MAILVANE_HTTP_ADDRESS (flag --http-address) is \"8080\"")
                    .doesNotContain("MAILVANE_RETENTION_DAYS", "\tat ");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**/mailvane-demo-*");
    }

    private static List<String> chosen(Settings settings) {
        return settings.all().stream()
                .filter(value -> !value.origin().equals("default"))
                .map(value -> value.setting() + "=" + value.text())
                .toList();
    }
}
