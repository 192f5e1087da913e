package org.mailvane.web.detail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.Visitors.HTML;
import static org.mailvane.web.Visitors.TEXTS;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.detailreport.query.RowChoice;
import org.mailvane.testing.Browser;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PageSamples;
import org.mailvane.web.Visitors;
import org.mailvane.web.parts.InvalidDomainNames;
import org.mailvane.web.parts.NamesField;
import tools.jackson.databind.JsonNode;

/** Pages of the detail viewer say what the API says to the same caller. */
class DetailPagesTest {

    private static final String DATA = "/api/v1/aggregate-report/";
    private static final String XML =
            HTML.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

    private static DnsServer dns;
    private static Visitors visitors;
    private static Person owner;
    private static Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
        dns = visitors.people.service.dns();
        dns.add(
                """
                10.2.0.192.in-addr.arpa  PTR  mx1.hosts.example
                mx1.hosts.example        A    192.0.2.10
                """);
        owner = visitors.people.owner;
        browser = visitors.browser(owner);
        visitors.add(owner, "shop.example", "other.example");
        upload(
                SampleReport.about("shop.example")
                        .period("2026-11-15T00:00:00Z", "2026-11-15T23:59:59Z")
                        .record("192.0.2.10", 1_200, "none", true, true)
                        .record("192.0.2.11", 30, "none", false, true)
                        .record("198.51.100.7", 3, "reject", false, false)
                        .record("203.0.113.9", 5, "none", false, false, "shop.example", "forwarded")
                        .record("192.0.2.10", 40, "none", true, true, "news.shop.example", ""));
        upload(
                SampleReport.about("other.example")
                        .from(XML)
                        .id("r-2")
                        .period("2026-11-17T00:00:00Z", "2026-11-17T23:59:59Z")
                        .recordXml(
                                """
                                <record><row><source_ip>198.51.100.7</source_ip><count>77</count>\
                                <policy_evaluated><disposition>none</disposition><dkim>fail</dkim>\
                                <spf>fail</spf><reason><type>other</type><comment>%1$s</comment></reason>\
                                </policy_evaluated></row><identifiers><header_from>%1$s</header_from>\
                                <envelope_from>%1$s</envelope_from></identifiers><auth_results>\
                                <dkim><domain>%1$s</domain><selector>%1$s</selector><result>fail</result>\
                                <human_result>%1$s</human_result></dkim><spf><domain>%1$s</domain>\
                                <result>fail</result></spf></auth_results></record>
                                """
                                        .formatted(XML)));
        // What no name server of ours says, another may.
        visitors.people.sql("delete from address_evidence where address = '198.51.100.7'");
        visitors.people.sql(
                """
                insert into address_evidence (address, valid_from, valid_to, known, reverse_name, checked,
                    due)
                values ('198.51.100.7', '-infinity', 'infinity', true, '%s.liar.example',
                    timestamptz '2026-11-20', timestamptz '2099-01-01')
                """
                        .formatted(HTML));
    }

    private static void upload(SampleReport report) {
        PageSamples.upload(visitors.people, owner, report.xml());
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    /** Sends the form as the page has it, with other values; answers the report's path. */
    private static String run(Browser browser, String... fields) {
        Answer answer = send(browser, fields);
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        return answer.header("location");
    }

    private static Answer send(Browser browser, String... fields) {
        Document page = browser.page("/detail");
        Element form = page.expectFirst("form[action=/detail]");
        List<String> all = new ArrayList<>(List.of("filter_option", "n"));
        all.addAll(List.of(fields));
        return browser.submit(form, "/detail", all.toArray(String[]::new));
    }

    private static String token(String path) {
        return path.replaceAll("^/detail/|\\?.*", "");
    }

    @Test
    void whoHasMadeNoReportIsNotToldToSetUpWhatIsThere() {
        Document page = visitors.browser(visitors.people.admin()).page("/detail");
        assertThat(page.select("[aria-labelledby=list] tbody tr")).isEmpty();
        assertThat(page.select(".mv-main a[href=/start]")).isEmpty();
    }

    /** Rows as texts: From domain, address, messages. */
    private static List<List<String>> rows(Document page) {
        List<List<String>> rows = new ArrayList<>();
        for (Element row : page.select("section[aria-labelledby=r4] tbody tr")) {
            rows.add(
                    List.of(
                            row.select("th span").text(),
                            row.select("td code").text(),
                            row.select("td.n").text()));
        }
        return rows;
    }

    private static List<List<String>> expectedRows(Person person, String path) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode row : visitors.api(person, path).get("results")) {
            rows.add(
                    List.of(
                            row.get("from_domain").asString(),
                            row.get("ip").asString(),
                            TEXTS.number(row.get("message_count").asLong())));
        }
        return rows;
    }

    @Test
    void aReportSaysWhatTheApiSaysOfTheSame() {
        String path = run(browser, "domains", "shop.example, OTHER.example");
        String token = token(path);
        Document page = browser.page(path);
        assertThat(Visitors.apiOf(page)).isEqualTo(DATA + token + "/domains/?limit=50");
        assertThat(rows(page))
                .isEqualTo(expectedRows(owner, DATA + token + "/domains/"))
                .hasSize(6);
        assertThat(page.select("h1").text())
                .startsWith("other.example, shop.example, 22 Oct to 20 Nov 2026");

        JsonNode sources = visitors.api(owner, DATA + token + "/sources/");
        List<String> expected = new ArrayList<>();
        long messages = 0;
        for (String category :
                List.of("dmarc_capable", "non_compliant", "forwarders", "threat_unknown")) {
            for (JsonNode source : sources.get(category)) {
                long count = source.get("message_count").asLong();
                messages += count;
                expected.add(source.get("name").asString() + " " + TEXTS.number(count));
            }
        }
        List<String> shown = new ArrayList<>();
        for (Element row : page.select("section[aria-labelledby=r2] tbody tr")) {
            shown.add(row.select("th a").text() + " " + row.select("td").getFirst().text());
        }
        assertThat(shown).isEqualTo(expected).isNotEmpty();
        assertThat(page.select("#r1").text()).startsWith(TEXTS.number(messages) + " messages");

        JsonNode timeline = visitors.api(owner, DATA + token + "/charts/").get("timeline");
        for (int category = 1; category <= 4; category++) {
            for (JsonNode day : timeline.get(String.valueOf(category))) {
                String name = day.get("date").asString().endsWith("15") ? "15 Nov" : "17 Nov";
                assertThat(
                                page.select(".mv-alt tr:contains(" + name + ") td")
                                        .get(category - 1)
                                        .text())
                        .isEqualTo(TEXTS.number(day.get("message_count").asLong()));
            }
        }
        assertThat(page.select(".mv-chart a.day")).hasSize(30);

        assertThat(run(browser, "domains", "other.example shop.example"))
                .as("the same report")
                .isEqualTo(path);
    }

    @Test
    void oneGoesFromSourceToHostToRows() {
        String path = run(browser, "domains", "shop.example");
        String token = token(path);
        Document page = browser.page(path);
        // Until one is chosen, all rows are shown, and the hosts of what failed most that can pass.
        assertThat(page.select("#r3").text())
                .isEqualTo("Hosts of " + page.select("tr.sel th a").text());
        assertThat(page.select("section[aria-labelledby=r3] tbody tr")).isNotEmpty();
        assertThat(page.select("tr.sel a[aria-current]")).isEmpty();
        assertThat(page.select("a:contains(Download these rows as CSV)")).isEmpty();
        Element first = page.select("section[aria-labelledby=r2] tbody a").getFirst();
        Document source = browser.page(first.attr("href"));
        String number = first.attr("href").replaceAll(".*source_number=(\\d+).*", "$1");
        String category = first.attr("href").replaceAll(".*category=(\\d).*", "$1");
        assertThat(source.select("tr.sel a[aria-current]").text()).isEqualTo(first.text());
        JsonNode servers =
                visitors.api(owner, DATA + token + "/source/" + number + "/?category=" + category);
        List<String> hosts = new ArrayList<>();
        for (JsonNode server : servers.get("results")) {
            hosts.add(
                    server.get("server_name")
                                    .asString()
                                    .replace(RowChoice.NO_SERVER, TEXTS.of("detail.host.none"))
                            + " "
                            + server.get("ip_count").asString()
                            + " "
                            + TEXTS.number(server.get("message_count").asLong()));
        }
        List<String> shown = new ArrayList<>();
        for (Element row : source.select("section[aria-labelledby=r3] tbody tr")) {
            shown.add(
                    row.select("th").text()
                            + " "
                            + row.select("td").get(0).text()
                            + " "
                            + row.select("td").get(1).text());
        }
        assertThat(shown).isEqualTo(hosts).isNotEmpty();
        String link = source.select("section[aria-labelledby=r3] tbody a").getFirst().attr("href");
        Document server = browser.page(link);
        assertThat(rows(server))
                .isEqualTo(expectedRows(owner, Visitors.apiOf(server)))
                .isNotEmpty();
        assertThat(
                        browser.get(
                                        server.select("a:contains(Download these rows as CSV)")
                                                .attr("href"))
                                .text()
                                .lines()
                                .count())
                .isEqualTo(1 + rows(server).size());
        assertThat(server.select("section[aria-labelledby=r4] a:contains(Show all)").attr("href"))
                .isEqualTo(path);
        assertThat(browser.page(path + "?source_number=1&source_number=x&category=9").select("h1"))
                .hasSize(1);
        assertThat(rows(browser.page(path + "?source_number=999"))).isEmpty();
        String sorted = source.select("th[aria-sort] a").getFirst().attr("href");
        assertThat(rows(browser.page(sorted)))
                .isEqualTo(expectedRows(owner, Visitors.apiOf(browser.page(sorted))));
    }

    @Test
    void sourcesAndHostsAreBounded() {
        Person account = visitors.people.account("Bounded");
        visitors.add(account, "bounded.example");
        visitors.people.sql(
                """
                insert into custom_source (account_id, name, slug, networks, ptr_domains,
                    dkim_domains, spf_domains, category, capable_spf, capable_dkim, notes_spf,
                    notes_dkim, notes_dmarc, created)
                select %1$d, 'Sender ' || n, 's' || n, array[cast('198.18.0.' || n as cidr)],
                    cast('{}' as text[]), cast('{}' as text[]), cast('{}' as text[]), 2, true, true, '', '', '', now()
                from generate_series(1, %2$d) n
                union all
                select %1$d, 'Farm', 'farm', array[cidr '198.19.0.0/24'], '{}', '{}', '{}', 1, true,
                    true, '', '', '', now()
                """
                        .formatted(account.accountId(), ReportPageController.MAX_SOURCES));
        visitors.people.sql(
                """
                insert into ptr_organization (name)
                select 'host' || n || '.example' from generate_series(1, 99) n
                on conflict do nothing
                """);
        visitors.people.sql(
                """
                insert into address_evidence (address, valid_from, valid_to, known, reverse_name,
                    confirmed, organization, checked, due)
                select inet '198.19.0.0' + n, '-infinity', 'infinity', true, 'mx.' || o.name, true,
                    o.number, timestamptz '2026-11-20', timestamptz '2099-01-01'
                from generate_series(1, 99) n
                join ptr_organization o on o.name = 'host' || n || '.example'
                """);
        SampleReport report =
                SampleReport.about("bounded.example")
                        .period("2026-11-15T00:00:00Z", "2026-11-15T23:59:59Z");
        for (int i = 1; i <= ReportPageController.MAX_SERVERS + 1; i++) {
            report.record("198.19.0." + i, 1_000 + i, "none", true, true);
        }
        for (int i = 1; i <= ReportPageController.MAX_SOURCES; i++) {
            report.record("198.18.0." + i, i, "none", false, false);
        }
        PageSamples.upload(visitors.people, account, report.xml());
        Browser who = visitors.browser(account);
        Document page = who.page(run(who, "domains", "bounded.example"));
        assertThat(page.select("section[aria-labelledby=r2] tbody tr"))
                .hasSize(ReportPageController.MAX_SOURCES);
        assertThat(page.text()).contains("Showing 100 of 101 sources with the most messages.");
        page = who.page(page.select("section[aria-labelledby=r2] a:contains(Farm)").attr("href"));
        assertThat(page.select("section[aria-labelledby=r3] tbody tr"))
                .hasSize(ReportPageController.MAX_SERVERS);
        assertThat(page.select("section[aria-labelledby=r3] header .sub").text())
                .isEqualTo("50 of 51");
    }

    @Test
    void rowsAreAFileToo() {
        String path = run(browser, "domains", "shop.example");
        Document page = browser.page(path);
        String link = page.select("a:contains(Download CSV)").attr("href");
        Answer file = browser.get(link);
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("content-type")).startsWith("text/csv");
        assertThat(file.header("content-disposition"))
                .isEqualTo("attachment; filename=\"report-" + token(path) + ".csv\"");
        assertThat(file.text())
                .isEqualTo(
                        visitors.people
                                .service
                                .get(owner.token(), DATA + token(path) + "/domains/?format=csv")
                                .text());
        assertThat(file.text().lines().count()).isEqualTo(6);
    }

    @Test
    void everyCriterionIsThatOfTheApi() {
        String path =
                run(
                        browser,
                        "domains",
                        "shop.example",
                        "start_date",
                        "2026-11-10",
                        "end_date",
                        "2026-11-18",
                        "filter_option",
                        "x",
                        "ip_cidr",
                        "198.51.100.0/24",
                        "providers",
                        "Postbox One, postbox two",
                        "country_code",
                        "de, US",
                        "spf_result",
                        "-",
                        "spf_policy",
                        "f",
                        "dkim_result",
                        "-",
                        "dkim_policy",
                        "f",
                        "dmarc_policy",
                        "r",
                        "rule_number",
                        "8",
                        "spf_domain",
                        ".shop.example",
                        "ptr",
                        "x.example",
                        "override_comment",
                        "No");
        JsonNode report = visitors.api(owner, "/api/v1/detail-viewer/" + token(path) + "/");
        assertThat(report.get("domains").toString()).isEqualTo("[\"shop.example\"]");
        assertThat(report.get("providers").toString())
                .isEqualTo("[\"postbox one\",\"postbox two\"]");
        assertThat(report.get("start_date").asString()).isEqualTo("2026-11-10");
        assertThat(report.get("end_date").asString()).isEqualTo("2026-11-18");
        assertThat(report.get("filter_option").asString()).isEqualTo("x");
        assertThat(report.get("ip_cidr").asString()).isEqualTo("198.51.100.0/24");
        assertThat(report.get("country_code").toString()).isEqualTo("[\"DE\",\"US\"]");
        assertThat(report.get("spf_result").toString()).isEqualTo("[\"-\"]");
        assertThat(report.get("spf_policy").asString()).isEqualTo("f");
        assertThat(report.get("dkim_result").toString()).isEqualTo("[\"-\"]");
        assertThat(report.get("dkim_policy").asString()).isEqualTo("f");
        assertThat(report.get("dmarc_policy").toString()).isEqualTo("[\"r\"]");
        assertThat(report.get("rule_number").toString()).isEqualTo("[8]");
        assertThat(report.get("spf_domain").asString()).isEqualTo(".shop.example");
        assertThat(report.get("ptr").asString()).isEqualTo("x.example");
        assertThat(report.get("override_comment").asString()).isEqualTo("no");

        Document page = browser.page(path);
        assertThat(page.text()).contains("No matching mail");
        assertThat(page.select("details.mv-alt").hasAttr("open")).isTrue();
        Element form = page.expectFirst("form[action=/detail]");
        List<String> chosen = new ArrayList<>();
        for (Element select : form.select("select")) {
            chosen.add(select.attr("name"));
            chosen.add(select.select("option[selected]").attr("value"));
        }
        assertThat(
                        browser.submit(form, "/detail", chosen.toArray(String[]::new))
                                .header("location"))
                .as("what the form shows asks for the same")
                .isEqualTo(path);
    }

    @Test
    void severalOfWhatTheApiCanAskForStayChosen() {
        String token =
                PageSamples.report(
                        visitors.people,
                        owner,
                        "{\"spf_result\": [\"+\", \"-\"], \"rule_number\": [7, 8]}");
        Document page = browser.page("/detail/" + token);
        assertThat(page.select("#spf_result option[selected]").text()).isEqualTo("fail, pass");
        Element form = page.expectFirst("form[action=/detail]");
        Answer again =
                browser.submit(
                        form,
                        "/detail",
                        "filter_option",
                        "n",
                        "spf_result",
                        page.select("#spf_result option[selected]").attr("value"),
                        "rule_number",
                        page.select("#rule_number option[selected]").attr("value"));
        assertThat(again.header("location")).isEqualTo("/detail/" + token);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "domains | none.example, no/name | have access to no/name, or it",
                "domains | none.example | have access to none.example, or it",
                "start_date | yesterday | Enter a valid first day",
                "end_date | 2026-01-01 | be before the first day",
                "end_date | 99999-01-01 | Enter a valid last day",
                "filter_option | z | Choose which mail to show",
                "ip_cidr | 192.0.2.0/99 | Enter a valid address or network",
                "country_code | Germany | Enter two-letter country codes",
                "spf_policy | z | Choose one of the options",
                "dmarc_policy | z | Choose one of the options",
                "rule_number | 99 | Choose one of the options",
                "rule_number | x | Choose one of the options",
                "spf_domain | . | Enter a valid SPF domain",
                "ptr | . | Enter a valid reverse DNS name",
            })
    void whatIsWrongIsSaid(String field, String value, String text) {
        Answer answer = send(browser, field, value);
        assertThat(answer.status()).isEqualTo(400);
        Document page = Visitors.harmless(answer);
        assertThat(page.select("[role=alert]").text()).contains(text);
        if (page.select("input[name=" + field + "]").size() == 1) {
            assertThat(page.select("input[name=" + field + "]").attr("value")).isEqualTo(value);
        }
    }

    @Test
    void limitsOfTheFormAreSaid() {
        assertThat(send(browser, "override_comment", "x".repeat(1_025)).text())
                .contains("Enter a comment of up to 1,024 characters");
        assertThat(send(browser, "providers", "x,".repeat(101)).text())
                .contains("Enter up to 100 reporters");
        assertThat(send(browser, "domains", "no/name ".repeat(20)).status()).isEqualTo(400);
        Answer many = send(browser, "domains", "x.example ".repeat(5_001));
        assertThat(many.status()).isEqualTo(400);
        assertThat(many.text()).contains("Too many domains. Enter up to 5,000");
        StringBuilder names = new StringBuilder();
        for (int i = 0; i <= InvalidDomainNames.MAX_SHOWN; i++) {
            names.append("n").append(100 + i).append(".example ");
        }
        assertThat(send(browser, "domains", names.toString()).text())
                .contains("n109.example.")
                .doesNotContain("n110.example.<");
        Answer comment = send(browser, "override_comment", "x".repeat(DetailForm.MAX_LENGTH + 1));
        assertThat(Jsoup.parse(comment.text()).select("#override_comment").attr("value"))
                .hasSize(DetailForm.MAX_LENGTH);
    }

    /** None is left out. */
    @Test
    void moreOfNamesThanIsReadIsRefusedAndKept() {
        String ends = "shop.exampleshop.example";
        String longest =
                ends.replace(
                        "eshop", "e" + " ".repeat(NamesField.MAX_LENGTH - ends.length()) + "shop");
        assertThat(send(browser, "domains", longest).status()).isEqualTo(303);
        Answer longer = send(browser, "domains", longest.replace(" shop", "  shop"));
        assertThat(longer.status()).isEqualTo(400);
        Document page = Jsoup.parse(longer.text());
        assertThat(page.select("[role=alert]").text())
                .startsWith("Too many domains. Enter up to 5,000");
        assertThat(page.select("#domains").attr("value")).hasSize(NamesField.MAX_LENGTH + 1);
    }

    @Test
    void tooManyReportsAreRefusedInWords() {
        Person busy = visitors.people.account("Busy");
        Browser theirs = visitors.browser(busy);
        visitors.people.sql(
                """
                insert into detail_report (account_id, user_id, search_token, criteria, criteria_hash,
                    domains, weight, state, stage, progress, created, expires, leased_until,
                    attempts)
                select %d, %d, 'busy' || lpad(i::text, 12, '0'),
                    (select criteria from detail_report limit 1), decode(lpad(i::text, 4, '0'), 'hex'),
                    '{}', 1, 'running', 'reading', 1, timestamptz '2026-11-20T09:00Z',
                    timestamptz '2026-11-23T09:00Z', timestamptz '2099-01-01', 1
                from generate_series(1, 50) i
                """
                        .formatted(busy.accountId(), busy.id()));
        Answer answer = send(theirs);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.text()).contains("50 reports of your account are not ready yet");

        Document waiting = theirs.page("/detail/busy000000000001");
        assertThat(waiting.select("progress").attr("value")).isEqualTo("1");
        assertThat(waiting.select("[aria-live]").text()).isEqualTo("Reading rows");
        assertThat(waiting.select("noscript meta[http-equiv=refresh]").attr("content"))
                .isEqualTo("5");
        assertThat(waiting.select("#found").attr("hx-trigger")).isEqualTo("every 2s");
        assertThat(theirs.page("/detail").select("tbody tr")).hasSize(50);
        assertThat(theirs.get("/detail/busy000000000001?format=csv").status()).isEqualTo(404);

        visitors.people.sql(
                """
                update detail_report set state = 'failed', stage = 'failed', leased_until = null,
                    problem = '<script>x</script>' where search_token = 'busy000000000001'
                """);
        Document failed = Visitors.harmless(theirs.get("/detail/busy000000000001"));
        assertThat(failed.text()).contains("The report failed", "<script>x</script>");
        assertThat(failed.select("meta[http-equiv], [hx-trigger]")).isEmpty();
    }

    @Test
    void reportsAreTheirUsersAlone() {
        String path = run(browser, "domains", "shop.example");
        long group = visitors.group(owner, "Readers", "other.example");
        Person reader = visitors.colleague(owner, group, false);
        Browser theirs = visitors.browser(reader);
        assertThat(theirs.get(path).status()).isEqualTo(404);
        assertThat(theirs.get(path + "?format=csv").status()).isEqualTo(404);
        assertThat(send(theirs, "domains", "shop.example").text())
                .contains("have access to shop.example, or it");
        String own = run(theirs);
        assertThat(rows(theirs.page(own)))
                .isEqualTo(expectedRows(reader, DATA + token(own) + "/domains/"))
                .hasSize(1);
        visitors.people.sql("delete from group_access where user_id = " + reader.id());
        assertThat(theirs.get(own).status()).as("as the API").isEqualTo(404);
        assertThat(theirs.page("/detail").select("form[action=/detail]"))
                .as("of no group")
                .isEmpty();
        for (String none : List.of("nothing", "x".repeat(16), "%00", "0000000000000000")) {
            assertThat(browser.get("/detail/" + none).status()).as(none).isIn(400, 404);
        }
    }

    @Test
    void whatReportsHoldBecomesNoHtml() {
        String path = run(browser, "domains", "other.example");
        Document page = Visitors.harmless(browser.get(path));
        String row = page.select("section[aria-labelledby=r4] tbody tr").text();
        // As it is stored: names in small letters.
        assertThat(row.toLowerCase(Locale.ROOT))
                .contains("<script>alert(1)</script>", "&lt;.liar.example");
        assertThat(page.select("section[aria-labelledby=r4] tbody td").getLast().text())
                .as("the reporter")
                .isEqualTo(HTML);
        String from = page.select("section[aria-labelledby=r4] tbody th").text();
        assertThat(from).contains("<script>");
        Visitors.harmless(browser.get(path + "?ptr_org=%22%3E%3Cscript%3E"));
        Visitors.harmless(browser.get("/detail?domains=%22%3E%3Cscript%3E&ip_cidr=%3Cimg%3E"));
        Document odd = Visitors.harmless(send(browser, "domains", HTML, "providers", HTML));
        assertThat(odd.select("[role=alert]").text()).contains("<script>alert(1)</script><img");
        assertThat(browser.get(path + "?format=csv").text().getBytes(StandardCharsets.UTF_8))
                .isNotEmpty();
    }

    @Test
    void aChartsDaysLeadToTheFormAboutThem() {
        String path = run(browser, "domains", "shop.example", "ip_cidr", "192.0.2.0/24");
        String link = browser.page(path).select(".mv-alt tbody th a").getFirst().attr("href");
        Document form = browser.page(link);
        assertThat(form.select("#start_date").attr("value")).isEqualTo("2026-11-20");
        assertThat(form.select("#end_date").attr("value")).isEqualTo("2026-11-20");
        assertThat(form.select("#domains").attr("value")).isEqualTo("shop.example");
        assertThat(form.select("#ip_cidr").attr("value")).isEqualTo("192.0.2.0/24");
    }

    @Test
    void aChartsDayIsOneClickFromItsReport() {
        Document form = browser.page("/detail?start_date=2026-11-19&end_date=2026-11-19");
        assertThat(
                        form.select(
                                "section[aria-labelledby=day] :is(input:not([type=hidden]), select)"))
                .isEmpty();
        assertThat(form.select("#day").text()).contains("19 Nov 2026");
        Answer sent =
                browser.submit(form.expectFirst("section[aria-labelledby=day] form"), "/detail");
        assertThat(sent.status()).isEqualTo(303);
        assertThat(browser.page("/detail?start_date=2026-11-18&end_date=2026-11-19").select("#day"))
                .as("days that are to be chosen")
                .isEmpty();
        assertThat(browser.page("/detail?start_date=x&end_date=x").select("#day")).isEmpty();
    }

    @Test
    void reportsAreToldApartByWhatTheyWereAskedFor() {
        run(
                browser,
                "ip_cidr",
                "192.0.2.0/24",
                "country_code",
                "DE, FR",
                "spf_policy",
                "f",
                "dkim_result",
                "+,-",
                "override_comment",
                "h" + "x".repeat(DetailForm.MAX_SHOWN));
        Element filters = browser.page("/detail").expectFirst("tbody td");
        assertThat(filters.select(".sub").eachText())
                .containsExactly(
                        "Address or network: 192.0.2.0/24",
                        "Country: DE, FR",
                        "SPF alignment: not aligned",
                        "DKIM result: fail, pass",
                        "Override comment: h" + "x".repeat(DetailForm.MAX_SHOWN - 1) + "...");
    }

    @Test
    void longPeriodsShowTheirLastDays() {
        Document page =
                browser.page(run(browser, "start_date", "1900-01-01", "end_date", "9999-12-31"));
        assertThat(page.select(".mv-chart a.day")).hasSize(400);
        assertThat(page.select(".mv-alt tbody th").getFirst().text()).isEqualTo("20 Nov 2026");
        assertThat(page.text()).doesNotContain("The chart shows only the latest days");
        Document future =
                browser.page(run(browser, "start_date", "9999-12-01", "end_date", "9999-12-31"));
        assertThat(future.text()).contains("No matching mail");
    }

    @Test
    void aSourcesPageOpensItsRows() {
        Answer answer =
                browser.post(
                        "/detail",
                        "start_date",
                        "2026-11-14",
                        "end_date",
                        "2026-11-20",
                        "source",
                        "0");
        assertThat(answer.header("location")).matches("/detail/\\w{16}\\?source_number=0");
        assertThat(browser.post("/detail", "source", "1&x=//evil.example").header("location"))
                .matches("/detail/\\w{16}");
    }
}
