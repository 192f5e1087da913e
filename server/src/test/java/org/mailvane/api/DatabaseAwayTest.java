package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.TargetFolders;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.mailvane.postgres.TestPostgres;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** What the service answers while its database is away. */
class DatabaseAwayTest {

    @TempDir(factory = TargetFolders.class)
    static Path temp;

    @Test
    @Tag("slow")
    void callsAre503InTheShapeOfErrorsAndTheProcessIsStillAlive() {
        Path data = temp.resolve("data");
        TestPostgres.prepare(data);
        Map<Setting, String> settings = Map.of(Setting.DATA_DIR, data.toString());
        Database database =
                Database.forService(SettingsReader.read(settings, Map.of(), null), notice -> {});
        try {
            database.migrate();
            try (TestService service = TestService.start(settings, database)) {
                String token = service.account("away").apiToken();
                assertThat(service.get(token, "/api/v1/domains/").status()).isEqualTo(200);
                // Each call, and each part that stops, waits so long for a connection.
                service.part(HikariDataSource.class).setConnectionTimeout(250);
                database.close();
                Answer answer = service.get(token, "/api/v1/domains/");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("retry-after")).isEqualTo("5");
                assertThat(answer.json().get("code").asString()).isEqualTo("database_unavailable");
                assertThat(answer.json().get("request_id").asString())
                        .isEqualTo(answer.header("x-request-id"));
                assertThat(service.get(null, "/healthz").status()).isEqualTo(200);
                Awaiting.until(
                        "it is not ready",
                        Duration.ofSeconds(30),
                        () -> service.get(null, "/readyz").status() == 503);
            }
        } finally {
            database.close();
        }
    }
}
