package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Domains;
import org.mailvane.intake.reading.UnnamedTls;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** The whole way of a TLS report: taken in, counted, shown, waiting and deleted. */
class TlsImportTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final TestService SERVICE =
            TestService.shared(new TestClock(Instant.parse("2026-11-20T10:00:00Z")));
    private static final TestSql SQL = SERVICE.sql();
    private Accounts.Created account;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        account = SERVICE.account("a" + test.getTestMethod().orElseThrow().getName().hashCode());
    }

    private static SampleTls about(String... domains) {
        SampleTls report = SampleTls.report();
        for (String domain : domains) {
            report.failure("certificate-expired", "192.0.2.1", "mx." + domain, 1)
                    .policy("sts", "enforce", domain, 5, 1);
        }
        return report;
    }

    private Answer call(String method, String path, byte[] body) {
        return SERVICE.call(
                method, account.apiToken(), path, BodyPublishers.ofByteArray(body), Map.of());
    }

    private JsonNode upload(byte[] file) {
        String self = call("POST", "/api/v1/imports/", file).json().at("/_links/self").asString();
        Awaiting.until(
                "the upload is worked",
                SOON,
                () -> call("GET", self, new byte[0]).json().at("/state").asString().equals("done"));
        return call("GET", self, new byte[0]).json();
    }

    private List<String> policies() {
        return call("GET", "/api/v1/tls-policies/", new byte[0])
                .json()
                .path("results")
                .valueStream()
                .map(p -> p.path("p_domain").asString() + " " + p.path("sum_success").asLong())
                .toList();
    }

    private void delete(String domain) {
        Answer list = call("GET", "/api/v1/domains/?domain_exact=" + domain, new byte[0]);
        long id = list.json().at("/results/0/id").asLong();
        assertThat(call("DELETE", "/api/v1/domains/" + id + "/", new byte[0]).status())
                .isEqualTo(200);
    }

    private String messages() {
        return SQL.value(
                "select count(*) from raw_message where account_id = "
                        + account.account().scope().accountId());
    }

    @Test
    void aMailWithATlsReportIsCountedAndShownAndASecondOneIsADuplicate() {
        String mail =
                """
                From: tls@postbox-one.example
                TLS-Report-Domain: shop.example
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=tlsrpt; boundary=b

                --b
                Content-Type: text/plain

                A report.
                --b
                Content-Type: application/tlsrpt+json
                Content-Transfer-Encoding: base64

                %s
                --b--
                """
                        .formatted(
                                Base64.getMimeEncoder()
                                        .encodeToString(about("shop.example").json()));
        JsonNode first = upload(mail.getBytes(StandardCharsets.UTF_8));
        assertThat(first.path("found").asInt()).isEqualTo(1);
        assertThat(first.path("imported").asInt()).isEqualTo(1);
        assertThat(first.path("records").asInt()).isZero();
        assertThat(policies()).containsExactly("shop.example 5");
        assertThat(
                        call("GET", "/api/v1/tls-failures/", new byte[0])
                                .json()
                                .at("/results/0/receiving_mx_hostname")
                                .asString())
                .isEqualTo("mx.shop.example");

        JsonNode second = upload(about("shop.example").json());
        assertThat(second.path("duplicate").asInt()).isEqualTo(1);
        assertThat(second.path("imported").asInt()).isZero();
        assertThat(policies()).containsExactly("shop.example 5");
    }

    @Test
    void aReportThatSaysNothingIsNoFailure() {
        JsonNode read = upload(SampleTls.report().json());
        assertThat(read.path("imported").asInt()).isEqualTo(1);
        assertThat(read.path("found").asInt()).isEqualTo(1);
        assertThat(read.path("failed").asInt()).isZero();
    }

    @Test
    void aReportWhosePoliciesNameNoHostIsAFailureWithItsReason() {
        JsonNode read = upload(about("no host").json());
        assertThat(read.path("failed").asInt()).isEqualTo(1);
        JsonNode failure =
                call("GET", read.at("/_links/failures").asString(), new byte[0])
                        .json()
                        .at("/results/0");
        assertThat(failure.path("code").asString()).isEqualTo("no_policy_domain");
    }

    @Test
    void theMessageGoesWithTheLastDomainThatItIsAbout() {
        upload(about("a.example", "b.example").json());
        assertThat(policies()).containsExactly("a.example 5", "b.example 5");
        delete("a.example");
        assertThat(messages()).isEqualTo("1");
        delete("b.example");
        assertThat(messages()).isEqualTo("0");
        assertThat(policies()).isEmpty();
    }

    @Test
    void whatCanBeStoredIsAndTheRestWaitsForItsDomain() {
        upload(about("a.example", "gone.example").json());
        delete("gone.example");
        JsonNode read = upload(about("a.example", "gone.example").id("t-2").json());
        assertThat(read.path("found").asInt()).isEqualTo(1);
        assertThat(read.path("waiting").asInt()).isEqualTo(1);
        assertThat(read.path("imported").asInt()).isZero();
        assertThat(read.path("records").asInt()).isZero();
        assertThat(policies()).containsExactly("a.example 10");

        SERVICE.part(Domains.class)
                .add(
                        account.account().scope(),
                        List.of(DomainName.parse("gone.example").orElseThrow()));
        Awaiting.until(
                "what has waited is stored", SOON, () -> policies().contains("gone.example 5"));
        assertThat(policies()).containsExactly("a.example 10", "gone.example 5");
    }

    /** Neither the report nor its mail's own field says whose it is. */
    private static byte[] unnamed(String id, String subject) {
        byte[] report = SampleTls.report().id(id).policy("sts", "enforce", "", 5, 1).json();
        return """
        From: tls@postbox-one.example
        Subject: %s
        MIME-Version: 1.0
        Content-Type: application/tlsrpt+json

        %s
        """
                .formatted(subject, new String(report, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aReportThatDoesNotSayWhoseItIsBelongsToTheOneDomainThatItsIdOrSubjectNames() {
        upload(about("shop.example", "books.example").json());
        JsonNode byId = upload(unnamed("2026-11-19T00:00:00Z_shop.example", "A report"));
        assertThat(byId.at("/imported").asLong()).isEqualTo(1);
        JsonNode bySubject =
                upload(
                        unnamed(
                                "t-2",
                                "Report Domain: books.example Submitter: postbox-one.example"
                                        + " Report-ID: <t-2>"));
        assertThat(bySubject.at("/imported").asLong()).isEqualTo(1);
        assertThat(policies()).containsExactlyInAnyOrder("shop.example 10", "books.example 10");
    }

    @Test
    void aReportThatNothingOrTwoThingsSayWhoseItIsFails() {
        upload(about("shop.example", "books.example").json());
        for (byte[] mail :
                List.of(
                        unnamed("t-1@other.example", "Report Domain: unknown.example"),
                        unnamed("shop.example_1", "Report Domain: books.example"))) {
            JsonNode failed = upload(mail);
            assertThat(failed.at("/failed").asLong()).isEqualTo(1);
            String failures = failed.at("/_links/failures").asString();
            JsonNode failure = call("GET", failures, new byte[0]).json().at("/results/0");
            assertThat(failure.at("/code").asString()).isEqualTo("no_policy_domain");
            assertThat(failure.at("/reason").asString()).contains("exactly one domain");
        }
        assertThat(policies()).containsExactlyInAnyOrder("shop.example 5", "books.example 5");
    }

    @Test
    void aReportMayNameOnlySoManyDomainsBeforeItsOwn() {
        upload(about("shop.example").json());
        String words = "w ".repeat(UnnamedTls.MAX_NAMES);
        String names =
                IntStream.range(0, UnnamedTls.MAX_NAMES - 1)
                        .mapToObj(i -> "n" + i + ".eu ")
                        .collect(Collectors.joining());
        JsonNode last = upload(unnamed("last", words + names + "shop.example"));
        assertThat(last.at("/imported").asLong()).isEqualTo(1);
        JsonNode beyond = upload(unnamed("beyond", names + "more.eu shop.example"));
        assertThat(beyond.at("/failed").asLong()).isEqualTo(1);
    }
}
