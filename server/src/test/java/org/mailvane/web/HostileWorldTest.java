package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.GermanPage;
import org.mailvane.testing.Parts;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PagePaths.For;

/**
 * Everything that strangers and colleagues can write is HTML here: what reports, mails and records
 * carry, and what people give. All pages that lead from one to the other are read, and none of it
 * has become an element or an attribute of theirs.
 */
@Tag("slow")
class HostileWorldTest {

    /** So many pages are read, if there are as many. */
    private static final int MOST_PAGES = 3_000;

    private static final Pattern SHOWN = Pattern.compile("<x-h id=([a-z-]+) ");

    private static final String DOMAIN = "shop.example";

    /** What the test has written. */
    private static final Pattern OURS =
            Pattern.compile("\\S*<x-h.*?>\\S*|Mailvane|English|IP Geolocation by DB-IP");

    private static DnsServer dns;
    private static Visitors visitors;
    private static Person owner;
    private static Browser browser;

    /**
     * Returns a text that ends the element around it, and begins one that says where it came from.
     */
    private static String evil(String field) {
        return "\"'><x-h id=" + field + " onmouseover=alert(1)>{{7*7}}";
    }

    private static String xml(String field) {
        return evil(field).replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String json(String field) {
        return evil(field).replace("\"", "\\\"");
    }

    /** In a record, where a semicolon and a quote mean something. */
    private static String record(String field) {
        return "'><x-h id=" + field + " onmouseover=alert(1)>";
    }

    @BeforeAll
    static void open() {
        visitors = Visitors.onFreshService();
        dns = visitors.people.service.dns();
        dns.add(
                """
                shop.example                 SOA  ns.shop.example h.shop.example 7 3600 600 86400 60
                shop.example                 MX   10 mx.shop.example
                mx.shop.example              A    203.0.113.5
                shop.example                 TXT  "v=spf1 include:%s x:%s -all"
                _dmarc.shop.example          TXT  "v=DMARC1; p=%s; %s=1; rua=mailto:%s@x"
                s1._domainkey.shop.example   TXT  "v=DKIM1; k=%s; p=%s"
                _smtp._tls.shop.example      TXT  "v=TLSRPTv1; rua=%s"
                _mta-sts.shop.example        TXT  "v=STSv1; id=%s"
                default._bimi.shop.example   TXT  "v=BIMI1; l=%s; a=%s"
                """
                        .formatted(
                                record("spf-include"),
                                record("spf-term"),
                                record("dmarc-policy"),
                                record("dmarc-tag"),
                                record("dmarc-rua"),
                                record("dkim-type"),
                                record("dkim-key"),
                                record("tls-rua"),
                                record("sts-id"),
                                record("bimi-logo"),
                                record("bimi-authority")));
        owner = visitors.people.owner;
        visitors.add(owner, DOMAIN);
        visitors.people.sql("update account_user set has_forensic_access = true");
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("report.xml", aggregate());
        files.put("tls.json", tls());
        files.put("failure.eml", failure());
        files.put(evil("file-name").replace("\"", "") + ".xml", broken());
        files.forEach(HostileWorldTest::upload);
        String selectors = "{\"dkim_selectors\": [\"s1\"]}";
        String link =
                "/api/v1/domains/"
                        + visitors.people.value("select id from domain where name = 'shop.example'")
                        + "/";
        visitors.people.service.send("PATCH", owner.token(), link, selectors);
        Answer refreshed =
                visitors.people.service.send("POST", owner.token(), link + "refresh/", "");
        assertThat(refreshed.status()).as(refreshed.text()).isEqualTo(200);
        visitors.group(owner, evil("group").replace("'", ""), DOMAIN);
        browser = visitors.browser(owner).with("User-Agent", evil("user-agent"));
        // Once more, for the session to have that name.
        browser = new Browser(visitors.people.service).with("User-Agent", evil("user-agent"));
        browser.signIn(owner.email(), People.PASSWORD);
        String report = PageSamples.report(visitors.people, owner, "{}");
        visitors.people.sql(
                "update detail_report set search_token = '%s' where search_token = '%s'"
                        .formatted(PageSamples.REPORT, report));
        PageSamples.search(visitors.people, owner);
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static void upload(String name, byte[] file) {
        Answer answer = new Parts().file(name, file).upload(visitors.people.service, owner.token());
        Samples.awaitImport(visitors.people, owner.token(), answer.json().get("id").asLong());
    }

    private static byte[] aggregate() {
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <feedback><version>%s</version><report_metadata><org_name>%s</org_name><email>%s</email>
        <extra_contact_info>%s</extra_contact_info><report_id>%s</report_id>
        <date_range><begin>1795046400</begin><end>1795132799</end></date_range>
        <error>%s</error></report_metadata>
        <policy_published><domain>shop.example</domain><adkim>r</adkim><aspf>r</aspf>
        <p>none</p><sp>none</sp><pct>100</pct><fo>%s</fo></policy_published>
        <record><row><source_ip>192.0.2.10</source_ip><count>120</count><policy_evaluated>
        <disposition>none</disposition><dkim>fail</dkim><spf>fail</spf>
        <reason><type>local_policy</type><comment>%s</comment></reason>
        </policy_evaluated></row>
        <identifiers><header_from>shop.example</header_from><envelope_from>%s</envelope_from>
        <envelope_to>%s</envelope_to></identifiers>
        <auth_results><dkim><domain>%s</domain><selector>%s</selector><result>pass</result>
        <human_result>%s</human_result></dkim>
        <spf><domain>%s</domain><scope>mfrom</scope><result>%s</result></spf></auth_results></record>
        <record><row><source_ip>192.0.2.11</source_ip><count>3</count><policy_evaluated>
        <disposition>%s</disposition><dkim>%s</dkim><spf>fail</spf>
        </policy_evaluated></row>
        <identifiers><header_from>%s</header_from></identifiers>
        <auth_results><spf><domain>shop.example</domain><result>fail</result></spf></auth_results>
        </record></feedback>
        """
                .formatted(
                        xml("version"),
                        xml("reporter"),
                        xml("reporter-mail"),
                        xml("contact"),
                        xml("report-id"),
                        xml("report-error"),
                        xml("fo"),
                        xml("reason"),
                        xml("envelope-from"),
                        xml("envelope-to"),
                        xml("dkim-domain"),
                        xml("selector"),
                        xml("human-result"),
                        xml("spf-domain"),
                        xml("spf-result"),
                        xml("disposition"),
                        xml("dkim-result"),
                        xml("header-from"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] tls() {
        return """
        {"organization-name": "%s", "contact-info": "%s", "report-id": "%s",
         "date-range": {"start-datetime": "2026-11-19T00:00:00Z",
          "end-datetime": "2026-11-19T23:59:59Z"},
         "policies": [{"policy": {"policy-type": "sts",
           "policy-string": ["version: STSv1", "mode: enforce", "%s"],
           "policy-domain": "shop.example", "mx-host": ["%s"]},
          "summary": {"total-successful-session-count": 9, "total-failure-session-count": 3},
          "failure-details": [{"result-type": "%s", "sending-mta-ip": "192.0.2.9",
           "receiving-mx-hostname": "%s", "receiving-mx-helo": "%s", "receiving-ip": "203.0.113.5",
           "failed-session-count": 3, "failure-reason-code": "%s",
           "additional-information": "%s"}]}]}
        """
                .formatted(
                        json("tls-reporter"),
                        json("tls-contact"),
                        json("tls-id"),
                        json("tls-policy"),
                        json("tls-mx"),
                        json("tls-result"),
                        json("tls-host"),
                        json("tls-helo"),
                        json("tls-reason"),
                        json("tls-more"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] failure() {
        return """
        From: %s <postmaster@receiver.example>
        To: ruf@shop.example
        Subject: %s
        Message-ID: <r1@receiver.example>
        Date: Thu, 19 Nov 2026 08:00:05 +0000
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary=b

        --b
        Content-Type: text/plain

        %s
        --b
        Content-Type: message/feedback-report

        Feedback-Type: auth-failure
        User-Agent: %s
        Version: 1
        Auth-Failure: %s
        Original-Mail-From: <%s>
        Original-Rcpt-To: <%s>
        Source-IP: 192.0.2.1
        Reported-Domain: shop.example
        Delivery-Result: %s
        Identity-Alignment: %s
        Arrival-Date: Thu, 19 Nov 2026 08:00:00 +0000
        Authentication-Results: receiver.example; dmarc=fail header.from=%s

        --b
        Content-Type: message/rfc822

        From: %s <ceo@shop.example>
        To: %s
        Reply-To: %s
        Subject: %s
        Message-ID: <%s>

        %s
        --b--
        """
                .formatted(
                        evil("mail-from"),
                        evil("mail-subject"),
                        evil("mail-text"),
                        evil("mail-agent"),
                        evil("mail-failure"),
                        evil("mail-sender"),
                        evil("mail-recipient"),
                        evil("mail-delivery"),
                        evil("mail-alignment"),
                        evil("mail-results"),
                        evil("original-from"),
                        evil("original-to"),
                        evil("original-reply"),
                        evil("original-subject"),
                        evil("original-id"),
                        evil("original-body"))
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] broken() {
        return ("<feedback><report_metadata><org_name>" + xml("broken") + "</org_name>")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void nothingThatAnybodyWroteIsMarkup() {
        Set<String> shown = new TreeSet<>();
        Deque<String> waiting =
                new ArrayDeque<>(PagePaths.pages(visitors.people, Set.of(For.SIGNED_IN)));
        waiting.add("/inspectors?record=dmarc&domain=" + DOMAIN);
        Set<String> known = new HashSet<>(waiting);
        int read = 0;
        while (!waiting.isEmpty() && read++ < MOST_PAGES) {
            String path = waiting.remove();
            Answer answer = browser.get(path);
            assertThat(answer.status()).as(path).isLessThan(500);
            if (!answer.header("content-type").startsWith("text/html")) {
                assertThat(answer.header("content-type"))
                        .as("what browsers would run: " + path)
                        .doesNotContain("svg", "xhtml", "javascript");
                continue;
            }
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("x-h, [onmouseover], script:not([src]), img:not([alt])"))
                    .as(path)
                    .isEmpty();
            assertThat(page.select("[href]:not([href^=/]):not([href^=#])").eachAttr("href"))
                    .as(path)
                    .allSatisfy(href -> assertThat(href).matches("(https?://|mailto:|\\?).*"));
            assertThat(page.text()).as(path).doesNotContain("49}}", ">49");
            Matcher found = SHOWN.matcher(page.text() + page.select("[title]").eachAttr("title"));
            while (found.find()) {
                shown.add(found.group(1));
            }
            for (String link : page.select("a[href^=/]:not([href^=/api/])").eachAttr("href")) {
                if (known.add(withoutWayBack(link))) {
                    waiting.add(link);
                }
            }
        }
        assertThat(waiting).as("pages that were not read").isEmpty();
        assertThat(shown)
                .as("what pages show as the text that it is")
                .contains(
                        "bimi-authority",
                        "bimi-logo",
                        "dkim-domain",
                        "dmarc-policy",
                        "dmarc-rua",
                        "dmarc-tag",
                        "file-name",
                        "group",
                        "header-from",
                        "mail-results",
                        "original-from",
                        "original-id",
                        "original-reply",
                        "original-subject",
                        "original-to",
                        "reason",
                        "reporter",
                        "selector",
                        "spf-domain",
                        "spf-include",
                        "spf-term",
                        "sts-id",
                        "tls-helo",
                        "tls-host",
                        "tls-more",
                        "tls-reason",
                        "tls-reporter",
                        "tls-result",
                        "tls-rua",
                        "user-agent");
    }

    /** All that can be wrong of a domain is said in German, too. */
    @Test
    void whatIsWrongIsSaidInGermanToTheLastWord() {
        Browser german = new Browser(visitors.people.service);
        german.signIn(owner.email(), People.PASSWORD);
        german.post("/preferences/language", "language", "de");
        try {
            Set<String> paths =
                    new TreeSet<>(PagePaths.pages(visitors.people, Set.of(For.SIGNED_IN)));
            String id = visitors.people.value("select id from domain where name = 'shop.example'");
            german.page("/domains/" + id)
                    .select(".mv-tabs a")
                    .forEach(tab -> paths.add(tab.attr("href")));
            for (String record :
                    List.of(
                            "dmarc",
                            "spf",
                            "dkim",
                            "bimi",
                            "tls-rpt",
                            "mta-sts",
                            "mta-sts-policy")) {
                paths.add("/inspectors?record=" + record + "&selector=s1&domain=" + DOMAIN);
                paths.add("/inspectors?record=" + record + "&domain=nowhere.example");
                paths.add("/inspectors?record=" + record + "&domain=no%20name");
            }
            paths.addAll(
                    List.of("/imports/1", "/imports/2", "/imports/3", "/imports/4", "/nowhere"));
            Set<String> wrong = new TreeSet<>();
            for (String path : paths) {
                Answer answer = german.get(path);
                if (answer.header("content-type").startsWith("text/html")) {
                    GermanPage.wrongOn(Jsoup.parse(answer.text()), OURS)
                            .forEach(each -> wrong.add(each + "   " + path));
                }
            }
            assertThat(wrong).isEmpty();
        } finally {
            german.post("/preferences/language", "language", "en");
        }
    }

    /**
     * Links to the page of groups carry the page to return to, with its query. The test follows one
     * link for each page to return to, and every link with hostile text.
     */
    private static String withoutWayBack(String link) {
        return link.contains("x-h") ? link : link.replaceAll("([?&]next=[^&]*?)%3F[^&]*", "$1");
    }

    @Test
    void searchTakesNothingForMarkup() {
        Document page = browser.page("/search?q=%22%3E%3Cx-h%20onmouseover=alert(1)%3E");
        assertThat(page.select("x-h, [onmouseover]")).isEmpty();
        assertThat(page.select("main").text()).contains("<x-honmouseover=alert(1)>");
    }
}
