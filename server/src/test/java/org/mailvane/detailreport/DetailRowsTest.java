package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detailreport.DetailViewerFixture.DATA;
import static org.mailvane.detailreport.DetailViewerFixture.MESSAGES;
import static org.mailvane.detailreport.DetailViewerFixture.REPORTS;
import static org.mailvane.detailreport.DetailViewerFixture.ROWS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.detailreport.query.RowOrder;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The rows of reports of the detail viewer, as clients see them. */
@Tag("slow")
class DetailRowsTest {

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

    // ---- rows ---------------------------------------------------------------------------------

    @Test
    void theRowsAreThoseOfTheReports() {
        JsonNode list = house.get(rows).json();
        assertThat(list.get("count").asInt()).isEqualTo(ROWS);
        assertThat(list.get("_permissions").valueStream().map(JsonNode::asString))
                .containsExactly("list");
        List<JsonNode> items = list.get("results").valueStream().toList();
        assertThat(house.sum(items.stream())).isEqualTo(MESSAGES);
        assertThat(items.stream().mapToLong(house::messageCount))
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
        assertThat(house.texts(row.get("dkim_selectors"))).containsExactly("s1");
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
            assertThat(house.sum(house.follow(row, "source").get("results").valueStream()))
                    .isGreaterThanOrEqualTo(house.messageCount(row));
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
        assertThat(house.sum(items.stream())).isEqualTo(messages);
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
    void aCapableSourceShowsItsShares() {
        JsonNode source = house.sources(token).get("dmarc_capable").get(0);
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
        JsonNode sources = house.sources(token);
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
        assertThat(forwarder.get("notes_fwd").asString()).contains("forwarded");
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
        int number = house.sources(token).get("dmarc_capable").get(0).get("number").asInt();
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
}
