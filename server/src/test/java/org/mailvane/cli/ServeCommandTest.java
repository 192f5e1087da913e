package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;

/** The service as a process, with commands beside it on its own database. */
class ServeCommandTest {

    private static final String READY = "Mailvane is ready: ";

    @TempDir(factory = TargetFolders.class)
    Path temp;

    @Test
    @Tag("slow")
    void commandsBesideTheServiceUseItsDatabase() throws Exception {
        String data = temp.resolve("data").toString();
        Path reports = temp.resolve("reports");
        SampleFiles.write(reports.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        try (MailvaneProcess service =
                MailvaneProcess.start(
                        temp,
                        "serve",
                        "--data-dir",
                        data,
                        "--http-address",
                        "127.0.0.1:0",
                        "--intake-domain",
                        "reports.example")) {
            service.awaitOut("Create the first account (link works once): http://");
            String address = service.out().lines().findFirst().orElseThrow();
            assertThat(address).startsWith(READY + "http://127.0.0.1:");
            address = address.substring(READY.length());

            CommandRun created =
                    CommandRun.of(
                            "account",
                            "create",
                            "--json",
                            "--name",
                            "One",
                            "--owner",
                            "ann@example.com",
                            "--data-dir",
                            data);
            assertThat(created.code()).as(created.err()).isZero();
            CommandRun imported =
                    CommandRun.of("import", "--json", "--data-dir", data, reports.toString());
            assertThat(imported.code()).as(imported.err()).isZero();
            assertThat(imported.json().get("imported").asInt()).isEqualTo(1);
            String token = created.json().get("api_token").asString();
            assertThat(get(address + "/api/v1/domains/", token)).contains("\"shop.example\"");
            CommandRun explained =
                    CommandRun.of(
                            "explain", "--json", "--data-dir", data, "192.0.2.1", "shop.example");
            assertThat(explained.code()).as(explained.err()).isZero();
            assertThat(explained.json().get("domain").asString()).isEqualTo("shop.example");
            CommandRun addresses =
                    CommandRun.of(
                            "account",
                            "report-address",
                            created.json().get("account_id").asString(),
                            "list",
                            "--data-dir",
                            data);
            assertThat(addresses.out()).contains("@reports.example").doesNotContain("localhost");
            String authority = URI.create(address).getAuthority();
            assertThat(CommandRun.of("healthcheck", "--http-address", authority).code()).isZero();
            assertThat(CommandRun.of("healthcheck", "--data-dir", data).code())
                    .as("at the port that it has got")
                    .isZero();

            CommandRun second =
                    CommandRun.of("serve", "--data-dir", data, "--http-address", "127.0.0.1:0");
            assertThat(second.code()).isEqualTo(1);
            assertThat(second.err()).contains("is in use by").doesNotContain("\tat ");

            assumeTrue(service.canBeTerminated(), "there are no signals on this system");
            service.terminate();
            int terminated = 128 + 15;
            assertThat(service.awaitExit()).isEqualTo(terminated);
            assertThat(Path.of(data, "connection")).doesNotExist();
            assertThat(Path.of(data, "running.conf")).doesNotExist();
            assertThat(service.err()).doesNotContain("Exception", " ERROR ");
        }
        CommandRun list = CommandRun.of("account", "list", "--data-dir", data);
        assertThat(list.code()).as(list.err()).isZero();
        assertThat(list.out()).contains("One");
    }

    @Test
    @Tag("slow")
    void portThatIsInUseIsToldWithWhatToDo() {
        Database database = TestDatabases.migrated();
        try (TestService other = TestService.shared()) {
            String authority = URI.create(other.address()).getAuthority();
            CommandRun run =
                    new CommandDatabase(database).run("serve", "--http-address", authority);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .contains("Port " + authority.substring(authority.indexOf(':') + 1))
                    .contains("--http-address")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void dataDirectoryThatIsAFileIsToldWithWhatToDo() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "");
        CommandRun run = CommandRun.of("serve", "--data-dir", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(file + " is a file", "MAILVANE_DATA_DIR");
    }

    private static String get(String address, String token) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(address))
                            .header("Authorization", "Token " + token)
                            .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
