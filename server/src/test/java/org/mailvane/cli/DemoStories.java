package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.demo.DemoDns;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;

/** What the demo tells, story by story, as its API answers it: a part of {@link DemoTest}. */
abstract class DemoStories {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static DemoApi api;
    private static DemoApi owner;
    private static LocalDate today;

    @BeforeAll
    static void start() {
        SharedDemo demo = SharedDemo.get();
        today = demo.today();
        api = demo.readersApi();
        owner = demo.ownersApi();
    }

    @AfterAll
    static void stop() {
        api.close();
        owner.close();
    }

    private static JsonNode domain(String name) {
        return api.list("domains/?limit=500").stream()
                .filter(one -> one.get("domain").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String state(String name, String kind) {
        return domain(name).get("states").get(kind).get("state").asString();
    }

    private static List<JsonNode> events(String domain, String change) {
        return api.list("timeline-events/?limit=500").stream()
                .filter(one -> one.get("domain").asString().equals(domain))
                .filter(one -> one.get("change").asString().equals(change))
                .toList();
    }

    /** The only event of its kind, which was noticed on a day. */
    private static JsonNode event(String domain, String change, int ago) {
        List<JsonNode> found = events(domain, change);
        assertThat(found).as(change + " of " + domain).hasSize(1);
        assertThat(found.getFirst().get("created").asString())
                .startsWith(today.minusDays(ago).toString());
        return found.getFirst();
    }

    private static List<String> openProblems(String domain) {
        return api.list("issues/?limit=500").stream()
                .filter(one -> one.get("domain").asString().equals(domain))
                .filter(one -> one.get("solved").isNull())
                .map(one -> one.get("problem").asString())
                .toList();
    }

    private static List<String> steps(String domain) {
        return api.list("tasks/?limit=500").stream()
                .filter(one -> one.get("domain").asString().equals(domain))
                .filter(one -> one.get("solve_time").isNull())
                .map(one -> one.get("details").asString())
                .toList();
    }

    @Test
    void stepsAndRecordsNameOneMailboxForReports() {
        awaitStep("old.example", "mailto:" + DemoDns.REPORT_ADDRESS);
        assertThat(
                        owner.list("tasks/?limit=500").stream()
                                .flatMap(task ->
                                        Pattern.compile("mailto:([^\\s,;\"!]+@mailvane\\.example)")
                                                .matcher(task.get("details").asString())
                                                .results()
                                                .map(found -> found.group(1)))
                                .distinct())
                .containsExactly(DemoDns.REPORT_ADDRESS);
    }

    private static void awaitStep(String domain, String text) {
        // The planner works beside what is shown already.
        Awaiting.until(
                "a step of " + domain + " with \"" + text + "\"",
                PATIENCE,
                () -> steps(domain).stream().anyMatch(step -> step.contains(text)));
    }

    /** Messages of a report, by number of the category and day. */
    private static Map<String, Map<String, Long>> messages(
            String domain, int from, int to, String criteria) {
        JsonNode report =
                api.post(
                        "detail-viewer/",
                        "{\"domains\": [\"%s\"], \"start_date\": \"%s\", \"end_date\": \"%s\", %s}"
                                .formatted(
                                        domain,
                                        today.minusDays(from),
                                        today.minusDays(to),
                                        criteria));
        String path = "aggregate-report/" + report.get("search_token").asString() + "/";
        Awaiting.until(
                "the report about " + domain,
                PATIENCE,
                () -> api.get(path + "progress/").get("value").asInt() == 100);
        Map<String, Map<String, Long>> sums = new TreeMap<>();
        api.get(path + "charts/")
                .get("timeline")
                .forEachEntry((category, days) -> {
                    Map<String, Long> byDay = new TreeMap<>();
                    days.forEach(day ->
                            byDay.put(
                                    day.get("date").asString(), day.get("message_count").asLong()));
                    sums.put(category, byDay);
                });
        return sums;
    }

    private static long sum(Map<String, Map<String, Long>> messages) {
        return messages.values().stream()
                .flatMap(days -> days.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private static long sum(String domain, int from, int to, String criteria) {
        return sum(messages(domain, from, to, criteria));
    }

    @Test
    void aHealthyDomainIsAtRejectAndNothingIsWrong() {
        assertThat(domain("alder.example").get("records_dmarc").asString()).contains("p=reject");
        for (String kind : List.of("dmarc", "spf", "dkim", "mta_sts", "tls_rpt")) {
            assertThat(state("alder.example", kind)).as(kind).isEqualTo("present");
        }
        assertThat(openProblems("login.example")).isEmpty();
    }

    @Test
    void aNewSenderDoesNotSignWithTheDomainsName() {
        assertThat(event("shop.example", "new_source", 11).get("new_value").asString())
                .isEqualTo("NewsBlaster");
        String newsBlaster = "\"filter_option\": \"x\", \"ip_cidr\": \"198.51.100.40/29\"";
        assertThat(sum("shop.example", 30, 0, newsBlaster)).isEqualTo(18_204);
        assertThat(sum("shop.example", 30, 0, newsBlaster.replace("\"x\"", "\"n\"")))
                .isEqualTo(18_204);
        awaitStep("shop.example", "that NewsBlaster sent for shop.example");
    }

    @Test
    void anSpfRecordHasComeToNeedTooManyLookUps() {
        JsonNode changed = event("shop.example", "spf_changed", 16);
        assertThat(changed.get("old_value").asString()).doesNotContain("newsblaster");
        assertThat(changed.get("new_value").asString()).contains("_spf.newsblaster.example");
        assertThat(domain("shop.example").get("spf_lookup_count").asInt()).isEqualTo(12);
        assertThat(state("shop.example", "spf")).isEqualTo("error");
        assertThat(openProblems("shop.example"))
                .anyMatch(text -> text.startsWith("The record needs up to 12 DNS lookups"));
    }

    @Test
    void aNameBelowIsDiscoveredLongAfterItsDomain() {
        event("legacy.shop.example", "subdomain_discovered", 16);
        event("booking.travel.example", "subdomain_discovered", 44);
        event("shop.example", "domain_added", 93);
    }

    @Test
    void aSenderWasFixedOnDaySixty() {
        String failing = "\"filter_option\": \"x\"";
        assertThat(sum("support.example", 94, 35, failing)).isGreaterThan(10_000);
        assertThat(sum("support.example", 34, 0, failing)).isZero();
        assertThat(
                        events("support.example", "dkim_added").stream()
                                .map(one -> one.get("details").asString()))
                .singleElement()
                .asString()
                .contains("selector bd1");
        assertThat(event("support.example", "dmarc_policy_changed", 14).get("old_value").asString())
                .contains("p=none");
    }

    @Test
    void aWaveOfSpoofedMailIsTurnedAway() {
        JsonNode spike = event("news.example", "threat_spike", 5);
        assertThat(spike.get("new_value").asInt())
                .isGreaterThan(5 * spike.get("old_value").asInt());
        String wave = "\"ip_cidr\": \"203.0.113.224/27\", \"filter_option\": \"n\"";
        assertThat(sum("news.example", 20, 0, wave)).isEqualTo(28_114);
        assertThat(sum("news.example", 20, 0, wave + ", \"dmarc_policy\": [\"r\"]"))
                .isEqualTo(28_114);
    }

    @Test
    void aSaleIsAVolumeSpikeAndThePolicyWentUpLater() {
        event("travel.example", "volume_spike", 17);
        JsonNode raised = event("travel.example", "dmarc_policy_changed", 9);
        assertThat(raised.get("old_value").asString()).contains("p=quarantine");
        assertThat(raised.get("new_value").asString()).contains("p=reject");
    }

    @Test
    void muchMailOfADomainIsForwarded() {
        Map<String, Map<String, Long>> messages =
                messages("careers.example", 30, 1, "\"filter_option\": \"n\"");
        long forwarded =
                messages.getOrDefault("3", Map.of()).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
        assertThat(forwarded * 100 / sum(messages)).isBetween(20L, 40L);
    }

    @Test
    void aParkedDomainSendsNothing() {
        assertThat(domain("parked.example").get("domain_state").asString()).isEqualTo("inactive");
        assertThat(domain("parked.example").get("records_spf").asString()).isEqualTo("v=spf1 -all");
        assertThat(sum("parked.example", 30, 0, "\"filter_option\": \"d\"")).isZero();
        assertThat(sum("parked.example", 30, 0, "\"filter_option\": \"x\"")).isPositive();
    }

    @Test
    void aDomainHasNoDmarcRecordAnyMore() {
        assertThat(state("old.example", "dmarc")).isEqualTo("missing");
        JsonNode removed = event("old.example", "dmarc_removed", 12);
        assertThat(removed.get("old_value").asString()).startsWith("v=DMARC1; p=none");
        assertThat(removed.get("new_value").asString()).isEmpty();
        assertThat(openProblems("old.example"))
                .anyMatch(text -> text.startsWith("old.example has no DMARC record"));
        awaitStep("old.example", "old.example no longer has a DMARC record. Until");
        assertThat(
                        api.list("tasks/?limit=500&solved=True").stream()
                                .filter(one -> one.get("domain").asString().equals("old.example"))
                                .map(one -> one.get("category").asString()))
                .as("what was next before is done since")
                .contains("source");
    }

    @Test
    void reportsStopWhenNobodyAsksForThem() {
        assertThat(event("events.example", "dmarc_changed", 14).get("new_value").asString())
                .isEqualTo("v=DMARC1; p=quarantine");
        event("events.example", "reports_stopped", 6);
        assertThat(openProblems("events.example"))
                .anyMatch(text -> text.startsWith("The record has no valid report address"));
        awaitStep("events.example", "Reports about events.example have stopped");
    }

    @Test
    void whatDnsSaysOfSubdomainsThatReportsHaveShownIsKnown() {
        JsonNode shown = api.get("domains/?origin=d&limit=100");
        assertThat(shown.get("count").asInt()).isPositive();
        assertThat(shown.findValuesAsString("domain")).contains("app.alder.example");
        assertThat(api.get("domains/?origin=d&standing=unknown").get("count").asInt()).isZero();
    }

    @Test
    void whatDnsDoesNotTellIsUnknownAndNotMissing() {
        for (String kind : List.of("dmarc", "spf", "dkim", "mx")) {
            assertThat(state("partner.example", kind)).as(kind).isEqualTo("unknown");
        }
        assertThat(domain("partner.example").get("records_dmarc").asString())
                .contains("p=quarantine");
        assertThat(openProblems("partner.example"))
                .isNotEmpty()
                .allMatch(text -> text.contains("so its records could not be read"));
        assertThat(steps("partner.example")).noneMatch(step -> step.contains("Publish"));
    }

    @Test
    void anotherSenderWasLetInBySpf() {
        JsonNode changed = event("mail.example", "spf_changed", 6);
        assertThat(changed.get("new_value").asString()).contains("spf.tidewater.example");
        assertThat(event("mail.example", "new_source", 1).get("new_value").asString())
                .isEqualTo("Tidewater CRM");
        assertThat(domain("mail.example").get("spf_lookup_count").asInt()).isEqualTo(9);
    }

    @Test
    void aKeyWasReplacedAndAMailHostMoved() {
        event("login.example", "dkim_removed", 11);
        assertThat(event("careers.example", "mx_changed", 35).get("old_value").asString())
                .contains("old-mx");
        event("billing.example", "tls_rpt_added", 52);
        event("billing.example", "mta_sts_added", 47);
        event("alder.example", "bimi_added", 26);
    }

    @Test
    void pagesSayThatTheDataAreMadeUp() {
        assertThat(api.page("/sign-in")).contains("Demo: sample data");
        assertThat(api.page("/nothing-here")).contains("Demo: sample data");
    }

    @Test
    void aDomainIsReadyForAPolicy() {
        awaitStep("lab.example", "lab.example is ready for p=quarantine");
    }

    @Test
    void mailServersFailTls() {
        assertThat(api.texts("tls-failures/?limit=500", "result_type"))
                .contains("certificate-host-mismatch", "validation-failure");
        assertThat(api.texts("tls-failures/?limit=500", "p_domain")).contains("billing.example");
        awaitStep("billing.example", "TLS reports of the last 14 days show");
    }

    @Test
    void failureReportsAreFoundByTheOwner() {
        JsonNode job =
                owner.post(
                        "forensic-reports/",
                        "{\"start_date\": \"%s\", \"end_date\": \"%s\"}"
                                .formatted(today.minusDays(40), today));
        String token = job.get("search_token").asString();
        Awaiting.until(
                "the job",
                PATIENCE,
                () -> owner.get("forensic-reports/" + token + "/").get("progress").asInt() == 100);
        assertThat(owner.get("forensic-data/?search_token=" + token).get(0).get("count").asInt())
                .isGreaterThan(5);
        assertThat(api.get("forensic-reports/").has("results")).isFalse();
    }

    @Test
    void anImportTellsOfFilesThatAreNoNewReports() {
        assertThat(owner.list("imports/?limit=500"))
                .filteredOn(one -> one.get("failed").asInt() > 0)
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.get("duplicate").asInt()).isEqualTo(1);
                    assertThat(one.get("not_a_report").asInt()).isEqualTo(1);
                    assertThat(one.get("failed").asInt()).isEqualTo(1);
                    assertThat(one.get("imported").asInt()).isGreaterThan(20);
                    assertThat(one.get("created").asString())
                            .startsWith(today.minusDays(2).toString());
                });
    }

    @Test
    void aProblemIsKnownAndSetAside() {
        assertThat(api.list("issues/?limit=500"))
                .filteredOn(one -> one.get("ignore").asBoolean())
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.get("domain").asString()).isEqualTo("alder.example");
                    assertThat(one.get("problem").asString()).contains("mark certificate");
                });
    }

    @Test
    void groupsAreForDifferentPeople() {
        assertThat(owner.texts("domain-groups/?limit=100", "label"))
                .contains("DEFAULT", "Shops", "People", "Parked", "Customer 001");
        Map<String, Integer> users = new TreeMap<>();
        owner.list("domain-groups-acl/?limit=100")
                .forEach(group ->
                        users.put(group.get("label").asString(), group.get("users").size()));
        assertThat(users).containsEntry("Shops", 2).containsEntry("DEFAULT", 1);
        assertThat(owner.texts("users/?limit=100", "email"))
                .contains(
                        "demo@mailvane.example",
                        "editor@mailvane.example",
                        "reader@mailvane.example",
                        "shops@mailvane.example");
    }

    @Test
    void allDataEndTodayAndOthersAreThereForTheirNumber() {
        Awaiting.until(
                "the records of a further domain",
                PATIENCE,
                () -> state("acorn-1.example", "dmarc").equals("present"));
        assertThat(sum("acorn-1.example", 35, 1, "\"filter_option\": \"n\"")).isPositive();
        Map<String, Map<String, Long>> last =
                messages("alder.example", 0, 0, "\"filter_option\": \"n\"");
        assertThat(last.get("1")).containsOnlyKeys(today.toString());
    }
}
