package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** What the service answers while the database has more to do than it can. */
class DatabaseBusyTest {

    @Test
    void busyIsNotToldAsAway() throws Exception {
        try (TestService service = TestService.shared()) {
            String token = service.account("Busy").apiToken();
            HikariDataSource pool = service.part(HikariDataSource.class);
            long timeout = pool.getConnectionTimeout();
            pool.setConnectionTimeout(250);
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                    all.add(pool.getConnection());
                }
                Answer answer = service.get(token, "/api/v1/domains/");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.json().get("code").asString()).isEqualTo("busy");
                assertThat(answer.header("retry-after")).isEqualTo("5");
                Answer page =
                        service.call(
                                "GET",
                                null,
                                "/activate/" + "a".repeat(32),
                                BodyPublishers.noBody(),
                                Map.of("Accept", "text/html"));
                assertThat(page.status()).isEqualTo(503);
                assertThat(page.text()).contains("Server too busy");
                assertThat(service.get(null, "/readyz").status()).isEqualTo(200);
            } finally {
                for (Connection one : all) {
                    one.close();
                }
                pool.setConnectionTimeout(timeout);
            }
            assertThat(service.get(token, "/api/v1/domains/").status()).isEqualTo(200);
        }
    }
}
