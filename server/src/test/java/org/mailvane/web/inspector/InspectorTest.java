package org.mailvane.web.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.accounts.People;
import org.mailvane.inspect.InspectionFinding;
import org.mailvane.inspect.Inspections;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PageSamples;
import org.mailvane.web.frame.InspectedRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The inspectors' page says what the API does, to everybody, whatever records contain. */
class InspectorTest {

    private static final String HTML = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>";

    private static DnsServer dns;
    private static People people;
    private static Browser stranger;

    @BeforeAll
    static void open() {
        people = new People(Map.of(Setting.INTAKE_DOMAIN, "reports.example"));
        dns = people.service.dns();
        dns.add(
                """
                shop.example                 MX   10 mx.shop.example
                mx.shop.example              A    203.0.113.5
                shop.example                 TXT  "v=spf1 include:_a.shop.example include:_b.shop.example a mx ptr -all"
                _a.shop.example              TXT  "v=spf1 a:a1.example a:a2.example a:a3.example ~all"
                _b.shop.example              TXT  "v=spf1 a:b1.example a:b2.example a:b3.example ip4:203.0.113.0/28 ip6:2001:db8::/48 ~all"
                _dmarc.shop.example          TXT  "v=DMARC1; p=none; pct=50; rua=mailto:dmarc@reports.example; xx=1"
                shop.example._report._dmarc.reports.example  TXT  "v=DMARC1"
                reports.example              MX   10 mx.shop.example
                ends.example                 TXT  "v=spf1 include:_a.shop.example include:_any.ends.example redirect=_r.ends.example"
                _any.ends.example            TXT  "v=spf1 +all"
                _r.ends.example              TXT  "v=spf1 ip4:203.0.113.9 ?all"
                special.example              TXT  "v=spf1 ip4:192.0.2.1 include:_s.special.example -all"
                _s.special.example           TXT  "v=spf1 ip4:192.0.2.2 -all"
                macro.example                TXT  "v=spf1 ip4:203.0.113.5 include:_m.macro.example ?include:_a.shop.example -all"
                _m.macro.example             TXT  "v=spf1 exists:%{i}.ok.example ~all"
                d0.deep.example              TXT  "v=spf1 include:d1.deep.example -all"
                d1.deep.example              TXT  "v=spf1 include:d2.deep.example -all"
                d2.deep.example              TXT  "v=spf1 include:d3.deep.example -all"
                d3.deep.example              TXT  "v=spf1 include:d4.deep.example -all"
                d4.deep.example              TXT  "v=spf1 include:d5.deep.example -all"
                d5.deep.example              TXT  "v=spf1 include:d6.deep.example -all"
                d6.deep.example              TXT  "v=spf1 ip4:192.0.2.6 -all"
                old.example                  TXT  "v=spf1 include:_a.shop.example -all"
                s1._domainkey.shop.example   TXT  "v=DKIM1; p="
                _smtp._tls.shop.example      TXT  "v=TLSRPTv1; rua=mailto:tls@reports.example"
                _mta-sts.shop.example        TXT  "v=STSv1; id=20261120"
                default._bimi.shop.example   TXT  "v=BIMI1; l=; a="
                bare.example                 MX   10 mx.shop.example
                _smtp._tls.near.example      TXT  "v=TLSRPTv1 rua=mailto:tls@reports.example"
                _mta-sts.near.example        TXT  "v=stsv1; id=20261120"
                failed.example               SERVFAIL
                _dmarc.failed.example        SERVFAIL
                _smtp._tls.failed.example    SERVFAIL
                default._bimi.failed.example SERVFAIL
                _mta-sts.failed.example      TXT  "v=STSv1; id=20261120"
                mta-sts.failed.example       SERVFAIL
                half.example                 TXT  "v=spf1 include:failed.example -all"
                mixed.example                TXT  "v=spf1 include:failed.example wrong:term -all"
                bad.example                  MX   10 mx.shop.example
                bad.example                  TXT  "v=spf1 include:<script>alert(1)</script> x:<img/src=x/onerror=alert(1)> -all"
                _dmarc.bad.example           TXT  "v=DMARC1; p=<script>alert(1)</script>; <img src=x onerror=alert(1)>=\\"'>; rua=mailto:<b>@x"
                s1._domainkey.bad.example    TXT  "v=DKIM1; k=<script>alert(1)</script>; p=<img src=x>"
                _smtp._tls.bad.example       TXT  "v=TLSRPTv1; rua=<script>alert(1)</script>"
                _mta-sts.bad.example         TXT  "v=STSv1; id=<script>alert(1)</script>"
                default._bimi.bad.example    TXT  "v=BIMI1; l=<script>alert(1)</script>; a=<img src=x>"
                """);
        people.givePassword(people.owner);
        stranger = new Browser(people.service);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    private static String path(InspectedRecord kind, String domain) {
        return "/inspectors?record="
                + kind.code()
                + "&domain="
                + URLEncoder.encode(domain, StandardCharsets.UTF_8)
                + (kind == InspectedRecord.DKIM ? "&selector=s1" : "");
    }

    private static JsonNode api(InspectedRecord kind, String domain) {
        String selector =
                switch (kind) {
                    case DKIM -> ", \"selector\": \"s1\"";
                    case BIMI -> ", \"selector\": \"default\"";
                    default -> "";
                };
        return people.service
                .send(
                        "POST",
                        null,
                        "/api/v1/" + kind.code() + "/inspect/",
                        "{\"domain\": \"" + domain + "\"" + selector + "}")
                .json();
    }

    @ParameterizedTest
    @EnumSource(InspectedRecord.class)
    void everyInspectorSaysWhatTheApiSays(InspectedRecord kind) {
        for (String domain : List.of("shop.example", "gone.example")) {
            Document page = stranger.page(path(kind, domain));
            JsonNode answer = api(kind, domain);
            JsonNode own = kind == InspectedRecord.BIMI ? answer.get("bimi") : answer;
            TreeSet<String> codes = new TreeSet<>(page.select(".mv-list code").eachText());
            codes.removeIf(code -> code.equals("a.shop.example") || !code.contains("."));
            codes.removeIf(code -> code.startsWith("_") || code.startsWith("v="));
            assertThat(codes).isEqualTo(codes(own));
            assertThat(page.select(".mv-state.fix, .mv-state.open").isEmpty())
                    .as(kind + " " + domain)
                    .isEqualTo(own.get("valid").asBoolean());
            assertThat(page.select("pre.mv-code").eachText())
                    .containsAll(
                            own.get("records").findValuesAsString("txt").stream()
                                    .limit(1)
                                    .toList());
            assertThat(page.select(".mv-tabs a[aria-current=page]").size()).isEqualTo(1);
        }
    }

    @Test
    void whatDnsDoesNotTellIsUnknownAndNotWrong() {
        for (String asked :
                List.of(
                        path(InspectedRecord.DMARC, "failed.example"),
                        path(InspectedRecord.SPF, "failed.example"),
                        path(InspectedRecord.SPF, "half.example"),
                        path(InspectedRecord.TLS_RPT, "failed.example"),
                        path(InspectedRecord.BIMI, "failed.example"),
                        path(InspectedRecord.MTA_STS_POLICY, "failed.example"))) {
            Document page = stranger.page(asked);
            assertThat(page.select(".mv-state.unknown").text()).as(asked).isEqualTo("Unknown");
            assertThat(page.select(".mv-list b").eachText()).as(asked).contains("Unknown.");
            assertThat(page.select(".mv-state.fix, .mv-list .c-fix")).as(asked).isEmpty();
        }
        Document mixed = stranger.page(path(InspectedRecord.SPF, "mixed.example"));
        assertThat(mixed.select(".mv-state").text()).as("wrong all the same").isEqualTo("Fix");
        assertThat(mixed.select(".mv-list b").eachText()).contains("Error.", "Unknown.");
        Document none = stranger.page(path(InspectedRecord.DMARC, "gone.example"));
        assertThat(none.select(".mv-state").text()).as("no error, no record").isEqualTo("Fix");
    }

    @ParameterizedTest
    @EnumSource(
            value = InspectedRecord.class,
            names = {"BIMI", "TLS_RPT", "MTA_STS"})
    void whatADomainMayDoWithoutIsMissing(InspectedRecord kind) {
        Document gone = stranger.page(path(kind, "gone.example"));
        assertThat(gone.select(".mv-state").text()).as("no such domain").isEqualTo("Fix");
        Document page = stranger.page(path(kind, "bare.example"));
        assertThat(page.select(".mv-state").text()).isEqualTo("Missing");
        assertThat(page.select(".mv-list b").eachText()).contains("Missing.");
    }

    @ParameterizedTest
    @EnumSource(
            value = InspectedRecord.class,
            names = {"TLS_RPT", "MTA_STS"})
    void whatWasMeantAsARecordIsToBeMended(InspectedRecord kind) {
        Document page = stranger.page(path(kind, "near.example"));
        assertThat(page.select(".mv-state").text()).isEqualTo("Fix");
        assertThat(page.select(".mv-list b").eachText()).contains("Error.");
    }

    private static Set<String> codes(JsonNode answer) {
        return new TreeSet<>(answer.findValuesAsString("code"));
    }

    @Test
    void figuresOfSpfAreThoseOfTheApi() {
        Document page = stranger.page(path(InspectedRecord.SPF, "shop.example"));
        JsonNode answer = api(InspectedRecord.SPF, "shop.example");
        int queries = answer.get("query_count").asInt();
        assertThat(queries).as("too many").isEqualTo(11);
        assertThat(page.select(".mv-figures dd:nth-of-type(1)").eachText())
                .containsExactly(
                        queries + " of 10", answer.get("pass_ip4_count").asString(), "permerror");
        assertThat(page.select("#fl")).as("no flattened form of a record with an error").isEmpty();
        assertThat(page.select("tr.over th").text())
                .startsWith("ptr Exceeds the limit: this is lookup 11.");
        assertThat(page.select("tbody tr:has(.lv1)")).hasSize(8);
        assertThat(page.select("tr:contains(ip6:) td").eachText())
                .as("a network without addresses of IPv4")
                .containsExactly("0", "IPv6");
        assertThat(page.select("tfoot td").eachText().getFirst())
                .isEqualTo(String.valueOf(queries));
    }

    @Test
    void theFlattenedFormIsThatOfTheApi() {
        Document page = stranger.page(path(InspectedRecord.SPF, "special.example"));
        JsonNode answer = api(InspectedRecord.SPF, "special.example");
        assertThat(page.select(".mv-figures dt").eachText()).contains("After flattening");
        assertThat(page.select(".mv-figures dd:nth-of-type(1)").eachText())
                .contains(answer.get("flattened_query_count").asString());
        assertThat(answer.get("flattened")).isNotEmpty();
        assertThat(page.text()).contains(answer.at("/flattened/0/record").asString());
    }

    @Test
    void whoIsSignedInSeesTheirOwnMessages() {
        Browser browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        Document page = browser.page(path(InspectedRecord.SPF, "shop.example") + "&volume_days=30");
        assertThat(page.select("option[selected][value=30]")).hasSize(1);
        assertThat(page.select(".mv-figures dt").eachText())
                .contains("Messages, 30 days", "Messages of other domains, 30 days");
        assertThat(page.select("pre").text()).contains("\"volume_days\":30", "Token $TOKEN");
        assertThat(page.select(".mv-nav a[aria-current=page]").text()).isEqualTo("Inspectors");
        page = stranger.page(path(InspectedRecord.SPF, "shop.example"));
        assertThat(page.select(".mv-nav, select[name=volume_days]")).isEmpty();
        assertThat(page.select(".mv-figures dt")).hasSize(3);
        assertThat(page.select(".mv-top a[href=/sign-in]")).hasSize(1);
    }

    @Test
    void termsTellTheMessagesThatFallToThem() {
        PageSamples.upload(
                people,
                people.owner,
                SampleReport.about("shop.example")
                        .period("2026-11-19T00:00:00Z", "2026-11-19T23:59:59Z")
                        .record("203.0.113.5", 1_200, "none", true, true)
                        .record("198.51.100.1", 30, "none", false, false)
                        .xml());
        Browser browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        Document page = browser.page(path(InspectedRecord.SPF, "shop.example"));
        Elements rows = page.select("table:has(tfoot) tbody tr");
        JsonNode answer =
                people.service
                        .send(
                                "POST",
                                people.owner.token(),
                                "/api/v1/spf/inspect/",
                                "{\"domain\": \"shop.example\"}")
                        .json();
        List<String> counted = answer.findValuesAsString("survey_domain_volume");
        assertThat(counted).contains("1200", "30");
        assertThat(rows.select("td:nth-child(4)").eachText())
                .as("unknown: what ptr matches, and so what is left for the end")
                .containsExactly(
                        "0", "0", "0", "0", "1,200", "0", "0", "0", "1,200", "0", "0", "1,200",
                        "n/a", "n/a");
        assertThat(rows.select("td:nth-child(4):has(.c-watch)"))
                .as("take look-ups for nothing")
                .hasSize(8);
        assertThat(page.select("tfoot td").eachText()).hasSize(3).endsWith("1,200");
        String none = "203.0.113.0/28 is reserved";
        assertThat(page.select(".mv-list").text()).as("some came").doesNotContain(none);
        assertThat(
                        stranger.page(path(InspectedRecord.SPF, "shop.example"))
                                .select(".mv-list")
                                .text())
                .contains(none);
        assertThat(stranger.page(path(InspectedRecord.SPF, "shop.example")).select("tfoot td"))
                .hasSize(2);
    }

    /** What a user of the domain sees of the messages of each term, and of all. */
    private static List<String> messagesOf(String domain, Map<String, Integer> sent) {
        SampleReport report =
                SampleReport.about(domain).period("2026-11-19T00:00:00Z", "2026-11-19T23:59:59Z");
        sent.forEach((address, number) -> report.record(address, number, "none", true, true));
        PageSamples.upload(people, people.owner, report.xml());
        Browser browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        return browser
                .page(path(InspectedRecord.SPF, domain))
                .select("table:has(tfoot) tr td:nth-child(4)")
                .stream()
                .map(cell -> cell.text() + (cell.select(".c-watch").isEmpty() ? "" : " unused"))
                .toList();
    }

    @Test
    void whatOnlyAMessageDecidesIsNotCalledUnused() {
        assertThat(messagesOf("macro.example", Map.of("203.0.113.5", 200, "198.51.100.77", 1_000)))
                .as("ip4, an include that asks of the message, one that lets nothing pass, the end")
                .containsExactly("200", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a", "200");
    }

    @Test
    void mailThatAllComesFromElsewhereIsThatOfTheEnd() {
        assertThat(messagesOf("old.example", Map.of("198.51.100.77", 500)))
                .containsExactly("0 unused", "0 unused", "0 unused", "0 unused", "500", "500");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?domain=http://x | is not a domain",
                "?record=dkim&domain=shop.example | Enter a selector",
                "?record=dkim&domain=shop.example&selector=%20%2F | is not a selector",
                "?record=spf&domain=%00 | is not a domain"
            })
    void whatIsNoNameIsSaidSo(String query, String said) {
        Answer answer = stranger.get("/inspectors" + query);
        assertThat(answer.status()).isEqualTo(400);
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("[role=alert]").text()).contains(said);
        assertThat(page.select("[aria-invalid=true]")).hasSize(1);
    }

    @Test
    void nothingIsInspectedBeforeSomethingIsAsked() {
        for (String query : List.of("", "?record=xx", "?domain=%20&volume_days=x")) {
            assertThat(stranger.page("/inspectors" + query).select("[aria-labelledby=ir]"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(InspectedRecord.class)
    void whatStandsInRecordsBecomesNoHtml(InspectedRecord kind) {
        assertHarmless(stranger.page(path(kind, "bad.example")));
        Answer answer = stranger.get(path(kind, HTML));
        assertThat(answer.status()).isEqualTo(400);
        assertHarmless(Jsoup.parse(answer.text()));
        assertThat(answer.text()).doesNotContain("<script>alert");
    }

    @ParameterizedTest
    @EnumSource(
            value = InspectedRecord.class,
            names = {"DMARC", "SPF", "DKIM"})
    void textsAreJudgedAsByTheApi(InspectedRecord kind) {
        String record =
                switch (kind) {
                    case DMARC -> "v=DMARC1; p=" + HTML;
                    case DKIM -> "v=DKIM1; k=" + HTML + "; p=";
                    default -> "v=spf1 a:" + HTML + " -all";
                };
        Answer answer = stranger.post("/inspectors", "record", kind.code(), "text", record);
        assertThat(answer.status()).isEqualTo(200);
        Document page = Jsoup.parse(answer.text());
        assertHarmless(page);
        JsonNode api =
                people.service
                        .send(
                                "POST",
                                null,
                                "/api/v1/" + kind.code() + "/validate/",
                                new JsonMapper().writeValueAsString(Map.of("record", record)))
                        .json();
        TreeSet<String> codes = new TreeSet<>(page.select(".mv-list div > code").eachText());
        assertThat(codes).isEqualTo(codes(api)).isNotEmpty();
        assertThat(page.select("textarea").text()).isEqualTo(record);
    }

    @Test
    void aTagIsWrongWhereTheRecordSaysSoOfIt() {
        Document page =
                Jsoup.parse(
                        stranger.post("/inspectors", "record", "dmarc", "text", "V=spf1; p=none")
                                .text());
        assertThat(page.select(".mv-list code").eachText()).contains("dmarc.v.bad_value");
        assertThat(page.select("tbody tr:has(.mv-value) td:last-child").eachText())
                .containsExactly("Fix", "OK");
    }

    private static void assertHarmless(Document page) {
        assertThat(page.select("script:not([src]), img, b:has(*), [onerror]")).isEmpty();
        assertThat(page.select("script[src]").eachAttr("src"))
                .allSatisfy(src -> assertThat(src).startsWith("/assets/"));
    }

    @Test
    void callIsACommandThatSendsTheSameWhateverTheText() throws Exception {
        String record = "v=DMARC1; p=none; x='$(id)`id`\\ \"é";
        Answer answer = stranger.post("/inspectors", "record", "dmarc", "text", record);
        String call = Jsoup.parse(answer.text()).select("[aria-labelledby=ap] pre").text();
        List<String> arguments = arguments(call);
        assertThat(new JsonMapper().readTree(arguments.get(1)).get("record").asString())
                .isEqualTo(record);
        assertThat(arguments.getLast())
                .isEqualTo(people.service.address() + "/api/v1/dmarc/validate/");
        Document page = stranger.page(path(InspectedRecord.DKIM, "shop.example"));
        assertThat(arguments(page.select("[aria-labelledby=ap] pre").text()))
                .containsExactly(
                        "-d",
                        "{\"domain\":\"shop.example\",\"selector\":\"s1\"}",
                        "-H",
                        "Content-Type: application/json",
                        people.service.address() + "/api/v1/dkim/inspect/");
    }

    /** What a shell would give to the command. */
    private static List<String> arguments(String call) throws IOException {
        Process shell =
                new ProcessBuilder("sh", "-c", "curl() { printf '%s\\n' \"$@\"; }; " + call)
                        .start();
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void longTextsAreTakenUpToTheLimitOfTheApi() {
        String most = "v=DMARC1; " + "x".repeat(Inspections.MAX_RECORD_LENGTH - 10);
        assertThat(stranger.post("/inspectors", "record", "dmarc", "text", most).status())
                .isEqualTo(200);
        for (String text : List.of(most + "x", " \r\n")) {
            Answer answer = stranger.post("/inspectors", "record", "dmarc", "text", text);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("#text-e").text()).isNotEmpty();
        }
    }

    @Test
    void whatSaysTheSameOfManyValuesIsOne() {
        String record = "v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 ip4:192.0.2.3 -all";
        Document page =
                Jsoup.parse(stranger.post("/inspectors", "record", "spf", "text", record).text());
        assertThat(page.select(".mv-list code").eachText())
                .filteredOn("spf.network.special"::equals)
                .hasSize(1);
        assertThat(page.select(".mv-list details").text()).contains("2 more like this");
        assertThat(page.select(".mv-list details li").eachText())
                .hasSize(2)
                .allMatch(text -> text.matches("192\\.0\\.2\\.\\d+ is reserved .*"));
    }

    @Test
    void whatSaysTheSameOfSeveralRecordsIsOneAndNamesThem() {
        Document page = stranger.page(path(InspectedRecord.SPF, "special.example"));
        assertThat(page.select(".mv-list code").eachText())
                .filteredOn("spf.network.special"::equals)
                .hasSize(1);
        assertThat(page.select(".mv-list details li").text())
                .startsWith("192.0.2.")
                .contains("is reserved")
                .contains("special.example");
    }

    @Test
    void whatDecidesNothingInAnIncludedRecordIsNoRow() {
        Document page = stranger.page(path(InspectedRecord.SPF, "ends.example"));
        assertThat(page.select("table:has(tfoot) tbody code").eachText())
                .containsExactly(
                        "include:_a.shop.example",
                        "a:a1.example",
                        "a:a2.example",
                        "a:a3.example",
                        "include:_any.ends.example",
                        "+all",
                        "redirect=_r.ends.example",
                        "ip4:203.0.113.9",
                        "?all");
    }

    @Test
    void deepTermsStandWhereTheLastStepIs() {
        Document page = stranger.page(path(InspectedRecord.SPF, "d0.deep.example"));
        assertThat(page.select("table:has(tfoot) tbody th > span").eachAttr("class"))
                .contains("lv" + SpfTree.MAX_STEPS)
                .containsExactly("", "lv1", "lv2", "lv3", "lv4", "lv5", "lv5", "");
    }

    @Test
    void longListsAreCutAndSaidToBe() {
        String record =
                "v=spf1 "
                        + IntStream.range(0, SpfTree.MAX_ROWS + 5)
                                .mapToObj(i -> "ip4:198.51." + i / 250 + "." + i % 250)
                                .collect(Collectors.joining(" "));
        Document page =
                Jsoup.parse(stranger.post("/inspectors", "record", "spf", "text", record).text());
        assertThat(page.select("[aria-labelledby=tr] tbody tr")).hasSize(SpfTree.MAX_ROWS);
        assertThat(page.text()).contains("5 more terms are available through the API");

        Finding finding = new Finding("a.b.c", Level.INFO, Map.of(), "", "", null);
        List<InspectionFinding> said =
                IntStream.range(0, Inspected.MAX_SAID + 1)
                        .mapToObj(i -> new InspectionFinding(finding, "n" + i + ".example"))
                        .toList();
        Inspected inspected =
                new Inspected(true, said, List.of(), List.of(), List.of(), List.of(), null);
        assertThat(inspected.shown()).hasSize(Inspected.MAX_SAID);
        assertThat(inspected.left()).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void strangersAreThrottledTogetherWithTheirCallsOfTheApi() {
        try (TestService service =
                TestService.start(
                        Map.of(Setting.RATE_ANONYMOUS, "3", Setting.DNS_SERVERS, dns.setting()))) {
            Browser browser = new Browser(service);
            for (int i = 0; i < 5; i++) {
                assertThat(browser.get("/inspectors").status()).as("asks nothing").isEqualTo(200);
            }
            String path = path(InspectedRecord.MTA_STS, "shop.example");
            assertThat(browser.get(path).status()).isEqualTo(200);
            assertThat(
                            service.send(
                                            "POST",
                                            null,
                                            "/api/v1/mta-sts/inspect/",
                                            "{\"domain\": \"shop.example\"}")
                                    .status())
                    .isEqualTo(200);
            assertThat(browser.post("/inspectors", "record", "dmarc", "text", "x").status())
                    .isEqualTo(200);
            Answer answer = browser.get(path);
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("retry-after")).isNotEmpty();
            assertThat(answer.text()).contains("Too many requests");
            assertThat(browser.post("/inspectors", "record", "dmarc", "text", "x").status())
                    .isEqualTo(429);
        }
    }

    @Test
    void whoseAccountHasRunOutIsNobody() {
        People.Person expired = people.account("Late");
        people.givePassword(expired);
        people.sql(
                "update account set expires = '2026-01-01' where account_id = "
                        + expired.accountId());
        Browser browser = new Browser(people.service).signIn(expired.email(), People.PASSWORD);
        Document page = browser.page(path(InspectedRecord.SPF, "shop.example"));
        assertThat(page.select(".mv-figures dt")).hasSize(3);
    }
}
