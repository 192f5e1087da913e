package org.mailvane.reporters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.traffic.TrustFixture;
import org.mailvane.traffic.TrustFixture.Person;
import tools.jackson.databind.JsonNode;

/** The API's list of reporters, and how far people trust them. */
class ReportersApiTest {

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
        owner = house.account("p" + test.getDisplayName().hashCode());
        owner.upload(
                TrustFixture.report("shop.example", "a", "Postbox One")
                        .record("192.0.2.1", 9, "none", true, true)
                        .xml());
        owner.mail(
                "reports@postbox-one.example",
                TrustFixture.report("news.example", "b", "Postbox One")
                        .record("192.0.2.2", 4, "none", true, true));
        owner.upload(
                TrustFixture.report("news.example", "b", "Postbox One")
                        .record("192.0.2.2", 4, "none", true, true)
                        .xml());
        owner.mail(
                "reports@stranger.example",
                TrustFixture.report("shop.example", "c", "Stranger")
                        .record("192.0.2.3", 50, "none", true, true));
        house.settle();
    }

    private JsonNode reporter(Person person, String name) {
        return person.items("reporters/").stream()
                .filter(reporter -> reporter.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String path(JsonNode reporter) {
        return "reporters/" + reporter.get("id").asLong() + "/";
    }

    private static List<String> names(List<JsonNode> reporters) {
        return reporters.stream().map(reporter -> reporter.get("name").asString()).toList();
    }

    @Test
    void reporterIsShownWithFiguresOfItsReports() {
        JsonNode stranger = reporter(owner, "Stranger");
        assertThat(stranger.get("domain").asString()).isEqualTo("stranger.example");
        assertThat(stranger.get("trust").asString()).isEqualTo("default");
        assertThat(stranger.get("verified_share").asDouble()).isZero();
        assertThat(stranger.get("reports").asLong()).isEqualTo(1);
        assertThat(stranger.get("messages").asLong()).isEqualTo(50);
        assertThat(stranger.get("first_seen").asString())
                .isEqualTo(owner.reportOf("c").get("received").asString())
                .isEqualTo(stranger.get("last_seen").asString());
        assertThat(stranger.get("_permissions").toString())
                .isEqualTo("[\"partial_update\",\"retrieve\"]");
        assertThat(owner.json(path(stranger)).toString()).isEqualTo(stranger.toString());
        String reports = stranger.at("/_links/reports").asString();
        assertThat(
                        owner.items(reports.substring(reports.indexOf("/api/v1/") + 8)).stream()
                                .map(report -> report.get("report_id").asString()))
                .containsExactly("c");
        JsonNode postbox = reporter(owner, "Postbox One");
        assertThat(postbox.get("verified_share").toString()).isEqualTo("100.0");
        assertThat(postbox.get("reports").asLong())
                .as("the mail's copy is the same report")
                .isEqualTo(2);
    }

    @Test
    void listIsFilteredAndOrdered() {
        assertThat(names(owner.items("reporters/"))).containsExactly("Stranger", "Postbox One");
        assertThat(names(owner.items("reporters/?ordering=name")))
                .containsExactly("Postbox One", "Stranger");
        assertThat(names(owner.items("reporters/?ordering=messages")))
                .containsExactly("Postbox One", "Stranger");
        assertThat(names(owner.items("reporters/?ordering=-last_seen")).getFirst())
                .isEqualTo("Stranger");
        assertThat(names(owner.items("reporters/?domain=Stranger."))).containsExactly("Stranger");
        assertThat(names(owner.items("reporters/?trust=ignored"))).isEmpty();
        assertThat(names(owner.items("reporters/?trust=default"))).hasSize(2);
        assertThat(owner.get("reporters/?trust=good").status()).isEqualTo(400);
        assertThat(owner.get("reporters/?ordering=id").status()).isEqualTo(400);
        assertThat(owner.get("reporters/?format=csv").text().lines()).hasSize(3);
    }

    @Test
    void ignoredReporterCountsNowhereAndThenAsBefore() {
        String before = owner.figures();
        assertThat(before).contains("192.0.2.3");
        String stranger = path(reporter(owner, "Stranger"));
        Answer ignored = owner.patch(stranger, "{\"trust\": \"ignored\"}");
        assertThat(ignored.json().get("trust").asString()).isEqualTo("ignored");
        assertThat(owner.reportOf("c").get("held_reasons").toString())
                .isEqualTo("[\"reporter_ignored\"]");
        house.settle();
        assertThat(owner.figures()).doesNotContain("192.0.2.3").contains("192.0.2.1", "192.0.2.2");
        owner.patch(stranger, "{\"trust\": \"default\"}");
        house.settle();
        assertThat(owner.figures()).isEqualTo(before);
    }

    @Test
    void whatStandsForManyReportersIsNotAccepted() {
        house.service
                .sql()
                .execute(
                        "update reporter set name = '%s', domain = '' where name = 'Stranger'"
                                .formatted(ReporterKey.OTHERS.name()));
        String others = path(reporter(owner, ReporterKey.OTHERS.name()));
        Answer accepted = owner.patch(others, "{\"trust\": \"accepted\"}");
        assertThat(accepted.status()).isEqualTo(400);
        assertThat(accepted.text()).contains("combines many reporters");
        assertThat(owner.patch(others, "{\"trust\": \"ignored\"}").status()).isEqualTo(200);
    }

    @Test
    void nothingIsDecidedByWhatIsNotSent() {
        JsonNode stranger = reporter(owner, "Stranger");
        assertThat(owner.patch(path(stranger), "{}").json().toString())
                .isEqualTo(stranger.toString());
        assertThat(owner.patch(path(stranger), "{\"trust\": null}").status()).isEqualTo(400);
        assertThat(owner.patch(path(stranger), "{\"trust\": \"good\"}").json().has("trust"))
                .isTrue();
        assertThat(owner.get("reporters/999999/").status()).isEqualTo(404);
    }

    @Test
    void whoSeesSomeGroupsOnlySeesFiguresOfTheirDomains() {
        Person reader = owner.reader("reader", "news.example");
        assertThat(names(reader.items("reporters/"))).containsExactly("Postbox One");
        JsonNode seen = reporter(reader, "Postbox One");
        assertThat(seen.get("messages").asLong()).isEqualTo(4);
        assertThat(seen.get("reports").asLong()).isEqualTo(1);
        assertThat(seen.get("_permissions").toString()).isEqualTo("[\"retrieve\"]");
        assertThat(reader.patch(path(seen), "{\"trust\": \"ignored\"}").status()).isEqualTo(403);
        String hidden = path(reporter(owner, "Stranger"));
        assertThat(reader.get(hidden).status()).isEqualTo(404);
        assertThat(reader.patch(hidden, "{\"trust\": \"ignored\"}").status()).isEqualTo(404);
        assertThat(owner.reader("nobody").items("reporters/")).isEmpty();
    }
}
