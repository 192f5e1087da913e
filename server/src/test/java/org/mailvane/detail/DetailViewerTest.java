package org.mailvane.detail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detail.DetailViewerFixture.DATA;
import static org.mailvane.detail.DetailViewerFixture.MESSAGES;
import static org.mailvane.detail.DetailViewerFixture.REPORTS;
import static org.mailvane.detail.DetailViewerFixture.ROWS;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.junit.jupiter.params.provider.EnumSource;
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

    private static long sum(Stream<JsonNode> items) {
        return items.mapToLong(DetailViewerTest::messageCount).sum();
    }

    private static JsonNode sources() {
        return house.get(DATA + token + "/sources/").json();
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
        assertThat(texts(report.get("spf_result")))
                .containsExactlyInAnyOrder("n", "?", "+", "-", "~", "T", "P", "X");
        assertThat(texts(report.get("dkim_result")))
                .containsExactlyInAnyOrder("n", "+", "-", "y", "?", "T", "P", "X");
        assertThat(texts(report.get("dmarc_policy"))).containsExactlyInAnyOrder("?", "n", "q", "r");
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

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
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
                List.of("\"country_code\": [\"\u00dcS\"]", "country_code.0", "\u00dcS", "letters"),
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

    // ---- rows ---------------------------------------------------------------------------------

    @Test
    void theRowsAreThoseOfTheReports() {
        JsonNode list = house.get(rows).json();
        assertThat(list.get("count").asInt()).isEqualTo(ROWS);
        assertThat(list.get("_permissions").valueStream().map(JsonNode::asString))
                .containsExactly("list");
        List<JsonNode> items = list.get("results").valueStream().toList();
        assertThat(sum(items.stream())).isEqualTo(MESSAGES);
        assertThat(items.stream().mapToLong(DetailViewerTest::messageCount))
                .as("those with the most messages first")
                .containsExactly(120L, 80L, 40L, 30L, 9L, 7L, 5L, 3L);
    }

    @Test
    void aRowHasAllItsMembers() {
        JsonNode row = row("203.0.113.9");
        assertThat(row.propertyNames())
                .containsExactly(
                        "_links",
                        "from_domain",
                        "ip",
                        "ptr",
                        "country_code",
                        "country_name",
                        "policy_applied",
                        "override_reason",
                        "dkim_policy",
                        "dkim_raw",
                        "dkim_domain",
                        "spf_policy",
                        "spf_raw",
                        "spf_domain",
                        "seen_by",
                        "source_label",
                        "dkim_result",
                        "dkim_policy_result",
                        "spf_result",
                        "spf_policy_result",
                        "comment",
                        "dkim_selectors_text",
                        "message_count",
                        "dkim_selectors",
                        "envelope_to",
                        "envelope_from",
                        "policy_domain",
                        "source_number",
                        "category",
                        "rule_number",
                        "policy_applied_text",
                        "ptr_confirmed",
                        "flags");
        Map.of(
                        "from_domain", "shop.example",
                        "override_reason", "forwarded",
                        "comment", "=1+1",
                        "policy_applied", "n",
                        "policy_applied_text", "none",
                        "seen_by", "Postbox One",
                        "ptr", "",
                        "country_code", "",
                        "country_name", "",
                        "policy_domain", "shop.example")
                .forEach((name, value) ->
                        assertThat(row.get(name).asString()).as(name).isEqualTo(value));
        Map.of(
                        "dkim_policy", "f",
                        "dkim_raw", "-",
                        "dkim_result", "fail",
                        "dkim_policy_result", "unaligned",
                        "spf_policy", "f",
                        "spf_raw", "-",
                        "spf_result", "fail",
                        "spf_policy_result", "unaligned",
                        "dkim_domain", "shop.example",
                        "spf_domain", "shop.example")
                .forEach((name, value) ->
                        assertThat(row.get(name).asString()).as(name).isEqualTo(value));
        assertThat(row.get("category").asInt()).isEqualTo(3);
        assertThat(row.get("rule_number").asInt()).isEqualTo(4);
        assertThat(texts(row.get("dkim_selectors"))).containsExactly("s1");
        assertThat(row.get("dkim_selectors_text").asString()).isEqualTo("s1");
        assertThat(row.get("flags").isEmpty()).isTrue();
    }

    private static JsonNode row(String address) {
        return house.items(rows).stream()
                .filter(item -> item.get("ip").asString().equals(address))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRowShowsWhatIsKnownOfItsAddress() {
        JsonNode known = row("192.0.2.11");
        assertThat(known.get("ptr").asString()).isEqualTo("mx2.hosts.example");
        assertThat(known.get("ptr_confirmed").asBoolean()).isTrue();
        assertThat(known.get("country_code").asString()).isEqualTo("DE");
        assertThat(known.get("country_name").asString()).isEqualTo("Germany");
        assertThat(known.get("source_label").asString()).isEqualTo("hosts.example");
        assertThat(known.get("category").asInt()).isEqualTo(1);
        assertThat(known.get("spf_policy").asString()).isEqualTo("p");
        assertThat(known.get("spf_policy_result").asString()).isEqualTo("aligned");
        assertThat(known.get("spf_result").asString()).isEqualTo("pass");
        JsonNode lying = row("198.51.100.7");
        assertThat(lying.get("ptr").asString()).isEqualTo("liar.example");
        assertThat(lying.get("ptr_confirmed").asBoolean()).isFalse();
        assertThat(lying.get("country_name").asString()).isEqualTo("United States");
        assertThat(lying.get("policy_applied").asString()).isEqualTo("r");
        assertThat(lying.get("policy_applied_text").asString()).isEqualTo("reject");
        assertThat(lying.get("source_label").asString()).isEqualTo("Unnamed servers");
        JsonNode own = row("203.0.113.200");
        assertThat(own.get("source_label").asString()).isEqualTo("Scanners");
        assertThat(own.get("category").asInt()).isEqualTo(2);
        assertThat(own.get("policy_applied").asString()).isEqualTo("q");
    }

    @Test
    void everyLinkOfARowAnswers() {
        for (JsonNode row : house.items(rows)) {
            JsonNode why = house.follow(row, "explain");
            assertThat(why.get("ip").asString()).isEqualTo(row.get("ip").asString());
            assertThat(why.get("domain").asString()).endsWith("shop.example");
            assertThat(sum(house.follow(row, "source").get("results").valueStream()))
                    .isGreaterThanOrEqualTo(messageCount(row));
        }
    }

    @ParameterizedTest
    @EnumSource(RowOrder.class)
    void rowsComeInEveryOrder(RowOrder order) {
        String name = order.name().toLowerCase(Locale.ROOT);
        List<String> up = shown(house.items(rows + "?ordering=" + name), name);
        List<String> down = shown(house.items(rows + "?ordering=-" + name), name);
        assertThat(up).hasSize(ROWS);
        assertThat(down).isEqualTo(new ArrayList<>(up).reversed());
        if (order == RowOrder.IP) {
            assertThat(up.getLast()).isEqualTo("2001:db8::7");
        } else if (order == RowOrder.MESSAGE_COUNT) {
            assertThat(up.getFirst()).isEqualTo("3");
        } else if (order != RowOrder.POLICY_APPLIED) {
            assertThat(up).isSortedAccordingTo(Comparator.naturalOrder());
        }
    }

    @Test
    void rowsCanBeOrderedByAllFieldsTogether() {
        String all =
                Stream.of(RowOrder.values())
                        .map(order -> "-" + order.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(","));
        assertThat(house.items(rows + "?ordering=" + all)).hasSize(ROWS);
    }

    private static List<String> shown(List<JsonNode> items, String order) {
        String member =
                switch (order) {
                    case "reason" -> "override_reason";
                    case "spf_d" -> "spf_domain";
                    case "dkim_d" -> "dkim_domain";
                    default -> order;
                };
        return items.stream().map(item -> item.get(member).asString()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "category=1, 270",
        "category=2, 7",
        "category=3, 5",
        "category=4, 12",
        "source_number=0, 17",
        "source_number=0&category=4, 12",
        "source_number=77, 0",
        "ptr_org=hosts.example, 270",
        "ptr_org=HOSTS.example&category=1, 270",
        "ptr_org=mx1.hosts.example, 0",
        "ptr_org=liar.example, 0",
        "ptr_org=no confirmed name, 24",
        "ptr_org=, 294",
        "unknown=1, 294"
    })
    void rowsCanBeChosen(String query, long messages) {
        String path = rows + "?" + query.replace(" ", "+");
        List<JsonNode> items = house.items(path);
        assertThat(sum(items.stream())).isEqualTo(messages);
        assertThat(house.get(path).json().get("count").asInt()).isEqualTo(items.size());
    }

    @ParameterizedTest
    @CsvSource({
        "ordering=country, ordering, 'message_count, from_domain, ip, ptr, reason'",
        "category=5, category, from 1 to 4",
        "category=x, category, from 1 to 4",
        "source_number=x, source_number, a whole number",
        "limit=0, limit, from 1",
        "format=xml, format, 'csv, json'"
    })
    void aBadParameterIsRefused(String query, String field, String allowed) {
        Answer answer = house.get(rows + "?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get(field).toString()).contains(allowed);
    }

    @Test
    void aPartOfAServersNameIsNotLongerThanANameCanBe() {
        assertThat(house.get(rows + "?ptr_org=" + "p".repeat(254)).status()).isEqualTo(200);
        assertThat(house.get(rows + "?ptr_org=" + "p".repeat(255)).json().has("ptr_org")).isTrue();
        String servers = DATA + token + "/source/0/?search=";
        assertThat(house.get(servers + "p".repeat(254)).status()).isEqualTo(200);
        assertThat(house.get(servers + "p".repeat(255)).json().has("search")).isTrue();
    }

    @Test
    void pagesFollowEachOtherAndEnd() {
        JsonNode first = house.get(rows + "?limit=5&ordering=ip").json();
        assertThat(first.get("results").size()).isEqualTo(5);
        JsonNode second = house.follow(first, "next");
        assertThat(second.get("results").size()).isEqualTo(ROWS - 5);
        assertThat(second.at("/results/2/ip").asString()).isEqualTo("2001:db8::7");
        assertThat(second.get("_links").get("next").isNull()).isTrue();
        Answer past = house.get(rows + "?limit=5&page=3");
        assertThat(past.status()).isEqualTo(404);
        assertThat(past.json().get("detail").asString()).isEqualTo("Invalid page.");
        assertThat(house.get(DATA + token + "/source/0/?page=2").status()).isEqualTo(404);
    }

    // ---- CSV and the rest of HTTP -------------------------------------------------------------

    @Test
    void asCsvTheColumnsThatPeopleKnowStandFirst() {
        Answer answer = house.get(rows + "?format=csv&ordering=message_count");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).startsWith("text/csv");
        List<String> lines = answer.text().lines().toList();
        assertThat(lines).hasSize(1 + ROWS);
        assertThat(lines.getFirst())
                .startsWith(
                        "Header-From,IP,PTR,CC,Count,Policy-Applied,OverrideReason,DKIM_Alignment,"
                                + "DKIM_Result,DKIM_Domain,SPF_Alignment,SPF_Result,SPF_Domain,"
                                + "country_name,policy_applied,");
        assertThat(lines.get(1))
                .startsWith(
                        "shop.example,198.51.100.7,liar.example,US,3,reject,,unaligned,fail,"
                                + "shop.example,unaligned,fail,shop.example,United States,r,");
        assertThat(lines.get(2))
                .startsWith("shop.example,203.0.113.9,,,5,none,forwarded,")
                .contains(",'=1+1,");
        assertThat(house.get(rows + "?format=csv&limit=2&page=2").text().lines()).hasSize(3);
        String servers = DATA + token + "/source/0/?format=csv";
        assertThat(house.get(servers).text().lines().findFirst().orElseThrow())
                .isEqualTo(
                        "server_name,header_froms,message_count,ip_count,spf_count,dkim_count,"
                                + "dmarc_count,dmarc_compliance");
        assertThat(house.get(REPORTS + "?format=csv").text()).contains(token);
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
        JsonNode sources = sources();
        assertThat(sources.propertyNames()).containsExactlyElementsOf(ARRAYS);
        long all = 0;
        for (int i = 0; i < ARRAYS.size(); i++) {
            List<JsonNode> ofCategory = sources.get(ARRAYS.get(i)).valueStream().toList();
            assertThat(ofCategory).as(ARRAYS.get(i)).isNotEmpty();
            for (JsonNode source : ofCategory) {
                long messages = messageCount(source);
                all += messages;
                JsonNode ofSource = house.follow(source, "domains");
                assertThat(sum(ofSource.get("results").valueStream())).isEqualTo(messages);
                JsonNode servers = house.follow(source, "source");
                assertThat(sum(servers.get("results").valueStream())).isEqualTo(messages);
                for (JsonNode server : servers.get("results")) {
                    assertThat(sum(house.follow(server, "domains").get("results").valueStream()))
                            .isEqualTo(messageCount(server));
                }
            }
        }
        assertThat(all).isEqualTo(MESSAGES);
    }

    @Test
    void aCapableSourceShowsItsShares() {
        JsonNode source = sources().get("dmarc_capable").get(0);
        Map.of(
                        "name", "\"hosts.example\"",
                        "slug", "\"hosts-example\"",
                        "rule_number", "7",
                        "message_count", "270",
                        "is_custom_source", "false",
                        "spf_count", "270",
                        "spf_percentage", "100.0",
                        "dkim_count", "240",
                        "dkim_percentage", "88.9",
                        "dmarc_text", "\"100.0%\"")
                .forEach((name, value) ->
                        assertThat(source.get(name).toString()).as(name).isEqualTo(value));
        assertThat(source.get("spf_text").asString()).isEqualTo("100.0%");
        assertThat(source.get("dkim_text").asString()).isEqualTo("88.9%");
        assertThat(source.get("capabilities").get("capable_spf").asBoolean()).isTrue();
    }

    @Test
    void theOthersShowWhatMattersOfThem() {
        JsonNode sources = sources();
        JsonNode own = sources.get("non_compliant").get(0);
        assertThat(own.propertyNames())
                .containsExactly(
                        "_links",
                        "name",
                        "number",
                        "rule_number",
                        "message_count",
                        "slug",
                        "is_custom_source");
        assertThat(own.get("name").asString()).isEqualTo("Scanners");
        assertThat(own.get("is_custom_source").asBoolean()).isTrue();
        JsonNode forwarder = sources.get("forwarders").get(0);
        assertThat(forwarder.get("rule_number").asInt()).isEqualTo(4);
        assertThat(forwarder.get("dmarc_percentage").decimalValue()).isZero();
        assertThat(forwarder.get("dkim_count").asInt()).isZero();
        assertThat(forwarder.get("dkim_text").asString()).isEqualTo("0.0%");
        assertThat(forwarder.get("dkim_explanation_title").asString())
                .isEqualTo("The signature does not survive");
        assertThat(forwarder.get("dkim_explanation").asString()).isNotBlank();
        assertThat(forwarder.get("notes_fwd").asString()).contains("passed on");
        JsonNode threat = sources.get("threat_unknown").get(0);
        Map.of(
                        "message_count", "12",
                        "no_policy_count", "9",
                        "no_policy_percentage", "75.0",
                        "quarantine_count", "0",
                        "quarantine_percentage", "0.0",
                        "reject_count", "3",
                        "reject_percentage", "25.0",
                        "unknown_count", "0",
                        "unknown_percentage", "0.0",
                        "rule_number", "8")
                .forEach((name, value) ->
                        assertThat(threat.get(name).toString()).as(name).isEqualTo(value));
        assertThat(threat.get("notes_dmarc").asString()).isNotBlank();
    }

    @Test
    void theServersOfASourceCanBeSearchedAndOrdered() {
        int number = sources().get("dmarc_capable").get(0).get("number").asInt();
        String servers = DATA + token + "/source/" + number + "/";
        JsonNode only = house.items(servers).getFirst();
        assertThat(only.get("server_name").asString()).isEqualTo("hosts.example");
        assertThat(only.get("header_froms").asInt()).isEqualTo(2);
        assertThat(only.get("ip_count").asInt()).isEqualTo(2);
        assertThat(only.get("dmarc_count").asInt()).isEqualTo(270);
        assertThat(only.get("dmarc_compliance").asString()).isEqualTo("100.0%");
        assertThat(house.items(servers + "?search=HOSTS")).hasSize(1);
        assertThat(house.items(servers + "?search=nobody")).isEmpty();
        assertThat(house.items(servers + "?category=4")).isEmpty();
        for (String name : List.of("message_count", "server_name", "ip_count")) {
            assertThat(house.get(servers + "?ordering=" + name + ",-" + name).status())
                    .isEqualTo(200);
        }
        Answer refused = house.get(servers + "?ordering=name");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("ordering").toString())
                .contains("message_count, server_name, ip_count");
        String none = DATA + token + "/source/";
        for (String other : List.of("77", "-1", "0x0", "x", "99999999999", "1".repeat(30))) {
            assertThat(house.get(none + other + "/").status()).as(other).isEqualTo(404);
        }
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

    private static long messageCount(JsonNode item) {
        return item.get("message_count").asLong();
    }
}
