package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands know of the settings of a service that runs beside them. */
class RunningSettingsTest {

    @TempDir private Path folder;

    private Settings command(Map<Setting, String> flags, Map<String, String> environment) {
        Map<Setting, String> all = new java.util.EnumMap<>(Setting.class);
        all.put(Setting.DATA_DIR, folder.toString());
        all.putAll(flags);
        return SettingsReader.readBesideService(all, environment, null);
    }

    private RunningSettings serve() {
        return RunningSettings.write(
                SettingsReader.read(
                        Map.of(
                                Setting.DATA_DIR, folder.toString(),
                                Setting.INTAKE_DOMAIN, "reports.example",
                                Setting.HTTP_ADDRESS, "127.0.0.1:0"),
                        Map.of(
                                "MAILVANE_PUBLIC_URL", "https://mailvane.example",
                                "MAILVANE_MAIL_URL", "smtp://ann:secret@mail.example:25"),
                        null),
                Map.of(Setting.HTTP_ADDRESS, "127.0.0.1:4711"));
    }

    @Test
    void commandsKnowFlagsAndEnvironmentOfTheServiceWhileItRuns() throws IOException {
        Files.writeString(
                folder.resolve("mailvane.conf"),
                "MAILVANE_INTAKE_DOMAIN=file.example\nMAILVANE_MAIL_FROM=a@file.example\n");
        try (RunningSettings running = serve()) {
            assertThat(running).isNotNull();
            Settings settings = command(Map.of(), Map.of());
            assertThat(settings.intakeDomain()).isEqualTo("reports.example");
            assertThat(settings.publicUrl()).hasToString("Optional[https://mailvane.example]");
            assertThat(settings.httpPort()).isEqualTo(4711);
            assertThat(settings.all())
                    .filteredOn(value -> value.origin().equals("the running service"))
                    .hasSize(3);
            assertThat(
                            command(Map.of(Setting.INTAKE_DOMAIN, "own.example"), Map.of())
                                    .intakeDomain())
                    .isEqualTo("own.example");
            assertThat(
                            command(Map.of(), Map.of("MAILVANE_INTAKE_DOMAIN", "own.example"))
                                    .intakeDomain())
                    .isEqualTo("own.example");
            assertThat(Files.readString(folder.resolve(RunningSettings.FILE_NAME)))
                    .doesNotContain("secret", "MAIL_URL");
        }
        assertThat(folder.resolve(RunningSettings.FILE_NAME)).doesNotExist();
        assertThat(command(Map.of(), Map.of()).intakeDomain()).isEqualTo("file.example");
    }

    @Test
    void whatADeadServiceHasLeftDoesNotCount() throws IOException {
        serve();
        Path file = folder.resolve(RunningSettings.FILE_NAME);
        String text = Files.readString(file);
        assertThat(command(Map.of(), Map.of()).intakeDomain()).isEqualTo("reports.example");
        for (String other :
                new String[] {
                    "",
                    "no text",
                    text.replaceFirst("# process \\d+", "# process 999999999"),
                    text.replaceFirst("(# process \\d+) .*", "$1 2020-01-01T00:00:00Z"),
                    text.replaceFirst("# process .*", "# process x")
                }) {
            Files.writeString(file, other);
            assertThat(command(Map.of(), Map.of()).intakeDomain()).as(other).isEqualTo("localhost");
        }
        Files.writeString(
                file, text + "MAILVANE_UNKNOWN=1\nMAILVANE_DATA_DIR=/else\nMAILVANE_MONITOR=?\n");
        assertThat(command(Map.of(), Map.of()).dataDir()).isEqualTo(folder);
    }
}
