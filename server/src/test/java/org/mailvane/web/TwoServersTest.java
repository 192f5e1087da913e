package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.domains.DomainApi;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;

/** Two services on one database: what one has done the other knows, and nothing is done twice. */
@Tag("slow")
class TwoServersTest {

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int REPORTS = 60;

    private final Database database = TestDatabases.migrated();
    private final TestSql sql = new TestSql(database);

    private TestService one;
    private TestService two;

    @BeforeEach
    void start() {
        one = service();
        two = service();
    }

    /** The machine's clock: that both go by the same is what servers have to be set to. */
    private TestService service() {
        return TestService.start(Map.of(), database, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    private static <T> List<T> atOnce(Callable<T> first, Callable<T> second) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<T> other = threads.submit(first);
            Future<T> another = threads.submit(second);
            return List.of(other.get(), another.get());
        }
    }

    private static int setUp(TestService service, String link, String email) {
        return new Browser(service)
                .post(link, "name", "Example", "email", email, "password", People.PASSWORD)
                .status();
    }

    @Test
    void twoSetUpLinksMakeOneAccount() throws Exception {
        String first = one.part(SetupLink.class).address().orElseThrow();
        String second = two.part(SetupLink.class).address().orElseThrow();
        List<Integer> statuses =
                atOnce(
                        () -> setUp(one, first, "ann@example.com"),
                        () -> setUp(two, second, "bob@example.com"));
        // The link of whoever is later is gone, or there is an account when it is used.
        assertThat(statuses).containsOnlyOnce(201).containsAnyOf(400, 404);
        assertThat(one.part(Accounts.class).all()).hasSize(1);
        assertThat(one.get(null, first).status()).isEqualTo(404);
        assertThat(two.get(null, second).status()).isEqualTo(404);
        assertThat(one.part(SetupLink.class).address()).isEmpty();
        assertThat(two.part(SetupLink.class).address()).isEmpty();
    }

    @Test
    void whoMayDoWhatIsTheSameOnBothAtOnce() {
        Accounts.Created account = one.account("One");
        String email = account.owner().email();
        String token = account.apiToken();
        one.part(Accounts.class).resetPassword(email, People.PASSWORD);
        Browser browser = new Browser(one).signIn(email, People.PASSWORD);
        Browser other = new Browser(two);
        other.cookies.putAll(browser.cookies);
        assertThat(other.get("/settings/token").status()).isEqualTo(200);
        assertThat(two.get(token, "/api/v1/domains/").status()).isEqualTo(200);

        LocalDate today = LocalDate.now(Clock.systemUTC());
        one.part(Accounts.class).setExpiry(account.account().id(), today.minusDays(1));
        assertThat(two.get(token, "/api/v1/domains/").status()).isEqualTo(402);
        assertThat(other.get("/settings/token").status()).isEqualTo(402);
        two.part(Accounts.class).setExpiry(account.account().id(), null);
        assertThat(one.get(token, "/api/v1/domains/").status()).isEqualTo(200);

        String newer = one.part(Accounts.class).createToken(email);
        assertThat(two.get(token, "/api/v1/domains/").status()).isEqualTo(401);
        assertThat(two.get(newer, "/api/v1/domains/").status()).isEqualTo(200);
        one.part(Accounts.class).resetPassword(email, People.PASSWORD);
        assertThat(other.get("/settings/token").status()).isEqualTo(303);
    }

    @Test
    void uploadsAreReadOnceThoughOneServerStops() throws Exception {
        Accounts.Created account = one.account("One");
        String token = account.apiToken();
        List<String> imports = new ArrayList<>();
        // As long as somebody holds the account's domains, what a server has taken stays unread.
        try (Connection held = DomainApi.heldTree(database, account.account().scope())) {
            for (int i = 0; i < REPORTS; i++) {
                imports.add(upload(i % 2 == 0 ? one : two, token, i));
            }
            Awaiting.until(
                    "the first server has taken some", SOON, () -> waiting() > connectionsOf(two));
            one.close();
            assertThat(sql.value("select count(*) from report")).isEqualTo("0");
            held.rollback();
        }
        Awaiting.until(
                "all are read",
                SOON,
                () ->
                        imports.stream()
                                .allMatch(link ->
                                        two.get(token, link)
                                                .json()
                                                .get("state")
                                                .asString()
                                                .equals("done")));
        for (String link : imports) {
            assertThat(two.get(token, link).json().get("imported").asInt()).as(link).isEqualTo(1);
        }
        assertThat(sql.value("select count(*) from report")).isEqualTo(String.valueOf(REPORTS));
        assertThat(sql.value("select sum(messages) from fact"))
                .isEqualTo(sql.value("select sum(messages) from daily"))
                .isEqualTo(String.valueOf(7 * REPORTS));
        Awaiting.until(
                "rows are classified by all that can be known",
                SOON,
                () ->
                        sql.value(
                                        "select count(*) from reclassification_queue where due <= now() or leased_until is not null")
                                .equals("0"));
        assertThat(sql.value("select sum(messages) from daily"))
                .isEqualTo(String.valueOf(7 * REPORTS));

        Answer made =
                two.send(
                        "POST",
                        token,
                        "/api/v1/detail-viewer/",
                        "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-01\", \"filter_option\": \"n\"}");
        String report = made.json().get("search_token").asString();
        one = service();
        Awaiting.until(
                "the report can be read on the server that has just started",
                SOON,
                () ->
                        one.get(token, "/api/v1/aggregate-report/" + report + "/domains/").status()
                                == 200);
        assertThat(
                        one.get(token, "/api/v1/aggregate-report/" + report + "/domains/")
                                .json()
                                .get("count")
                                .asInt())
                .isPositive();
    }

    private static String upload(TestService service, String token, int number) {
        Answer answer =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(report(number)),
                        Map.of());
        assertThat(answer.status()).isEqualTo(202);
        return "/api/v1/imports/" + answer.json().get("id").asLong() + "/";
    }

    /** Connections, of both servers, that wait for what somebody else has locked. */
    private long waiting() {
        return Long.parseLong(
                sql.value(
                        """
                        select count(*) from pg_stat_activity
                        where wait_event_type = 'Lock' and datname = current_database()
                        """));
    }

    /** Returns the connections that a server uses at this moment. */
    private static int connectionsOf(TestService service) {
        return ((HikariDataSource) service.part(DataSource.class))
                .getHikariPoolMXBean()
                .getActiveConnections();
    }

    private static byte[] report(int number) {
        return SampleReport.about("d" + number % 5 + ".example")
                .id("r" + number)
                .record("192.0.2." + number, 7, "none", number % 2 == 0, false)
                .xml();
    }
}
