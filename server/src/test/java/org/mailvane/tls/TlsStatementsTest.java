package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.tls.TlsApi.Person;

/** How often the database is asked for one answer. */
class TlsStatementsTest {

    private static TlsApi api;
    private static Person owner;

    @BeforeAll
    static void start() {
        api = new TlsApi(Map.of());
        owner = api.account("counted");
        String[] names = new String[100];
        SampleTls report = SampleTls.report();
        for (int i = 0; i < names.length; i++) {
            names[i] = "d" + i + ".example";
            report.failure("a", "192.0.2.1", "mx", 1).policy("sts", "enforce", names[i], 1, 1);
        }
        owner.add(names);
        owner.store(report);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        // Whose token it is, how many there are, the page.
        "tls-failures, ''",
        "tls-failures, begin=2026-10-01",
        "tls-policies, ''",
        "tls-policies, begin=2026-10-01&ordering=-sum_failed",
    })
    void theNumberOfStatementsOfAListDoesNotGrowWithThePage(String list, String query) {
        for (int limit : List.of(1, 25, 100)) {
            String id = list + "-" + limit;
            try (Statements statements = Statements.of(id)) {
                Answer answer =
                        api.service.call(
                                "GET",
                                owner.token,
                                "/api/v1/" + list + "/?limit=" + limit + "&" + query,
                                BodyPublishers.noBody(),
                                Map.of("X-Request-Id", id));
                assertThat(answer.json().path("results").size()).isEqualTo(limit);
                assertThat(statements.count()).isEqualTo(3);
            }
        }
    }
}
