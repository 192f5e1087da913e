package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.CountedDatabase;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** How often the database is asked for one answer. */
class DomainStatementsTest {

    private static TestService service;
    private static Accounts.Created account;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), CountedDatabase.of(TestDatabases.migrated()));
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
        "'', 3",
        "ordering=-volume, 3",
        "domain=d&assigned=false&ordering=-mx_txt, 3",
        // What kind of group it is, once for the number and once for the page.
        "group_id=1, 5"
    })
    void theNumberOfStatementsOfAListDoesNotGrowWithThePage(String query, int expected) {
        for (int limit : List.of(1, 25, 500)) {
            List<String> statements =
                    CountedDatabase.statementsAbout(
                            "domain",
                            () -> {
                                Answer answer =
                                        service.get(
                                                account.apiToken(),
                                                "/api/v1/domains/?limit=" + limit + "&" + query);
                                assertThat(answer.json().path("results").size()).isEqualTo(limit);
                            });
            assertThat(statements).hasSize(expected);
        }
    }
}
