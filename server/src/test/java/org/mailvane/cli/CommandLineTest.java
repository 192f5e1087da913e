package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What all commands share, and the small ones that need no database. */
class CommandLineTest {

    @TempDir Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "demo",
                "account create",
                "account list",
                "account set-expiry",
                "user reset-password",
                "user reset-2fa",
                "token create",
                "import",
                "read",
                "doctor",
                "config",
                "healthcheck",
                "version"
            })
    void everyCommandHasHelpWithAnExample(String command) {
        CommandRun help = CommandRun.of((command + " --help").split(" "));
        assertThat(help.code()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .startsWith("Usage: mailvane " + command)
                .contains("Example: mailvane " + command);
        assertThat(CommandRun.of((command + " -h").split(" ")).out()).isEqualTo(help.out());
    }

    @ParameterizedTest
    @CsvSource({
        "serve --http-adress 127.0.0.1:1, --http-address",
        "serve --http-adress=127.0.0.1:1, --http-address",
        "demo --domain 3, --domains",
        "config --jsno, --json"
    })
    void aFlagThatIsMisspeltIsNamed(String line, String meant) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Did you mean " + meant + "?");
    }

    @Test
    void aSlipHasOnlySoManyLetters() {
        String most = "--json" + "x".repeat(FlagHint.MAX_SLIPS);
        assertThat(CommandRun.of("config", most).err()).contains("Did you mean --json?");
        assertThat(CommandRun.of("config", most + "x").err()).doesNotContain("Did you mean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config --jsxyzw",
                "config -json",
                "config jsno",
                "inspect dmarc --no-such-flag example.com"
            })
    void aWordThatIsLikeNoFlagIsNoSlip(String line) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).doesNotContain("Did you mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "account --help", "user --help", "token --help"})
    void helpListsTheCommands(String line) {
        CommandRun help = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(help.code()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).startsWith("Usage: mailvane").contains("Commands:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "imprt",
                "-x",
                "version --json",
                "import",
                "read",
                "account",
                "user",
                "token",
                "account create --name a",
                "account create --owner a@example.com",
                "account set-expiry 1",
                "account set-expiry one never",
                "import --account one .",
                "demo --domains many",
                "config --http-adress 127.0.0.1:1",
                "config surplus"
            })
    void callThatIsNotKnownIsRefusedWithTheUsage(String line) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("mailvane").doesNotContain("Exception", "\tat ");
    }

    @Test
    void outputThatCanNotBeWrittenIsAFailure() {
        StringWriter err = new StringWriter();
        PrintWriter full =
                new PrintWriter(
                        new Writer() {
                            @Override
                            public void write(char[] characters, int offset, int length)
                                    throws IOException {
                                throw new IOException("No space left on device");
                            }

                            @Override
                            public void flush() {
                                // Nothing is buffered.
                            }

                            @Override
                            public void close() {
                                // Nothing is open.
                            }
                        });
        assertThat(Mailvane.run(full, new PrintWriter(err), "version")).isEqualTo(1);
        assertThat(err.toString()).contains("Could not write the complete output");
    }

    @Test
    void outputToAFullDeviceIsAFailure() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no " + full);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Mailvane.class.getName(),
                                "version")
                        .redirectOutput(full.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void versionIsOneLine() {
        CommandRun version = CommandRun.of("version");
        assertThat(version.code()).isZero();
        assertThat(version.out()).matches("mailvane \\S+ \\(Java \\d+\\)\\R");
        assertThat(version.err()).isEmpty();
    }

    @Test
    @Tag("slow")
    void configShowsEverySettingWithItsOriginAndNoSecret() throws Exception {
        Path data = Files.createDirectory(temp.resolve("data"));
        Path file = data.resolve("mailvane.conf");
        Files.writeString(
                file,
                "# all\nMAILVANE_MONITOR=off\nMAILVANE_RATE_TOKEN=1\nMAILVANE_RETENTION_DAYS=10\n");
        String[] args = {
            "config", "--json", "--data-dir", data.toString(), "--retention-days", "30"
        };
        try (MailvaneProcess process =
                MailvaneProcess.start(
                        temp,
                        List.of(),
                        Map.of(
                                "MAILVANE_RETENTION_DAYS", "20",
                                "MAILVANE_RATE_TOKEN", "2",
                                "MAILVANE_OIDC_CLIENT_SECRET", "hush",
                                "MAILVANE_DATABASE_URL", "postgresql://ann:hush@db/m"),
                        args)) {
            assertThat(process.awaitExit()).as(process.err()).isZero();
            JsonNode settings = new JsonMapper().readTree(process.out());
            assertThat(settings).hasSize(Setting.values().length);
            assertThat(line(settings, "RETENTION_DAYS")).isEqualTo("30 from flag --retention-days");
            assertThat(line(settings, "RATE_TOKEN")).isEqualTo("2 from environment");
            assertThat(line(settings, "MONITOR")).isEqualTo("off from " + file + ":2");
            assertThat(line(settings, "HTTP_ADDRESS")).isEqualTo("127.0.0.1:8080 from default");
            assertThat(line(settings, "OIDC_CLIENT_SECRET")).isEqualTo("*** from environment");
            assertThat(line(settings, "DATABASE_URL"))
                    .isEqualTo("postgresql://ann:***@db/m from environment");
            assertThat(process.out() + process.err()).doesNotContain("hush");
            assertThat(settings.get(0).propertyNames())
                    .containsExactly("name", "value", "origin", "meaning");
        }
    }

    @Test
    void configForPeopleIsASettingsFile() throws IOException {
        CommandRun config =
                CommandRun.of(
                        "config",
                        "--data-dir",
                        temp.toString(),
                        "--database-url",
                        "postgresql://ann:hush@db/m");
        assertThat(config.code()).isZero();
        assertThat(config.out())
                .contains("MAILVANE_DATABASE_URL=postgresql://ann:***@db/m")
                .contains("From: flag --database-url.")
                .doesNotContain("hush");
        Path file = temp.resolve("written.conf");
        Files.writeString(file, config.out());
        assertThat(CommandRun.of("config", "--config", file.toString()).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config",
                "read FILE",
                "import --dry-run FILE",
                "import FILE",
                "doctor",
                "healthcheck",
                "serve",
                "account list"
            })
    void settingThatCannotBeUsedIsToldByKeyPlaceAndValue(String line) throws IOException {
        Path file = temp.resolve("mailvane.conf");
        Files.writeString(file, "# one\nMAILVANE_DECOMPRESSED_LIMIT_MB=lots\nMAILVANE_MONITR=on\n");
        List<String> args = new ArrayList<>();
        for (String arg : line.split(" ", -1)) {
            args.add(arg.equals("FILE") ? report("report.xml").toString() : arg);
        }
        args.addAll(List.of("--config", file.toString()));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out() + run.err())
                .contains("MAILVANE_DECOMPRESSED_LIMIT_MB (" + file + ":2) is \"lots\"")
                .contains("MAILVANE_MONITR (" + file + ":3)", "MAILVANE_MONITOR")
                .doesNotContain("\tat ");
    }

    @Test
    void healthcheckTellsWhetherTheServiceIsReady() throws IOException {
        try (TestService service = TestService.shared()) {
            String address = service.address().substring("http://".length());
            CommandRun ready = CommandRun.of("healthcheck", "--http-address", address);
            assertThat(ready.code()).as(ready.err()).isZero();
            assertThat(ready.out()).isEqualToIgnoringNewLines("ready");
        }
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        CommandRun none = CommandRun.of("healthcheck", "--http-address", "127.0.0.1:" + free);
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("127.0.0.1:" + free, "does not answer");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"version", "config", "read", "import --dry-run"})
    void smallCommandsDoNotLoadSpring(String command) throws Exception {
        Path classes = temp.resolve("classes.log");
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        if (command.startsWith("read") || command.startsWith("import")) {
            args.add(report("report.xml").toString());
        }
        try (MailvaneProcess process =
                MailvaneProcess.start(
                        temp,
                        List.of("-Xlog:class+load:file=" + classes.getFileName()),
                        Map.of(),
                        args.toArray(String[]::new))) {
            assertThat(process.awaitExit()).as(process.err()).isZero();
        }
        List<String> loaded = Files.readAllLines(classes);
        assertThat(loaded).anyMatch(line -> line.contains("org.mailvane.cli.Mailvane "));
        assertThat(loaded)
                .noneMatch(line ->
                        line.contains("org.springframework.boot.SpringApplication ")
                                || line.contains("org.springframework.beans.factory.support"));
    }

    private Path report(String name) throws IOException {
        return Files.write(
                temp.resolve(name),
                SampleReport.about("shop.example")
                        .record("192.0.2.1", 1, "none", true, true)
                        .xml());
    }

    private static String line(JsonNode settings, String name) {
        for (JsonNode setting : settings) {
            if (setting.get("name").asString().equals("MAILVANE_" + name)) {
                return setting.get("value").asString()
                        + " from "
                        + setting.get("origin").asString();
            }
        }
        throw new AssertionError("no " + name);
    }
}
