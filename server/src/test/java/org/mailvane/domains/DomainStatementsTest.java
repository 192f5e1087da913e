package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** How often the database is asked for one answer. */
class DomainStatementsTest {

    private static TestService service;
    private static Accounts.Created account;

    @BeforeAll
    static void start() {
        service = TestService.shared();
        account = service.account("counted");
        service.part(Domains.class)
                .add(
                        account.account().scope(),
                        IntStream.range(0, 600)
                                .mapToObj(i -> DomainName.parse("d" + i + ".example").orElseThrow())
                                .toList());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        // Statements for the owner of the token, the number of domains, the page, and their counts.
        "'', 4",
        "ordering=-volume, 4",
        "domain=d&assigned=false&ordering=-mx_txt, 4",
        // What kind of group it is, once for the number and the page.
        "group_id=DEFAULT, 5"
    })
    void theNumberOfStatementsOfAListDoesNotGrowWithThePage(String query, int expected) {
        String group =
                service.sql()
                        .value(
                                "select id from domain_group where is_default and account_id = "
                                        + account.account().id());
        for (int limit : List.of(1, 25, 500)) {
            String id = "domains-" + limit;
            try (Statements statements = Statements.of(id)) {
                Answer answer =
                        service.call(
                                "GET",
                                account.apiToken(),
                                "/api/v1/domains/?limit="
                                        + limit
                                        + "&"
                                        + query.replace("DEFAULT", group),
                                BodyPublishers.noBody(),
                                Map.of("X-Request-Id", id));
                assertThat(answer.json().path("results").size()).isEqualTo(limit);
                assertThat(statements.count()).isEqualTo(expected);
            }
        }
    }
}
