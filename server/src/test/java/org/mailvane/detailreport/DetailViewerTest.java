package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detailreport.DetailViewerFixture.DATA;
import static org.mailvane.detailreport.DetailViewerFixture.MESSAGES;
import static org.mailvane.detailreport.DetailViewerFixture.REPORTS;
import static org.mailvane.detailreport.DetailViewerFixture.ROWS;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Reports of the detail viewer as clients see them. */
@Tag("slow")
class DetailViewerTest {

    private static final List<String> ARRAYS =
            List.of("dmarc_capable", "non_compliant", "forwarders", "threat_unknown");

    private static DetailViewerFixture house;
    private static String token;
    private static String rows;

    @BeforeAll
    static void start() {
        house = new DetailViewerFixture();
        token = house.ready("");
        rows = DATA + token + "/domains/";
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    // ---- reports ------------------------------------------------------------------------------

    @Test
    void aReportIsMadeOnceAndFoundAgain() {
        String user = house.reader("twice");
        Answer created = house.create(user, ", \"domains\": [\"Shop.Example\"]");
        assertThat(created.status()).isEqualTo(202);
        JsonNode report = created.json();
        assertThat(report.get("search_token").asString()).matches("[A-Za-z0-9]{16}");
        assertThat(created.header("location"))
                .endsWith(REPORTS + report.get("search_token").asString() + "/")
                .isEqualTo(report.get("_links").get("self").asString());
        Answer again =
                house.create(
                        user, ", \"domains\": [\"shop.example\", \"shop.example\"], \"ptr\": \"\"");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("location")).isEqualTo(created.header("location"));
        assertThat(house.service.get(user, REPORTS).json().get("count").asInt()).isEqualTo(1);
    }

    @Test
    void aReportSaysWhatItIsAbout() {
        JsonNode report = house.get(REPORTS + token + "/").json();
        assertThat(report.propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "search_token",
                        "domains",
                        "providers",
                        "start_date",
                        "end_date",
                        "filter_option",
                        "ip_cidr",
                        "country_code",
                        "spf_result",
                        "spf_policy",
                        "dkim_policy",
                        "dkim_result",
                        "dmarc_policy",
                        "rule_number",
                        "spf_domain",
                        "ptr",
                        "override_comment",
                        "created",
                        "expires",
                        "state");
        assertThat(report.get("_links").propertyNames())
                .containsExactly("self", "progress", "domains", "sources", "charts");
        assertThat(report.get("_permissions").valueStream().map(JsonNode::asString))
                .containsExactly("retrieve");
        assertThat(report.get("state").asString()).isEqualTo("ready");
        for (String list :
                List.of(
                        "domains",
                        "providers",
                        "country_code",
                        "spf_result",
                        "dkim_result",
                        "dmarc_policy",
                        "rule_number")) {
            assertThat(report.get(list).isArray() && report.get(list).isEmpty()).as(list).isTrue();
        }
        for (String text :
                List.of(
                        "ip_cidr",
                        "spf_policy",
                        "dkim_policy",
                        "spf_domain",
                        "ptr",
                        "override_comment")) {
            assertThat(report.get(text).asString("none")).as(text).isEmpty();
        }
        JsonNode listed = house.get(REPORTS + "?ordering=created&limit=1").json().at("/results/0");
        assertThat(listed).isEqualTo(report);
    }

    @Test
    void whatIsAskedForIsAnsweredInItsNormalForm() {
        JsonNode report =
                house.create(
                                house.account.apiToken(),
                                """
                                , "domains": ["shop.example"], "providers": ["Postbox ONE"],
                                "ip_cidr": "192.0.2.77/24", "country_code": ["us", "DE", "de"],
                                "spf_result": ["n", "?", "+", "-", "~", "T", "P", "X"],
                                "dkim_result": ["n", "+", "-", "y", "?", "T", "P", "X"],
                                "spf_policy": "p", "dkim_policy": "f",
                                "dmarc_policy": ["r", "?", "n", "q"], "rule_number": [8, 1],
                                "spf_domain": ".Shop.example", "ptr": "MX1.hosts.example",
                                "override_comment": "Known"
                                """)
                        .json();
        Map.of(
                        "domains", "[\"shop.example\"]",
                        "providers", "[\"postbox one\"]",
                        "ip_cidr", "\"192.0.2.0/24\"",
                        "country_code", "[\"DE\",\"US\"]",
                        "spf_policy", "\"p\"",
                        "dkim_policy", "\"f\"",
                        "rule_number", "[1,8]",
                        "spf_domain", "\".shop.example\"",
                        "ptr", "\"mx1.hosts.example\"",
                        "override_comment", "\"known\"")
                .forEach((name, value) ->
                        assertThat(report.get(name).toString()).as(name).isEqualTo(value));
        assertThat(house.texts(report.get("spf_result")))
                .containsExactlyInAnyOrder("n", "?", "+", "-", "~", "T", "P", "X");
        assertThat(house.texts(report.get("dkim_result")))
                .containsExactlyInAnyOrder("n", "+", "-", "y", "?", "T", "P", "X");
        assertThat(house.texts(report.get("dmarc_policy")))
                .containsExactlyInAnyOrder("?", "n", "q", "r");
    }

    @ParameterizedTest
    @CsvSource({
        ".B\u00fccher.example, .xn--bcher-kva.example",
        "b\u00dccher.example., xn--bcher-kva.example",
        "XN--BCHER-KVA.example, xn--bcher-kva.example",
        "Mail_1.Shop.example, mail_1.shop.example",
        "\u00fc b, \u00fc b",
        "..Shop.example, ..shop.example"
    })
    void namesAreAskedForAsRowsHaveThem(String given, String normal) {
        JsonNode report =
                house.create(
                                house.account.apiToken(),
                                ", \"spf_domain\": \"%s\", \"ptr\": \"%s\"".formatted(given, given))
                        .json();
        assertThat(report.get("spf_domain").asString()).isEqualTo(normal);
        assertThat(report.get("ptr").asString()).isEqualTo(normal);
    }

    @Test
    void anyDaysMayBeAskedFor() {
        for (String[] days :
                new String[][] {
                    {"1900-01-01", "9999-12-31"},
                    {"9999-12-31", "9999-12-31"},
                    {"1900-01-01", "1900-01-01"}
                }) {
            String all =
                    house.ready(
                            house.service.send(
                                    "POST",
                                    house.account.apiToken(),
                                    REPORTS,
                                    "{\"start_date\": \"%s\", \"end_date\": \"%s\", \"filter_option\": \"n\"}"
                                            .formatted(days[0], days[1])));
            boolean holds = !days[0].equals(days[1]);
            assertThat(house.items(DATA + all + "/domains/")).hasSize(holds ? ROWS : 0);
            JsonNode charts = house.get(DATA + all + "/charts/").json().get("timeline");
            assertThat(charts.get("1").isEmpty()).isEqualTo(!holds);
            assertThat(house.get(DATA + all + "/sources/").status()).isEqualTo(200);
        }
    }

    // ---- what is refused ----------------------------------------------------------------------

    static Stream<List<String>> refused() {
        return Stream.of(
                List.of("\"end_date\": \"2020-01-01\"", "end_date", "2020-01-01", "start_date"),
                List.of("\"start_date\": \"yesterday\"", "start_date", "yesterday", "YYYY-MM-DD"),
                List.of("\"end_date\": \"2026-02-30\"", "end_date", "2026-02-30", "YYYY-MM-DD"),
                List.of("\"filter_option\": \"z\"", "filter_option", "\"z\"", "n, o, x, d"),
                List.of("\"ip_cidr\": \"192.0.2.0/33\"", "ip_cidr", "192.0.2.0/33", "2001:db8::"),
                List.of("\"ip_cidr\": \"192.0.2.256\"", "ip_cidr", "192.0.2.256", "192.0.2.1"),
                List.of("\"ip_cidr\": \"2001:db8::/129\"", "ip_cidr", "/129", "network"),
                List.of("\"ip_cidr\": \"" + "1".repeat(65) + "\"", "ip_cidr", "65", "64"),
                List.of("\"spf_domain\": \".\"", "spf_domain", "\".\"", "name"),
                List.of("\"ptr\": \"..\"", "ptr", "\"..\"", "name"),
                List.of("\"ip_cidr\": \"shop.example\"", "ip_cidr", "shop.example", "network"),
                List.of(
                        "\"country_code\": [\"DE\", \"DEU\"]",
                        "country_code.1",
                        "DEU",
                        "two-letter"),
                List.of(
                        "\"country_code\": [\"\u00dcS\"]",
                        "country_code.0",
                        "\u00dcS",
                        "two-letter"),
                List.of("\"country_code\": \"DE\"", "country_code", "DE", "a list"),
                List.of("\"spf_result\": [\"+\", \"y\"]", "spf_result.1", "\"y\"", "n, ?, +, -, ~"),
                List.of("\"dkim_result\": [\"~\"]", "dkim_result.0", "\"~\"", "n, +, -, y"),
                List.of("\"dmarc_policy\": [\"none\"]", "dmarc_policy.0", "none", "?, n, q, r"),
                List.of("\"spf_policy\": \"n\"", "spf_policy", "\"n\"", "p, f, empty"),
                List.of("\"dkim_policy\": \"pass\"", "dkim_policy", "pass", "p, f, empty"),
                List.of("\"rule_number\": [0]", "rule_number.0", "0", "1 to 8"),
                List.of("\"rule_number\": [8, 9]", "rule_number.1", "9", "1 to 8"),
                List.of("\"domains\": [\"shop.example\", \"-\"]", "domains.1", "\"-\"", "labels"),
                List.of(
                        "\"domains\": [\"shop.example\", \"none.example\"]",
                        "domains.1",
                        "none.example",
                        "can read"),
                List.of(
                        "\"domains\": [" + repeated("\"shop.example\"", 5_001) + "]",
                        "domains",
                        "5001",
                        "5000"),
                List.of(
                        "\"providers\": [\""
                                + "p".repeat(DetailReportRequest.MAX_PROVIDER + 1)
                                + "\"]",
                        "providers.0",
                        "" + (DetailReportRequest.MAX_PROVIDER + 1),
                        "" + DetailReportRequest.MAX_PROVIDER),
                List.of(
                        "\"ip_cidr\": \"" + "1".repeat(DetailReportRequest.MAX_NETWORK + 1) + "\"",
                        "ip_cidr",
                        "" + (DetailReportRequest.MAX_NETWORK + 1),
                        "" + DetailReportRequest.MAX_NETWORK),
                List.of(
                        "\"providers\": ["
                                + repeated("\"p\"", DetailReportRequest.MAX_PROVIDERS + 1)
                                + "]",
                        "providers",
                        "" + (DetailReportRequest.MAX_PROVIDERS + 1),
                        "" + DetailReportRequest.MAX_PROVIDERS),
                List.of("\"providers\": [\"\"]", "providers.0", "blank", "blank"),
                List.of(
                        "\"spf_domain\": \"" + "s".repeat(DetailReportRequest.MAX_NAME + 1) + "\"",
                        "spf_domain",
                        "" + (DetailReportRequest.MAX_NAME + 1),
                        "" + DetailReportRequest.MAX_NAME),
                List.of(
                        "\"ptr\": \"" + "p".repeat(DetailReportRequest.MAX_NAME + 1) + "\"",
                        "ptr",
                        "" + (DetailReportRequest.MAX_NAME + 1),
                        "" + DetailReportRequest.MAX_NAME),
                List.of(
                        "\"override_comment\": \""
                                + "c".repeat(DetailReportRequest.MAX_COMMENT + 1)
                                + "\"",
                        "override_comment",
                        "" + (DetailReportRequest.MAX_COMMENT + 1),
                        "" + DetailReportRequest.MAX_COMMENT));
    }

    private static String repeated(String item, int times) {
        return String.join(",", IntStream.range(0, times).mapToObj(i -> item).toList());
    }

    @ParameterizedTest
    @MethodSource("refused")
    void badInputIsRefusedByFieldWithTheValueAndWhatIsAllowed(List<String> bad) {
        JsonNode body = refused(bad.getFirst());
        JsonNode texts = body.at("/" + bad.get(1).replace('.', '/'));
        assertThat(texts.isArray()).as(body.toString()).isTrue();
        assertThat(texts.get(0).asString()).contains(bad.get(2), bad.get(3));
    }

    /** What is answered to a body that is right but for one member. */
    private static JsonNode refused(String member) {
        String name = member.substring(0, member.indexOf(':'));
        String body =
                Stream.of(
                                "\"start_date\": \"2026-11-01\"",
                                "\"end_date\": \"2026-11-02\"",
                                "\"filter_option\": \"n\"")
                        .filter(other -> !other.startsWith(name))
                        .collect(Collectors.joining(", ", "{", ", " + member + "}"));
        Answer answer = house.service.send("POST", house.account.apiToken(), REPORTS, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        return answer.json();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start_date", "end_date", "filter_option"})
    void whatIsRequiredMustBeThere(String name) {
        Answer answer = house.service.send("POST", house.account.apiToken(), REPORTS, "{}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/" + name + "/0").asString()).contains("required");
    }

    @Test
    void severalErrorsComeInOneAnswer() {
        JsonNode body =
                house.service
                        .send(
                                "POST",
                                house.account.apiToken(),
                                REPORTS,
                                "{\"start_date\": \"2026-11-02\", \"end_date\": \"2026-11-01\","
                                        + " \"filter_option\": \"n\", \"ip_cidr\": \"x\"}")
                        .json();
        assertThat(body.has("ip_cidr") && body.has("end_date")).as(body.toString()).isTrue();
        JsonNode other = refused("\"spf_policy\": \"x\", \"rule_number\": [9], \"ptr\": [1]");
        assertThat(other.has("spf_policy") && other.has("rule_number") && other.has("ptr"))
                .as(other.toString())
                .isTrue();
    }

    @Test
    void atTheLimitsAReportIsMade() {
        Answer answer =
                house.create(
                        house.account.apiToken(),
                        ", \"providers\": [%s], \"spf_domain\": \"%s\", \"ptr\": \"%s\", \"override_comment\": \"%s\""
                                .formatted(
                                        repeated(
                                                "\""
                                                        + "p"
                                                                .repeat(
                                                                        DetailReportRequest
                                                                                .MAX_PROVIDER)
                                                        + "\"",
                                                DetailReportRequest.MAX_PROVIDERS),
                                        "s".repeat(DetailReportRequest.MAX_NAME),
                                        "." + "p".repeat(DetailReportRequest.MAX_NAME - 1),
                                        "c".repeat(DetailReportRequest.MAX_COMMENT)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }

    // ---- who may read -------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {
                "progress/",
                "domains/",
                "domains/?format=csv",
                "sources/",
                "source/0/",
                "charts/"
            })
    void whoHasNotMadeItDoesNotSeeIt(String data) {
        String other = house.reader("other" + data.replaceAll("[^a-z]", ""));
        assertThat(house.get(DATA + token + "/" + data).status()).isEqualTo(200);
        for (String name :
                List.of(token, "abcdefghijklmnop", "x", "0", "a".repeat(300), "%20", "1%27--")) {
            Answer answer = house.service.get(other, DATA + name + "/" + data);
            assertThat(answer.status()).as(name).isEqualTo(404);
            assertThat(answer.json().get("detail").asString()).isEqualTo("Not found.");
        }
        assertThat(house.service.get(other, REPORTS + token + "/").status()).isEqualTo(404);
        assertThat(house.service.get(other, REPORTS).json().get("count").asInt()).isZero();
    }

    @Test
    void aTokenIsComparedWithItsCase() {
        String turned =
                token.chars()
                        .mapToObj(c ->
                                String.valueOf(
                                        (char)
                                                (Character.isLowerCase(c)
                                                        ? Character.toUpperCase(c)
                                                        : Character.toLowerCase(c))))
                        .collect(Collectors.joining());
        assertThat(house.get(REPORTS + turned + "/").status()).isEqualTo(404);
    }

    // ---- before it is ready -------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "queued, QUEUED, 0, Queued",
        "running, READING, 40, Reading rows",
        "running, STORING, 90, Saving the result"
    })
    void beforeAReportIsReadyOnlyItsProgressAnswers(
            String state, String stage, int progress, String label) {
        String user = house.reader("waiting" + stage);
        String waiting = house.create(user, "").json().get("search_token").asString();
        put(waiting, state, stage, progress, "");
        String data = DATA + waiting + "/";
        JsonNode answer = house.service.get(user, data + "progress/").json();
        assertThat(answer.get("label").asString()).isEqualTo(label);
        assertThat(answer.get("value").asInt()).isEqualTo(progress);
        assertThat(answer.get("state").asString()).isEqualTo(state);
        for (String each :
                List.of("domains/", "domains/?format=csv", "sources/", "source/0/", "charts/")) {
            Answer early = house.service.get(user, data + each);
            assertThat(early.status()).as(each).isEqualTo(404);
            assertThat(early.json().get("detail").asString())
                    .contains("not ready yet", house.service.address() + data + "progress/");
        }
        Answer again = house.create(user, "");
        assertThat(again.status()).isEqualTo(200);
        assertThat(Integer.parseInt(again.header("retry-after"))).isPositive();
        assertThat(again.json().get("state").asString()).isEqualTo(state);
    }

    @Test
    void ofAFailedReportItIsSaidWhy() {
        String user = house.reader("failing");
        String failed = house.create(user, "").json().get("search_token").asString();
        put(failed, "failed", "FAILED", 0, "There are too many rows.");
        String data = DATA + failed + "/";
        JsonNode progress = house.service.get(user, data + "progress/").json();
        assertThat(progress.get("label").asString()).isEqualTo("Failed: There are too many rows.");
        assertThat(progress.get("state").asString()).isEqualTo("failed");
        Answer rowsOfIt = house.service.get(user, data + "domains/");
        assertThat(rowsOfIt.status()).isEqualTo(404);
        assertThat(rowsOfIt.json().get("detail").asString()).contains("There are too many rows.");
    }

    /** Puts a report where a worker of another server has left it for now. */
    private static void put(
            String report, String state, String stage, int progress, String problem) {
        house.sql.execute(
                """
                update detail_report set state = '%s', stage = '%s', progress = %d, problem = '%s',
                    leased_until = now() + interval '1 hour'
                where search_token = '%s'
                """
                        .formatted(
                                state, stage.toLowerCase(Locale.ROOT), progress, problem, report));
    }

    @Test
    void whoHasTheSameAlreadyIsToldSo() {
        for (String data : List.of("progress/", "domains/", "sources/", "source/0/", "charts/")) {
            String path = DATA + token + "/" + data;
            String tag = house.get(path).header("etag");
            assertThat(tag).as(data).startsWith("W/");
            Answer again =
                    house.service.call(
                            "GET",
                            house.account.apiToken(),
                            path,
                            BodyPublishers.noBody(),
                            Map.of("If-None-Match", tag));
            assertThat(again.status()).as(data).isEqualTo(304);
            Answer head =
                    house.service.call(
                            "HEAD",
                            house.account.apiToken(),
                            path,
                            BodyPublishers.noBody(),
                            Map.of());
            assertThat(head.status()).isEqualTo(200);
            Answer options =
                    house.service.call(
                            "OPTIONS",
                            house.account.apiToken(),
                            path,
                            BodyPublishers.noBody(),
                            Map.of());
            assertThat(options.status()).isEqualTo(200);
            assertThat(options.header("allow")).contains("GET").doesNotContain("POST");
        }
        assertThat(house.service.send("POST", house.account.apiToken(), rows, "{}").status())
                .isEqualTo(405);
    }

    @Test
    void theRootKnowsTheReports() {
        assertThat(house.get("/api/v1/").json().get("detail_viewer").asString())
                .isEqualTo(house.service.address() + REPORTS);
    }

    // ---- sources, servers, charts -------------------------------------------------------------

    @Test
    void theSourcesAndTheirLinksAddUpToTheRows() {
        JsonNode sources = house.sources(token);
        assertThat(sources.propertyNames()).containsExactlyElementsOf(ARRAYS);
        long all = 0;
        for (int i = 0; i < ARRAYS.size(); i++) {
            List<JsonNode> ofCategory = sources.get(ARRAYS.get(i)).valueStream().toList();
            assertThat(ofCategory).as(ARRAYS.get(i)).isNotEmpty();
            for (JsonNode source : ofCategory) {
                long messages = house.messageCount(source);
                all += messages;
                JsonNode ofSource = house.follow(source, "domains");
                assertThat(house.sum(ofSource.get("results").valueStream())).isEqualTo(messages);
                JsonNode servers = house.follow(source, "source");
                assertThat(house.sum(servers.get("results").valueStream())).isEqualTo(messages);
                for (JsonNode server : servers.get("results")) {
                    assertThat(
                                    house.sum(
                                            house.follow(server, "domains")
                                                    .get("results")
                                                    .valueStream()))
                            .isEqualTo(house.messageCount(server));
                }
            }
        }
        assertThat(all).isEqualTo(MESSAGES);
    }

    @Test
    void theChartsHaveTheDaysWithMessages() {
        assertThat(house.get(DATA + token + "/charts/").json().toString())
                .isEqualTo(
                        """
                        {"timeline":{"1":[{"date":"%1$s","message_count":190},\
                        {"date":"%2$s","message_count":80}],\
                        "2":[{"date":"%1$s","message_count":7}],\
                        "3":[{"date":"%1$s","message_count":5}],\
                        "4":[{"date":"%1$s","message_count":3},\
                        {"date":"%2$s","message_count":9}]}}\
                        """
                                .formatted(house.firstDay, house.secondDay));
    }
}
