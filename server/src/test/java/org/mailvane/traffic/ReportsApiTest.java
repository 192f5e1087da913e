package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.traffic.TrustFixture.Person;
import org.mailvane.traffic.received.ReceivedReports;
import org.mailvane.traffic.received.ReportDecision;
import tools.jackson.databind.JsonNode;

/** The API's list of stored reports, and what people decide on them. */
class ReportsApiTest {

    private static TrustFixture house;
    private Person owner;

    @BeforeAll
    static void start() {
        house = new TrustFixture();
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = house.account("r" + test.getDisplayName().hashCode());
    }

    private static SampleReport report(String domain, String id) {
        return TrustFixture.report(domain, id, "Postbox One");
    }

    private static String path(JsonNode report) {
        return "reports/" + report.get("id").asLong() + "/";
    }

    private static List<String> ids(List<JsonNode> reports) {
        return reports.stream().map(report -> report.get("report_id").asString()).toList();
    }

    @Test
    void reportIsShownWithAllThatIsKnownOfIt() {
        long imported =
                owner.upload(
                        report("shop.example", "r-1")
                                .record("192.0.2.1", 7, "none", true, true)
                                .record("192.0.2.2", 3, "reject", false, false)
                                .xml());
        JsonNode report = owner.items("reports/").getFirst();
        assertThat(report.get("domain").asString()).isEqualTo("shop.example");
        assertThat(report.at("/reporter/name").asString()).isEqualTo("Postbox One");
        assertThat(report.at("/reporter/id").asLong())
                .isEqualTo(owner.items("reporters/").getFirst().get("id").asLong());
        assertThat(report.get("report_id").asString()).isEqualTo("r-1");
        assertThat(report.get("begin").asString()).isEqualTo("2026-11-18T00:00:00Z");
        assertThat(report.get("end").asString()).isEqualTo("2026-11-18T23:59:59Z");
        assertThat(report.get("records").asLong()).isEqualTo(2);
        assertThat(report.get("messages").asLong()).isEqualTo(10);
        assertThat(report.get("authentication").toString())
                .isEqualTo(
                        "{\"result\":\"verified\",\"domain\":\"\",\"mechanism\":\"person\",\"detail\":\"handed_over\"}");
        assertThat(report.get("held").asBoolean()).isFalse();
        assertThat(report.get("held_reasons")).isEmpty();
        assertThat(report.get("ignored").asBoolean()).isFalse();
        assertThat(report.get("import_id").asLong()).isEqualTo(imported);
        assertThat(report.get("_permissions").valueStream().map(JsonNode::asString).toList())
                .containsExactly("partial_update", "retrieve");
        assertThat(owner.json(path(report)).toString()).isEqualTo(report.toString());
        for (JsonNode link : report.get("_links")) {
            String local = link.asString().substring(link.asString().indexOf("/api/v1/") + 8);
            assertThat(owner.get(local).status()).as(local).isEqualTo(200);
        }
        JsonNode entry = owner.items("imports/" + imported + "/entries/").getFirst();
        assertThat(entry.at("/authentication/mechanism").asString()).isEqualTo("person");
        assertThat(owner.get("reports/?format=csv").text().lines().findFirst())
                .hasValueSatisfying(head -> assertThat(head).contains("reporter.name", "held"));
    }

    @Test
    void ignoredReportCountsNowhereAndThenAsBefore() {
        owner.upload(
                report("shop.example", "r-1")
                        .record("192.0.2.1", 7, "none", true, true)
                        .record("192.0.2.2", 3, "reject", false, false)
                        .xml());
        owner.upload(
                report("shop.example", "r-2").record("192.0.2.3", 5, "none", true, true).xml());
        house.settle();
        String before = owner.figures();
        assertThat(before).contains("192.0.2.1", "192.0.2.3");
        JsonNode report = owner.reportOf("r-1");

        Answer ignored = owner.patch(path(report), "{\"ignored\": true}");
        assertThat(ignored.status()).as(ignored.text()).isEqualTo(200);
        assertThat(ignored.json().get("ignored").asBoolean()).isTrue();
        assertThat(ignored.json().get("held").asBoolean()).isTrue();
        assertThat(ignored.json().get("held_reasons").toString()).isEqualTo("[\"ignored\"]");
        house.settle();
        assertThat(owner.figures()).doesNotContain("192.0.2.1", "192.0.2.2").contains("192.0.2.3");
        assertThat(owner.items("sources/").stream().mapToLong(s -> s.get("message_count").asLong()))
                .containsExactly(5L);
        JsonNode domain = owner.items("domains/").getFirst();
        assertThat(
                        domain.get("count_dmarc_capable").asLong()
                                + domain.get("count_threat_other").asLong())
                .isEqualTo(5);
        assertThat(ids(owner.items("reports/?held=true&ignored=true"))).containsExactly("r-1");

        owner.patch(path(report), "{\"ignored\": false}");
        house.settle();
        assertThat(owner.figures()).isEqualTo(before);
        assertThat(owner.json(path(report)).toString()).isEqualTo(report.toString());
    }

    @Test
    void heldReportIsReleasedButNotHeldByHand() {
        owner.upload(
                report("shop.example", "first").record("192.0.2.1", 1, "none", true, true).xml());
        owner.mail(
                "reports@stranger.example",
                TrustFixture.report("shop.example", "huge", "Stranger")
                        .record("192.0.2.9", 2_000_000_000, "none", true, true));
        house.settle();
        JsonNode held = owner.reportOf("huge");
        assertThat(held.get("held").asBoolean()).isTrue();
        assertThat(held.get("held_reasons").valueStream().map(JsonNode::asString).toList())
                .contains("count");
        assertThat(held.at("/authentication/result").asString()).isEqualTo("unverified");
        assertThat(owner.figures()).doesNotContain("192.0.2.9");

        Answer byHand = owner.patch(path(held), "{\"held\": true}");
        assertThat(byHand.status()).isEqualTo(400);
        assertThat(byHand.json().at("/held/0").asString()).contains("\"ignored\": true");
        assertThat(owner.patch(path(held), "{\"held\": false, \"ignored\": true}").status())
                .isEqualTo(400);
        assertThat(owner.reportOf("huge").toString()).isEqualTo(held.toString());

        Answer released = owner.patch(path(held), "{\"held\": false}");
        assertThat(released.json().get("held").asBoolean()).isFalse();
        assertThat(released.json().get("held_reasons")).isEmpty();
        house.settle();
        assertThat(owner.figures()).contains("192.0.2.9");

        owner.patch(path(held), "{\"ignored\": true}");
        Answer stillIgnored = owner.patch(path(held), "{\"held\": false}");
        assertThat(stillIgnored.status()).isEqualTo(400);
        assertThat(stillIgnored.json().at("/held/0").asString()).contains("\"ignored\": false");
        assertThat(
                        owner.patch(path(held), "{\"held\": false, \"ignored\": false}")
                                .json()
                                .get("held")
                                .asBoolean())
                .isFalse();

        owner.patch(
                "reporters/" + held.at("/reporter/id").asLong() + "/", "{\"trust\": \"ignored\"}");
        JsonNode ofIgnored = owner.reportOf("huge");
        assertThat(ofIgnored.get("held_reasons").toString()).isEqualTo("[\"reporter_ignored\"]");
        assertThat(owner.patch(path(held), "{\"held\": false}").json().at("/held/0").asString())
                .contains("reporter");
    }

    @Test
    void listIsFilteredOrderedAndPaged() {
        long first =
                owner.upload(
                        report("shop.example", "a")
                                .record("192.0.2.1", 9, "none", true, true)
                                .xml());
        owner.upload(
                SampleReport.about("news.example")
                        .from("Other")
                        .id("b")
                        .period("2026-11-10T00:00:00Z", "2026-11-12T00:00:00Z")
                        .record("192.0.2.1", 30, "none", true, true)
                        .xml());
        owner.mail(
                "reports@stranger.example",
                TrustFixture.report("shop.example", "c", "Stranger")
                        .record("192.0.2.1", 20, "none", true, true));
        // The same file again brings nothing, and its import has no report.
        long again =
                owner.upload(
                        report("shop.example", "a")
                                .record("192.0.2.1", 9, "none", true, true)
                                .xml());
        assertThat(again).isNotEqualTo(first);
        assertThat(ids(owner.items("reports/"))).containsExactly("c", "b", "a");
        assertThat(ids(owner.items("reports/?ordering=messages"))).containsExactly("a", "c", "b");
        assertThat(ids(owner.items("reports/?ordering=-begin,-received")))
                .containsExactly("c", "a", "b");
        assertThat(ids(owner.items("reports/?limit=1&page=2"))).containsExactly("b");
        assertThat(ids(owner.items("reports/?domain=SHOP"))).containsExactly("c", "a");
        assertThat(ids(owner.items("reports/?domain_exact=news.example"))).containsExactly("b");
        assertThat(ids(owner.items("reports/?domain_exact=example"))).isEmpty();
        assertThat(ids(owner.items("reports/?import_id=" + first))).containsExactly("a");
        assertThat(ids(owner.items("reports/?import_id=" + again))).isEmpty();
        assertThat(ids(owner.items("reports/?authentication=verified"))).containsExactly("b", "a");
        assertThat(ids(owner.items("reports/?authentication=unverified"))).containsExactly("c");
        assertThat(ids(owner.items("reports/?authentication=failed"))).isEmpty();
        assertThat(ids(owner.items("reports/?held=false&ignored=0"))).hasSize(3);
        assertThat(ids(owner.items("reports/?held=true"))).isEmpty();
        long stranger = owner.reportOf("c").at("/reporter/id").asLong();
        assertThat(ids(owner.items("reports/?reporter_id=" + stranger))).containsExactly("c");
        assertThat(ids(owner.items("reports/?begin=2026-11-11&end=2026-11-11")))
                .containsExactly("b");
        assertThat(ids(owner.items("reports/?begin=2026-11-12"))).containsExactly("c", "a");
        assertThat(ids(owner.items("reports/?end=2026-11-10"))).containsExactly("b");
        assertThat(owner.get("reports/?begin=2026-11-12&end=2026-11-11").json().has("end"))
                .isTrue();
        // Pages that go on where the last one ended, as those of a file do.
        assertThat(owner.get("reports/?format=csv").text().lines()).hasSize(4);
        assertThat(owner.get("reports/?format=csv&domain=shop").text().lines()).hasSize(3);
    }

    @Test
    void internationalDomainIsFoundAsPeopleWriteIt() {
        owner.upload(
                report("xn--bcher-kva.example", "d")
                        .record("192.0.2.1", 1, "none", true, true)
                        .xml());
        for (String name : List.of("domain", "domain_exact")) {
            assertThat(ids(owner.items("reports/?" + name + "=B%C3%BCcher.example")))
                    .containsExactly("d");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "held, maybe",
        "ignored, 2",
        "authentication, forged",
        "reporter_id, x",
        "import_id, 1.5",
        "begin, today",
        "ordering, domain"
    })
    void wrongFilterIsRefusedByItsName(String name, String value) {
        Answer answer = owner.get("reports/?" + name + "=" + value);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().has(name)).as(answer.text()).isTrue();
    }

    @Test
    void whoSeesSomeGroupsOnlySeesTheirReportsAndDecidesOnNone() {
        owner.upload(report("shop.example", "a").record("192.0.2.1", 9, "none", true, true).xml());
        owner.upload(report("news.example", "b").record("192.0.2.1", 4, "none", true, true).xml());
        Person reader = owner.reader("reader", "news.example");
        assertThat(ids(reader.items("reports/"))).containsExactly("b");
        assertThat(ids(reader.items("reports/?domain=shop"))).isEmpty();
        JsonNode seen = reader.reportOf("b");
        assertThat(seen.get("_permissions").toString()).isEqualTo("[\"retrieve\"]");
        assertThat(seen.get("_links").has("import")).as("imports are for admins").isFalse();
        String hidden = path(owner.reportOf("a"));
        assertThat(reader.get(hidden).status()).isEqualTo(404);
        assertThat(reader.patch(hidden, "{\"ignored\": true}").status()).isEqualTo(404);
        assertThat(reader.patch(path(seen), "{\"ignored\": true}").status()).isEqualTo(403);
        assertThat(house.account("stranger").get(hidden).status()).isEqualTo(404);
    }

    @Test
    void reportsOfAnImportAreIgnoredSomeAtATime() {
        long imported =
                owner.upload(
                        report("shop.example", "a")
                                .record("192.0.2.1", 9, "none", true, true)
                                .xml());
        house.sql.execute(
                """
                insert into report overriding system value
                select (jsonb_populate_record(r, jsonb_build_object(
                    'id', nextval(pg_get_serial_sequence('report', 'id')),
                    'report_id', 'copy-' || n))).*
                from report r, generate_series(1, %d) n where r.account_id = %d
                """
                        .formatted(ReceivedReports.CHUNK, owner.account));
        int all = ReceivedReports.CHUNK + 1;
        assertThat(owner.json("reports/?import_id=" + imported).get("count").asInt())
                .isEqualTo(all);
        ReceivedReports reports = house.service.part(ReceivedReports.class);
        Scope scope = Scope.ofAccount(owner.account);
        reports.decideOnImport(scope, imported, ReportDecision.ignore(true));
        assertThat(owner.json("reports/?held=true").get("count").asInt()).isEqualTo(all);
        reports.decideOnImport(scope, imported, ReportDecision.ignore(false));
        assertThat(owner.json("reports/?held=false&ignored=false").get("count").asInt())
                .isEqualTo(all);
    }

    @Test
    void conflictLeadsToTheStoredReport() {
        owner.upload(report("shop.example", "a").record("192.0.2.1", 9, "none", true, true).xml());
        long second =
                owner.upload(
                        report("shop.example", "a")
                                .record("192.0.2.7", 2, "none", true, true)
                                .xml());
        JsonNode reason =
                owner.items("imports/" + second + "/entries/").getFirst().at("/reasons/0");
        assertThat(reason.get("code").asString()).isEqualTo("different_content");
        assertThat(reason.at("/_links/stored_report").asString())
                .endsWith("/api/v1/" + path(owner.reportOf("a")));
    }

    @Test
    void detailRowLeadsToTheReportsThatItMayComeFrom() {
        owner.upload(report("shop.example", "a").record("192.0.2.1", 9, "none", true, true).xml());
        owner.upload(report("news.example", "b").record("192.0.2.2", 9, "none", true, true).xml());
        house.settle();
        for (JsonNode row : owner.details().get("results")) {
            String link = row.at("/_links/report").asString();
            String local = link.substring(link.indexOf("/api/v1/") + "/api/v1/".length());
            assertThat(ids(owner.items(local)))
                    .containsExactly(
                            row.get("policy_domain").asString().equals("shop.example") ? "a" : "b");
        }
    }
}
