package org.mailvane.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.tls.TlsApi.Person;
import tools.jackson.databind.JsonNode;

/** The lists of failures and policies: what they show, to whom, and in which order. */
class TlsListTest {

    private static TlsApi api;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new TlsApi(Map.of());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("a" + test.getDisplayName().hashCode());
        owner.add("a.example", "b.example", "c.example");
    }

    private void failuresOn(String... days) {
        for (String day : days) {
            owner.store(
                    SampleTls.report()
                            .day(day)
                            .failure("on-" + day, "192.0.2.1", "mx.a.example", 1)
                            .policy("sts", "enforce", "a.example", 1, 1));
        }
    }

    @Test
    void aFailureHasAllThatTheContractNames() {
        owner.store(
                SampleTls.report()
                        .failure("certificate-expired", "192.0.2.1", "mx.a.example", 12)
                        .policy("sts", "testing", "a.example", 40, 12));
        Answer answer = owner.failures("");
        assertThat(answer.json().path("_permissions").toString()).isEqualTo("[\"list\"]");
        JsonNode row = answer.json().at("/results/0");
        assertThat(row.propertyNames())
                .containsExactlyInAnyOrder(
                        "result_type",
                        "p_domain",
                        "p_type",
                        "sts_p_mode",
                        "organization_name",
                        "sending_mta_ip",
                        "receiving_ip",
                        "receiving_mx_hostname",
                        "receiving_mx_helo",
                        "failure_reason_code",
                        "additional_information",
                        "failed_session_count",
                        "begin",
                        "end");
        assertThat(row.path("result_type").asString()).isEqualTo("certificate-expired");
        assertThat(row.path("p_domain").asString()).isEqualTo("a.example");
        assertThat(row.path("p_type").asString()).isEqualTo("s");
        assertThat(row.path("sts_p_mode").asString()).isEqualTo("t");
        assertThat(row.path("organization_name").asString()).isEqualTo("Postbox One");
        assertThat(row.path("sending_mta_ip").asString()).isEqualTo("192.0.2.1");
        assertThat(row.path("receiving_ip").asString()).isEqualTo("203.0.113.25");
        assertThat(row.path("receiving_mx_hostname").asString()).isEqualTo("mx.a.example");
        assertThat(row.path("receiving_mx_helo").asString()).isEqualTo("mx.a.example");
        assertThat(row.path("failure_reason_code").asString()).isEqualTo("X509_V_ERR");
        assertThat(row.path("additional_information").asString())
                .isEqualTo("https://postbox-one.example/tls/1");
        assertThat(row.path("failed_session_count").asLong()).isEqualTo(12);
        assertThat(row.path("begin").asString()).isEqualTo("2026-11-19T00:00:00Z");
        assertThat(row.path("end").asString()).isEqualTo("2026-11-19T23:59:59Z");
    }

    @Test
    void withoutDaysFailuresAreThoseOfTheLastSevenTheNewestFirst() {
        failuresOn("2026-11-15", "2026-11-13", "2026-11-14", "2026-11-20", "2026-11-21");
        assertThat(owner.list(owner.failures(""), "result_type"))
                .containsExactly("on-2026-11-20", "on-2026-11-15", "on-2026-11-14");
    }

    @ParameterizedTest
    @CsvSource({
        "begin=2026-09-01&end=2026-09-30, 2",
        "begin=2026-09-02&end=2026-09-30, 1",
        "begin=2026-09-01&end=2026-09-29, 1",
        "begin=2026-09-30&end=2026-09-30, 1",
        "end=2026-09-30, 1",
        "end=2026-10-06, 1",
        "end=2026-10-07, 0",
        "begin=2026-09-30, 1",
        "begin=2026-11-20, 0",
        // 60 days apart
        "begin=2026-08-01&end=2026-09-30, 2",
        "begin=&end=, 0",
    })
    void failuresAreThoseOfReportsThatBeginOnTheDays(String query, int count) {
        failuresOn("2026-09-01", "2026-09-30");
        assertThat(owner.failures(query).json().path("count").asInt(-1)).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({
        "tls-failures, begin=2026-08-01&end=2026-10-01, end, at most "
                + TlsFailureFilter.MAX_DAYS_APART
                + " days after",
        "tls-failures, begin=2026-09-20, end, at most "
                + TlsFailureFilter.MAX_DAYS_APART
                + " days after",
        "tls-failures, begin=2026-09-02&end=2026-09-01, end, must not be before the begin",
        "tls-failures, begin=2026-11-21, end, must not be before the begin",
        "tls-failures, begin=20260901, begin, a date YYYY-MM-DD",
        "tls-failures, end=2026-02-30, end, a date YYYY-MM-DD",
        "tls-policies, begin=2026-09-02&end=2026-09-01, end, must not be before the begin",
        "tls-policies, filter_id=7, filter_id, must be the id of one of your filters",
        "tls-policies, filter_id=7.0, filter_id, must be the id of one of your filters",
        "tls-policies, filter_id=seven, filter_id, a whole number",
        "tls-policies, ordering=domain, ordering, p_domain",
    })
    void badParametersAreToldByName(String list, String query, String field, String text) {
        Answer answer = owner.get("/api/v1/" + list + "/?" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path(field).toString()).contains(text);
    }

    @Test
    void failuresArePagedAndWrittenAsCsv() {
        SampleTls report = SampleTls.report();
        for (int i = 0; i < 30; i++) {
            report.failure("=kind-" + i, "192.0.2." + i, "mx.a.example", i);
        }
        owner.store(report.policy("tlsa", "", "a.example", 1, 435));
        Answer second = owner.failures("page=2");
        assertThat(second.json().path("count").asInt()).isEqualTo(30);
        assertThat(owner.list(second, "result_type"))
                .containsExactly("=kind-4", "=kind-3", "=kind-2", "=kind-1", "=kind-0");
        List<String> csv = owner.failures("format=csv").text().lines().toList();
        assertThat(csv).hasSize(31);
        assertThat(csv.getFirst())
                .isEqualTo(
                        "result_type,p_domain,p_type,sts_p_mode,organization_name,sending_mta_ip,"
                                + "receiving_ip,receiving_mx_hostname,receiving_mx_helo,"
                                + "failure_reason_code,additional_information,failed_session_count,"
                                + "begin,end");
        assertThat(csv.get(1)).startsWith("'=kind-29,a.example,t,,Postbox One,192.0.2.29,");
    }

    @Test
    @Tag("slow")
    void csvOfManyFailuresHasEachOfThemOnce() {
        for (int day = 14; day <= 20; day++) {
            SampleTls report = SampleTls.report().day("2026-11-" + day);
            for (int i = 0; i < 200; i++) {
                report.failure(day + "-" + i, "192.0.2.1", "mx.a.example", i);
            }
            owner.store(report.policy("tlsa", "", "a.example", 1, 435));
        }
        List<String> types =
                owner.failures("format=csv")
                        .text()
                        .lines()
                        .skip(1)
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList();
        assertThat(types).hasSize(1_400).doesNotHaveDuplicates();
        assertThat(types.getFirst()).isEqualTo("20-199");
        assertThat(types.getLast()).isEqualTo("14-0");
    }

    private void someSums() {
        owner.store(
                SampleTls.report()
                        .policy("sts", "testing", "b.example", 10, 3)
                        .policy("tlsa", "", "a.example", 30, 1)
                        .policy("sts", "enforce", "a.example", 20, 2),
                SampleTls.report()
                        .day("2026-10-01")
                        .policy("no-policy-found", "", "c.example", 1, 9)
                        .policy("sts", "enforce", "a.example", 100, 0));
    }

    @Test
    void aDomainHasOnePolicyThatSumsUpAllReports() {
        someSums();
        assertThat(owner.policyLines(""))
                .containsExactly(
                        "a.example s e 150 3 2026-11-19T23:59:59Z",
                        "b.example s t 10 3 2026-11-19T23:59:59Z",
                        "c.example n  1 9 2026-10-01T23:59:59Z");
    }

    @Test
    void policiesOfSomeDaysSumUpTheReportsOfThese() {
        someSums();
        assertThat(owner.policyLines("begin=2026-10-02"))
                .containsExactly(
                        "a.example s e 50 3 2026-11-19T23:59:59Z",
                        "b.example s t 10 3 2026-11-19T23:59:59Z");
        assertThat(owner.policyLines("end=2026-10-01&ordering=-sum_success"))
                .containsExactly(
                        "a.example s e 100 0 2026-10-01T23:59:59Z",
                        "c.example n  1 9 2026-10-01T23:59:59Z");
        assertThat(owner.policies("begin=2026-10-01&end=2026-10-01").json().path("count").asInt())
                .isEqualTo(2);
        assertThat(owner.policyLines("begin=2026-10-02&end=2026-11-18")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "p_domain, a.example b.example c.example",
        "-p_domain, c.example b.example a.example",
        "sum_success, c.example b.example a.example",
        "-sum_success, a.example b.example c.example",
        "sum_failed, a.example b.example c.example",
        "-sum_failed, c.example a.example b.example",
        "'p_type,-sum_failed', c.example a.example b.example",
        "'-p_type,sum_failed', a.example b.example c.example",
        "'-sts_p_mode,p_domain', b.example a.example c.example",
        "'sts_p_mode,-p_domain', c.example a.example b.example",
        "'last_seen,p_domain', c.example a.example b.example",
        "'-last_seen,-p_domain', b.example a.example c.example",
    })
    void policiesInEveryOrder(String ordering, String domains) {
        someSums();
        assertThat(owner.list(owner.policies("ordering=" + ordering), "p_domain"))
                .containsExactly(domains.split(" "));
        assertThat(owner.list(owner.policies("begin=2026-01-01&ordering=" + ordering), "p_domain"))
                .containsExactly(domains.split(" "));
    }

    @Test
    void onePolicyKeepsItsNumberAndSumsUpAllReports() {
        someSums();
        JsonNode first = owner.policies("begin=2026-10-02").json().at("/results/0");
        long id = first.path("id").asLong();
        Answer one = owner.get("/api/v1/tls-policies/" + id + "/");
        assertThat(one.status()).isEqualTo(200);
        assertThat(one.json().propertyNames())
                .containsExactlyInAnyOrder(
                        "_links",
                        "_permissions",
                        "id",
                        "p_type",
                        "p_domain",
                        "sts_p_mode",
                        "sum_success",
                        "sum_failed",
                        "last_seen");
        assertThat(TlsApi.line(one.json())).isEqualTo("a.example s e 150 3 2026-11-19T23:59:59Z");
        assertThat(one.json().at("/_links/self").asString())
                .endsWith("/api/v1/tls-policies/" + id + "/")
                .isEqualTo(first.at("/_links/self").asString());
        assertThat(one.json().path("_permissions").toString()).isEqualTo("[\"retrieve\"]");
        owner.store(SampleTls.report().id("more").policy("sts", "enforce", "a.example", 1, 1));
        assertThat(TlsApi.line(owner.get("/api/v1/tls-policies/" + id + "/").json()))
                .isEqualTo("a.example s e 151 4 2026-11-19T23:59:59Z");
        assertThat(owner.get("/api/v1/tls-policies/9999999/").status()).isEqualTo(404);
        assertThat(owner.get("/api/v1/tls-policies/x/").status()).isEqualTo(404);
    }

    @Test
    void typeAndModeAreThoseThatWereSeenLast() {
        owner.store(
                SampleTls.report().day("2026-11-17").policy("sts", "testing", "a.example", 1, 0));
        long id = idOf("a.example");
        owner.store(
                SampleTls.report().day("2026-11-18").policy("sts", "enforce", "a.example", 2, 1),
                SampleTls.report().day("2026-11-16").policy("tlsa", "", "a.example", 4, 0));
        assertThat(owner.policyLines("")).containsExactly("a.example s e 7 1 2026-11-18T23:59:59Z");
        assertThat(owner.policyLines("end=2026-11-17"))
                .containsExactly("a.example s t 5 0 2026-11-17T23:59:59Z");
        owner.store(
                SampleTls.report()
                        .day("2026-11-18")
                        .id("none")
                        .policy("no-policy-found", "", "a.example", 0, 1));
        assertThat(owner.policyLines(""))
                .as("of several at a time what protects most")
                .containsExactly("a.example s e 7 2 2026-11-18T23:59:59Z");
        assertThat(idOf("a.example")).isEqualTo(id);
    }

    @Test
    void aDomainThatGetsARowOfItsOwnStaysOne() {
        owner.discover("news.a.example");
        owner.store(
                SampleTls.report()
                        .day("2026-11-17")
                        .policy("sts", "testing", "news.a.example", 1, 0));
        long id = idOf("news.a.example");
        // As if it had counted with the domain above then.
        for (String table : List.of("tls_report", "tls_policy", "tls_result")) {
            api.sql.execute(
                    "update %1$s set domain_id = d.id from domain d where d.name = 'a.example' and d.account_id = %2$d and %1$s.account_id = %2$d"
                            .formatted(table, owner.scope.accountId()));
        }
        owner.store(
                SampleTls.report()
                        .day("2026-11-18")
                        .policy("sts", "enforce", "news.a.example", 2, 0));
        assertThat(owner.policyLines(""))
                .containsExactly("news.a.example s e 3 0 2026-11-18T23:59:59Z");
        assertThat(owner.policies("").json().path("count").asInt()).isEqualTo(1);
        assertThat(idOf("news.a.example")).isEqualTo(id);
    }

    @Test
    void policiesAsCsv() {
        someSums();
        assertThat(owner.policies("format=csv").text().lines().skip(1).toList())
                .extracting(line -> line.replaceFirst("^\\d+,", ""))
                .containsExactly(
                        "s,a.example,e,150,3,2026-11-19T23:59:59Z",
                        "s,b.example,t,10,3,2026-11-19T23:59:59Z",
                        "n,c.example,,1,9,2026-10-01T23:59:59Z");
    }

    @Test
    void peopleSeeWhatTheirGroupsHoldAndNobodySeesOtherAccounts() {
        someSums();
        failuresOn("2026-11-20");
        owner.store(
                SampleTls.report()
                        .id("b")
                        .failure("at-b", "192.0.2.1", "mx.b.example", 1)
                        .policy("sts", "testing", "b.example", 1, 1));
        Person reader = owner.colleague("reader", "b.example");
        Person nobody = owner.colleague("nobody");
        Person stranger = api.account("stranger");
        assertThat(reader.list(reader.failures(""), "result_type")).containsExactly("at-b");
        assertThat(reader.failures("").json().path("count").asInt()).isEqualTo(1);
        assertThat(reader.list(reader.policies(""), "p_domain")).containsExactly("b.example");
        assertThat(reader.list(reader.policies("begin=2026-01-01"), "p_domain"))
                .containsExactly("b.example");
        for (Person blind : List.of(nobody, stranger)) {
            assertThat(blind.list(blind.failures(""), "result_type")).isEmpty();
            assertThat(blind.list(blind.policies(""), "p_domain")).isEmpty();
            assertThat(blind.list(blind.policies("begin=2026-01-01"), "p_domain")).isEmpty();
        }
        long b = idOf("b.example");
        long c = idOf("c.example");
        assertThat(reader.get("/api/v1/tls-policies/" + b + "/").status()).isEqualTo(200);
        assertThat(reader.get("/api/v1/tls-policies/" + c + "/").status()).isEqualTo(404);
        assertThat(stranger.get("/api/v1/tls-policies/" + b + "/").status()).isEqualTo(404);
        assertThat(api.service.get(null, "/api/v1/tls-policies/").status()).isEqualTo(401);
        assertThat(api.service.get(null, "/api/v1/tls-failures/").status()).isEqualTo(401);
    }

    private long idOf(String domain) {
        return owner.policies("")
                .json()
                .path("results")
                .valueStream()
                .filter(policy -> policy.path("p_domain").asString().equals(domain))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asLong();
    }

    @Test
    void aFilterChoosesPoliciesOfItsDomainsAndOfWhatCountsWithThem() {
        owner.discover("news.a.example");
        for (String domain : List.of("a.example", "news.a.example", "b.example", "c.example")) {
            owner.store(SampleTls.report().policy("sts", "enforce", domain, 1, 0));
        }
        Answer filter =
                api.service.send(
                        "POST",
                        owner.token,
                        "/api/v1/source-filters/",
                        "{\"domains\": [\"a.example\", \"c.example\"]}");
        long id = filter.json().path("id").asLong();
        assertThat(owner.list(owner.policies("filter_id=" + id), "p_domain"))
                .containsExactly("a.example", "c.example", "news.a.example");
        Person colleague = owner.colleague("c", "a.example");
        assertThat(colleague.policies("filter_id=" + id).status()).isEqualTo(400);
    }
}
