package org.mailvane.sourcedata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/**
 * Some fifty senders of every kind, described by {@code scenario.txt}, on their way through the
 * whole service: a report comes in, DNS is asked, people say what they know, and the API shows who
 * sends.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SendersScenarioTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** SPF records of the domains and of those whom they include. */
    private static final String RECORDS =
            """
            northwind.example  TXT "v=spf1 ip4:192.0.2.0/28 ip6:2001:db8:1::/64 \
            include:spf.protection.outlook.com include:spf.farmhost.example ~all"
            spf.protection.outlook.com TXT "v=spf1 ip4:198.51.100.0/26 -all"
            spf.farmhost.example TXT "v=spf1 ip4:192.0.2.16/28 -all"
            fabrik.example     TXT "v=spf1 ip4:192.0.2.64/28 -all"
            """;

    private static final List<String> OWN_SOURCES =
            List.of(
                    """
                    {"name": "Branch office", "networks": ["198.51.100.128/29"], "category": 1,
                    "capable_spf": true, "capable_dkim": true}\
                    """,
                    """
                    {"name": "Ticketing", "ptr_domains": ["ticketing.example"], "category": 1,
                    "capable_spf": false, "capable_dkim": true}\
                    """,
                    """
                    {"name": "Scanners", "dkim_domains": ["printer.example"], "category": 2,
                    "capable_spf": false, "capable_dkim": false}\
                    """,
                    """
                    {"name": "Old list", "spf_domains": ["bounces.oldlist.example"], "category": 3,
                    "capable_spf": false, "capable_dkim": false}\
                    """);

    private final List<ScenarioRow> rows = rows();
    private final TestService service = TestService.shared();
    private final TestSql sql = service.sql();
    private final DnsServer dns = service.dns();
    private String token;

    @BeforeAll
    void letThemSend() {
        dns.add(RECORDS);
        rows.forEach(this::giveReverseName);
        token = service.account("Northwind").apiToken();
        upload("northwind.example");
        upload("fabrik.example");
        awaitSettled();
        // What people say comes after the mail, so that its rows are classified again.
        OWN_SOURCES.forEach(source -> created("custom-sources/", source));
        created(
                "source-decisions/",
                """
                {"domain": "northwind.example", "source_number": %d, "decision": "ours"}\
                """
                        .formatted(catalogueSender("fastmail").number()));
        awaitSettled();
    }

    @AfterAll
    void close() {
        service.close();
    }

    private static List<ScenarioRow> rows() {
        try (var in = SendersScenarioTest.class.getResourceAsStream("/sources/scenario.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(ScenarioRow::parse)
                    .toList();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void giveReverseName(ScenarioRow row) {
        if (!row.hasReverseName()) {
            return;
        }
        IpAddress address = IpAddress.parse(row.address()).orElseThrow();
        dns.add(address.reverseName() + " PTR " + row.name());
        String type = address.isV4() ? "A" : "AAAA";
        if (row.isConfirmed()) {
            dns.add(row.name() + " " + type + " " + address);
        }
    }

    private void upload(String domain) {
        LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        long begin = yesterday.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
        String records =
                rows.stream()
                        .filter(row -> row.headerFrom().equals(domain))
                        .map(ScenarioRow::xml)
                        .collect(Collectors.joining("\n"));
        String xml =
                """
                <feedback><report_metadata><org_name>Postbox One</org_name>\
                <email>dmarc@postbox-one.example</email><report_id>scenario-%s</report_id>\
                <date_range><begin>%d</begin><end>%d</end></date_range></report_metadata>\
                <policy_published><domain>%s</domain><adkim>r</adkim><aspf>r</aspf><p>none</p>\
                <sp>none</sp><pct>100</pct></policy_published>%s</feedback>
                """
                        .formatted(domain, begin, begin + 86_399, domain, records);
        Answer answer =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofString(xml),
                        Map.of("Content-Type", "application/xml"));
        assertThat(answer.status()).isEqualTo(202);
        Awaiting.until(
                "the report about " + domain + " is stored",
                SOON,
                () ->
                        sql.value(
                                        "select count(*) from report where policy_domain = '%s'"
                                                .formatted(domain))
                                .equals("1"));
    }

    private void created(String path, String body) {
        Answer answer = service.send("POST", token, "/api/v1/" + path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    private void awaitSettled() {
        Awaiting.until(
                "all rows are classified by what is known",
                SOON,
                () -> sql.value("select count(*) from reclassification_queue").equals("0"));
    }

    private CatalogueSender catalogueSender(String slug) {
        return service.part(Catalogue.class).senders().stream()
                .filter(sender -> sender.slug().equals(slug))
                .findFirst()
                .orElseThrow();
    }

    @TestFactory
    List<DynamicTest> eachHasItsCategoryRuleAndSource() {
        return rows.stream()
                .map(row ->
                        DynamicTest.dynamicTest(
                                row.what(),
                                () ->
                                        assertThat(stored(row))
                                                .isEqualTo(
                                                        "%d|%d|%s|%d"
                                                                .formatted(
                                                                        row.category(),
                                                                        row.rule(),
                                                                        row.source(),
                                                                        row.messages()))))
                .toList();
    }

    private String stored(ScenarioRow row) {
        String[] cells =
                sql.value(
                                """
                                select category, rule, source, messages from fact
                                where address = '%s' and header_from = '%s'
                                """
                                        .formatted(row.address(), row.headerFrom()))
                        .split("\\|", -1);
        return String.join("|", cells[0], cells[1], called(Integer.parseInt(cells[2])), cells[3]);
    }

    /** A source as the file spells it. */
    private String called(int number) {
        if (number == 0) {
            return "-";
        }
        if (number == 1) {
            return "spf";
        }
        if (number >= 10_000_000) {
            return "org:" + sql.value("select name from ptr_organization where number = " + number);
        }
        if (number >= 1_000_000) {
            return "own:" + sql.value("select name from custom_source where number = " + number);
        }
        return service.part(Catalogue.class).index().byNumber(number).orElseThrow().slug();
    }

    @Test
    void theSourcesOfEachCategoryHaveTheFiguresOfTheirRows() {
        for (int category = 1; category <= 4; category++) {
            Map<String, String> expected = new TreeMap<>();
            for (Map.Entry<String, List<ScenarioRow>> source : bySource(category).entrySet()) {
                expected.put(source.getKey(), figures(source.getValue()));
            }
            Map<String, String> told = new TreeMap<>();
            for (JsonNode source :
                    service.get(token, "/api/v1/sources/?limit=500&category=" + category)
                            .json()
                            .get("results")) {
                told.put(
                        called(source.get("number").intValue()),
                        "%d domains, %d messages, dmarc %d, spf %d, dkim %d"
                                .formatted(
                                        source.get("domain_count").intValue(),
                                        source.get("message_count").longValue(),
                                        source.get("dmarc_count").longValue(),
                                        source.get("spf_count").longValue(),
                                        source.get("dkim_count").longValue()));
            }
            assertThat(told).as("category %d", category).isEqualTo(expected);
        }
    }

    private Map<String, List<ScenarioRow>> bySource(int category) {
        return rows.stream()
                .filter(row -> row.category() == category)
                .collect(
                        Collectors.groupingBy(
                                ScenarioRow::source, LinkedHashMap::new, Collectors.toList()));
    }

    private static String figures(List<ScenarioRow> rows) {
        return "%d domains, %d messages, dmarc %d, spf %d, dkim %d"
                .formatted(
                        rows.stream().map(ScenarioRow::headerFrom).distinct().count(),
                        sum(rows, row -> true),
                        sum(rows, ScenarioRow::passes),
                        sum(rows, ScenarioRow::spfAligned),
                        sum(rows, ScenarioRow::dkimAligned));
    }

    private static long sum(List<ScenarioRow> rows, Predicate<ScenarioRow> counts) {
        ToLongFunction<ScenarioRow> messages = ScenarioRow::messages;
        return rows.stream().filter(counts).mapToLong(messages).sum();
    }

    @Test
    void percentagesAreOfTheMessagesAndDoNotApplyToWhatASourceCannotDo() {
        // 7,000 and 800 of 7,841 messages are signed aligned, 7,000 pass SPF.
        JsonNode sendgrid = source("sendgrid");
        assertThat(percent(sendgrid, "dkim")).isEqualTo(rounded(7_800, 7_841)).isEqualTo("99.5");
        assertThat(percent(sendgrid, "spf")).isEqualTo(rounded(7_000, 7_841)).isEqualTo("89.3");
        assertThat(percent(sendgrid, "dmarc")).isEqualTo("99.5");
        JsonNode mailchimp = source("mailchimp");
        assertThat(mailchimp.get("capabilities").get("capable_spf").booleanValue()).isFalse();
        assertThat(percent(mailchimp, "spf")).isEqualTo("-999.0");
        assertThat(percent(mailchimp, "dkim")).isEqualTo("100.0");
    }

    private JsonNode source(String slug) {
        for (JsonNode source :
                service.get(token, "/api/v1/sources/?limit=500").json().get("results")) {
            if (source.get("slug").stringValue().equals(slug)) {
                return source;
            }
        }
        throw new AssertionError("no source " + slug);
    }

    private static String percent(JsonNode source, String of) {
        return String.valueOf(source.get(of + "_percentage").doubleValue());
    }

    private static String rounded(long part, long whole) {
        return BigDecimal.valueOf(100 * part)
                .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
                .toString();
    }

    @Test
    void theDomainsCountsByCategoryAndOfWhatPassedAreTheSumsOfTheirRows() {
        List<String> told = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (JsonNode domain :
                service.get(token, "/api/v1/domains/?ordering=domain").json().get("results")) {
            told.add(
                    "%s: %d %d %d %d, passed %d"
                            .formatted(
                                    domain.get("domain").stringValue(),
                                    domain.get("count_dmarc_capable").longValue(),
                                    domain.get("count_non_dmarc_capable").longValue(),
                                    domain.get("count_forwarded").longValue(),
                                    domain.get("count_threat_other").longValue(),
                                    domain.get("dmarc_count").longValue()));
        }
        for (String domain : List.of("fabrik.example", "northwind.example")) {
            expected.add(
                    "%s: %d %d %d %d, passed %d"
                            .formatted(
                                    domain,
                                    messages(domain, 1),
                                    messages(domain, 2),
                                    messages(domain, 3),
                                    messages(domain, 4),
                                    sum(
                                            rows,
                                            row ->
                                                    row.headerFrom().equals(domain)
                                                            && (row.dkimAligned()
                                                                    || row.spfAligned()))));
        }
        assertThat(told).isEqualTo(expected);
    }

    private long messages(String domain, int category) {
        return sum(rows, row -> row.headerFrom().equals(domain) && row.category() == category);
    }

    @Test
    void explainTellsTheSameAsTheRows() {
        for (ScenarioRow row : rows) {
            JsonNode told =
                    service.get(
                                    token,
                                    "/api/v1/sources/explain/?ip=%s&domain=%s"
                                            .formatted(row.address(), row.headerFrom()))
                            .json();
            assertThat(
                            "%d|%d|%s"
                                    .formatted(
                                            told.get("category").intValue(),
                                            told.get("rule").get("number").intValue(),
                                            called(told.get("source").get("number").intValue())))
                    .as(row.what())
                    .isEqualTo("%d|%d|%s".formatted(row.category(), row.rule(), row.source()));
        }
    }
}
