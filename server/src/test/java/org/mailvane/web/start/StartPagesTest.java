package org.mailvane.web.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.ReportRecords;
import org.mailvane.planner.ReportRecords.Found;
import org.mailvane.planner.ReportRecords.Reports;
import org.mailvane.planner.ReportRecords.Result;
import org.mailvane.planner.ReportRecords.State;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.start.StartController.RecordsStep;

/** The steps to the first reports, and what settings say of their ways. */
@Tag("slow")
class StartPagesTest {

    private static final String DOMAINS = "/start";
    private static final String REPORTS = "/start/reports";
    private static final String RECORDS = "/start/records";

    private static DnsServer dns;
    private static Visitors visitors;
    private static People people;

    @BeforeAll
    static void open() {
        visitors = new Visitors(Map.of(Setting.INTAKE_DOMAIN, "in.example"));
        dns = visitors.people.service.dns();
        dns.add(
                """
                in.example            MX   10 mx.in.example
                _dmarc.strict.example TXT  "v=DMARC1; p=reject; rua=mailto:x@strict.example; adkim=s"
                _dmarc.lost.example   SERVFAIL
                new.example           A    192.0.2.1
                choice.example        A    192.0.2.1
                there.example         A    192.0.2.1
                over.example          A    192.0.2.1
                sub.over.example      A    192.0.2.1
                """);
        people = visitors.people;
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static String address(Person owner) {
        return people.service
                .part(ReportAddresses.class)
                .of(people.service.part(Accounts.class).find(owner.accountId()).orElseThrow());
    }

    private static Element form(Document page, String path) {
        return page.expectFirst("form[method=post][action=" + path + "]");
    }

    @Test
    void fromAnEmptyAccountToTheRecords() {
        Person owner = people.account("Start");
        Browser browser = visitors.browser(owner);
        for (String empty : List.of("/", "/domains", "/sources", "/detail", "/imports")) {
            assertThat(browser.page(empty).select(".mv-main a[href=" + DOMAINS + "]"))
                    .as(empty)
                    .isNotEmpty();
        }
        Document first = browser.page(DOMAINS);
        assertThat(first.select(".mv-path [aria-current=step]").text()).isEqualTo("1. Domains");
        String group = first.select("#group option").attr("value");
        Answer wrong =
                browser.submit(
                        form(first, DOMAINS), DOMAINS, "names", Visitors.HTML, "group", group);
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(Visitors.harmless(wrong).select("[role=alert]").text())
                .contains("These are not valid domain names");
        Answer added =
                browser.submit(
                        form(first, DOMAINS),
                        DOMAINS,
                        "names",
                        "new.example, strict.example\nlost.example",
                        "group",
                        group);
        assertThat(added.header("location")).isEqualTo(REPORTS + "?added=3");
        Document second = browser.page(added.header("location"));
        assertThat(second.select("[role=status]").text()).isEqualTo("3 domains were added");
        assertThat(second.select("pre").text()).isEqualTo(address(owner));
        assertThat(second.text())
                .contains("SMTP is off.", "MAILVANE_SMTP_LISTEN", "No mailboxes or folders");

        Document third = browser.page(RECORDS);
        assertThat(third.text()).contains("*._report._dmarc.in.example");
        assertThat(third.select(".mv-card:has(#sa) li").eachText())
                .containsExactly(
                        "To do. 3 domains shown here are not authorised, so receivers send no"
                                + " reports about them.",
                        "Done. The mailbox's domain accepts mail.");
        assertThat(third.select("#sr + [role=status]").text())
                .isEqualTo("0 of 3 are set up to report to you, 1 unknown");
        assertThat(third.select(".mv-card:has(#sr) pre").eachText())
                .containsExactly(
                        "v=DMARC1; p=none; rua=mailto:" + address(owner),
                        "v=DMARC1; p=reject; rua=mailto:x@strict.example,mailto:"
                                + address(owner)
                                + "; adkim=s");
        assertThat(third.expectFirst(".mv-card:has(#sr) li").text())
                .contains("Unknown.", "lost.example", "The DNS lookup failed");

        dns.add("_dmarc.new.example TXT \"v=DMARC1; p=none; rua=mailto:" + address(owner) + "\"");
        dns.add("*._report._dmarc.in.example TXT \"v=DMARC1\"");
        Answer checked = browser.submit(form(third, RECORDS), RECORDS);
        Document after = Jsoup.parse(checked.text());
        assertThat(checked.status()).isEqualTo(200);
        assertThat(after.select("#sr + [role=status]").text())
                .isEqualTo("1 of 3 are set up to report to you, 1 unknown");
        assertThat(after.expectFirst(".mv-card:has(#sa) li").text())
                .isEqualTo("Done. All domains shown here are authorised.");
        dns.remove("*._report._dmarc.in.example");
    }

    @Test
    void domainThatDoesNotExistIsToBePublishedItselfFirst() {
        Person owner = people.account("Nameless");
        visitors.add(owner, "nameless.example", "there.example");
        List<String> rows =
                visitors.browser(owner).page(RECORDS).select(".mv-card:has(#sr) li").eachText();
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst())
                .contains("nameless.example This domain does not exist in DNS. ");
        assertThat(rows.getLast()).doesNotContain("does not exist");
    }

    @Test
    void manyDomainsAreShownInParts() {
        Person owner = people.account("Many");
        visitors.add(
                owner,
                IntStream.range(0, 70)
                        .mapToObj("d%02d.many.example"::formatted)
                        .toArray(String[]::new));
        Browser browser = visitors.browser(owner);
        Document page = browser.page(RECORDS);
        assertThat(page.select(".mv-card:has(#sr) .mv-list > li"))
                .hasSize(ReportRecords.MAX_DOMAINS);
        Document rest = browser.page(page.select("a[rel=next]").attr("href"));
        assertThat(rest.select(".mv-card:has(#sr) .mv-list > li").size()).isBetween(20, 21);
        Answer again = browser.submit(form(rest, RECORDS), RECORDS);
        assertThat(Jsoup.parse(again.text()).select(".mv-card:has(#sr) .mv-list > li"))
                .hasSameSizeAs(rest.select(".mv-card:has(#sr) .mv-list > li"));
    }

    @Test
    void addressOfAnotherMailboxCanBeChosenAndNoOther() {
        Person owner = people.account("Other");
        visitors.add(owner, "choice.example");
        people.service.part(ReportAddresses.class).add(owner.accountId(), "dmarc@choice.example");
        Browser browser = visitors.browser(owner);
        assertThat(browser.page(RECORDS).select(".mv-card:has(#sr) pre").text())
                .endsWith("rua=mailto:dmarc@choice.example");
        for (String asked : List.of(address(owner), "evil@else.example")) {
            String shown =
                    browser.page(RECORDS + "?address=" + asked + "&page=x")
                            .select(".mv-card:has(#sr) pre")
                            .text();
            assertThat(shown)
                    .endsWith(asked.equals(address(owner)) ? asked : "dmarc@choice.example");
        }
        Document settings = browser.page("/settings/addresses");
        assertThat(settings.select("tbody th").eachText())
                .containsExactly(address(owner), "dmarc@choice.example");
        assertThat(settings.text())
                .contains("mailvane account report-address " + owner.accountId() + " add");
    }

    @Test
    void nothingIsToBePublishedForWhatIsNotThereOrIsCovered() {
        Person owner = people.account("Covered");
        visitors.add(owner, "over.example", "sub.over.example", "nowhere.example");
        Document page = visitors.browser(owner).page(RECORDS);
        assertThat(page.select(".mv-card:has(#sr) pre").eachText()).hasSize(1);
        assertThat(page.select(".mv-card:has(#sr) li").eachText())
                .anyMatch(item ->
                        item.contains("sub.over.example")
                                && item.contains("the record of over.example also covers this"))
                .anyMatch(item ->
                        item.contains("nowhere.example")
                                && item.contains("This domain does not exist in DNS"))
                .anyMatch(item -> item.contains("_dmarc.over.example"));
        assertThat(page.select(".mv-card:has(#sw) p").text())
                .contains("Publish the records first")
                .doesNotContain("need to do anything else");
    }

    @Test
    void theOverviewShowsTheRecordUntilAReportHasCome() {
        Person owner = people.account("Before");
        visitors.add(owner, "before.example");
        people.sql(
                "update domain set last_seen_dmarc_policy = 'x' where account_id = "
                        + owner.accountId());
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("#pub").text())
                .isEqualTo("Publish this TXT record at _dmarc.before.example");
        assertThat(page.select("[aria-labelledby=pub] pre").text())
                .isEqualTo("v=DMARC1; p=none; rua=mailto:" + address(owner));
        assertThat(page.select("[aria-labelledby=pub] a[href=/imports]")).hasSize(1);
        assertThat(page.select(".mv-figures, .mv-chart")).as("all would be zero").isEmpty();
        long group = visitors.group(owner, "Before", "before.example");
        assertThat(
                        visitors.browser(visitors.colleague(owner, group, false))
                                .page("/")
                                .select("#pub"))
                .as("who can't set it up")
                .isEmpty();
        people.sql(
                "update domain set last_upload_time = now() where account_id = "
                        + owner.accountId());
        page = browser.page("/");
        assertThat(page.select("#pub")).isEmpty();
        assertThat(page.select(".mv-figures")).hasSize(1);
    }

    @Test
    void ofAPartOfTheDomainsNobodySaysThatAllIsDone() {
        Found here =
                new Found(
                        new DomainName("a.example"),
                        Reports.HERE,
                        "_dmarc.a.example",
                        "",
                        true,
                        State.PASSED,
                        true);
        Result result =
                new Result("r@in.example", State.PASSED, Collections.nCopies(PageList.SIZE, here));
        for (int domains : List.of(PageList.SIZE, PageList.SIZE + 1)) {
            PageList list = PageList.of(RECORDS, Map.of(), "", domains);
            assertThat(new RecordsStep(List.of(result.mailbox()), list, List.of(), result).isDone())
                    .as("%d domains", domains)
                    .isEqualTo(domains == PageList.SIZE);
        }
    }

    @Test
    void whereNothingIsAskedThatIsSaidAndSetUpIsOfferedUntilAReportHasCome() {
        Person owner = people.account("Off");
        visitors.add(owner, "off.example");
        Browser browser = visitors.browser(owner);
        Document page = browser.page("/");
        assertThat(page.select("#next").text())
                .isEqualTo(
                        "DNS is not checked: scheduled lookups are turned off (MAILVANE_MONITOR)");
        assertThat(page.select(".mv-card:has(#setup) a").attr("href")).isEqualTo(DOMAINS);
        String one = browser.page("/domains").select(".mv-table a.mv-name").attr("href");
        assertThat(browser.page(one).select("#next").text())
                .isEqualTo(
                        "DNS is not checked: scheduled lookups are turned off (MAILVANE_MONITOR)");
        assertThat(browser.post(one + "/refresh").status()).isEqualTo(303);
        assertThat(browser.page(one).select("#next").text()).doesNotContain("is not checked");
        people.sql(
                "update domain set last_upload_time = now() where account_id = "
                        + owner.accountId());
        assertThat(browser.page("/").select("#setup")).isEmpty();
    }

    @Test
    void everyAddressOfTheDomainIsListedWhereItIsTheOnlyAccounts() {
        try (Visitors alone = new Visitors(Map.of(Setting.INTAKE_DOMAIN, "in.example"))) {
            Browser browser = alone.browser(alone.people.owner);
            assertThat(browser.page("/settings/addresses").select("tbody th").eachText())
                    .hasSize(2)
                    .endsWith("*@in.example");
            alone.people.account("Second");
            assertThat(browser.page("/settings/addresses").select("tbody th").eachText())
                    .hasSize(1)
                    .doesNotContain("*@in.example");
        }
    }

    @Test
    void theOnlyAccountAddsAddressesAndTakesThemAway() {
        try (Visitors alone = new Visitors(Map.of(Setting.INTAKE_DOMAIN, "localhost"))) {
            Browser browser = alone.browser(alone.people.owner);
            String settings = "/settings/addresses";
            assertThat(browser.page(RECORDS).select("#no").text())
                    .startsWith("This server has no public mail address yet");
            Document step = browser.page(REPORTS);
            assertThat(step.text()).doesNotContain("mailvane account");
            Answer wrong = browser.submit(form(step, REPORTS), REPORTS, "address", Visitors.HTML);
            assertThat(wrong.status()).isEqualTo(400);
            Document again = Visitors.harmless(wrong);
            assertThat(again.select("[role=alert]").text())
                    .contains("is not a valid email address. Enter one such as ann@example.com");
            Answer added =
                    browser.submit(form(again, REPORTS), REPORTS, "address", " Dmarc@A.example ");
            assertThat(added.header("location")).isEqualTo(REPORTS);
            step = browser.page(REPORTS);
            assertThat(step.select("pre").text()).isEqualTo("dmarc@a.example");
            assertThat(step.select("form[action=" + REPORTS + "]"))
                    .as("SMTP is off: reports may come to further mailboxes")
                    .hasSize(1);
            assertThat(browser.page(RECORDS).select("#no")).isEmpty();

            Answer second =
                    browser.submit(
                            form(browser.page(settings), settings), "", "address", "b@b.example");
            assertThat(browser.page(second.header("location")).select("[role=status]").text())
                    .startsWith("Address added");
            Answer twice =
                    browser.submit(
                            form(browser.page(settings), settings), "", "address", "B@b.example");
            assertThat(twice.status()).isEqualTo(400);
            assertThat(Jsoup.parse(twice.text()).select("[role=alert]").text())
                    .isEqualTo("b@b.example is already a report address.");

            Element delete =
                    browser.page(settings)
                            .select("form[action$=delete]:has(input[value=b@b.example])")
                            .getFirst();
            Document sure = Jsoup.parse(browser.submit(delete, "").text());
            assertThat(sure.select("#sure").text()).isEqualTo("Delete b@b.example?");
            assertThat(browser.page(settings).text()).contains("b@b.example");
            Answer deleted = browser.submit(sure.expectFirst("section:has(#sure) form"), "");
            assertThat(browser.page(deleted.header("location")).select("tbody th").text())
                    .contains("dmarc@a.example")
                    .doesNotContain("b@b.example");
            assertThat(browser.submit(delete, "").status()).as("gone").isEqualTo(404);

            alone.people.account("Second");
            Document closed = browser.page(settings);
            assertThat(closed.select("form[action^=" + settings + "]")).isEmpty();
            assertThat(browser.post(settings + "/delete", "address", "dmarc@a.example").status())
                    .isEqualTo(403);
            assertThat(closed.text()).contains("mailvane account report-address");
            for (String path : List.of(settings, REPORTS)) {
                Answer late = browser.post(path, "address", "theirs@a.example");
                assertThat(late.status()).as(path).isEqualTo(400);
                assertThat(late.text()).as(path).contains("other accounts");
            }
            assertThat(browser.page(settings).text()).doesNotContain("theirs@a.example");
        }
    }

    @Test
    void accountsHaveNoMoreAddressesThanTheyMay() {
        try (Visitors alone = new Visitors()) {
            Browser browser = alone.browser(alone.people.owner);
            ReportAddresses addresses = alone.people.service.part(ReportAddresses.class);
            IntStream.range(0, 100)
                    .forEach(i ->
                            addresses.add(alone.people.owner.accountId(), "x" + i + "@a.example"));
            Answer beyond = browser.post("/settings/addresses", "address", "y@a.example");
            assertThat(beyond.status()).isEqualTo(400);
            assertThat(Jsoup.parse(beyond.text()).select("[role=alert]").text())
                    .isEqualTo("The account already has 100 added addresses, the maximum.");
        }
    }

    @Test
    void onlyOwnerAndAdminsGetIn() {
        Browser admin = visitors.browser(people.admin());
        Browser member = visitors.browser(people.member());
        for (String path :
                List.of(
                        DOMAINS,
                        REPORTS,
                        RECORDS,
                        "/settings/addresses",
                        "/settings/mailboxes",
                        "/settings/account")) {
            assertThat(admin.get(path).status()).as(path).isEqualTo(200);
            assertThat(member.get(path).status()).as(path).isEqualTo(403);
        }
        assertThat(member.post(DOMAINS, "names", "a.example").status()).isEqualTo(403);
        assertThat(member.post(RECORDS).status()).isEqualTo(403);
        assertThat(member.post(REPORTS, "address", "a@a.example").status()).isEqualTo(403);
        assertThat(member.post("/settings/addresses", "address", "a@a.example").status())
                .isEqualTo(403);
        assertThat(member.post("/settings/addresses/delete", "address", "a@a.example").status())
                .isEqualTo(403);
        assertThat(member.page("/").select("a[href=" + DOMAINS + "]")).isEmpty();
        assertThat(admin.page("/settings/profile").select(".mv-tabs a").eachText())
                .contains("Report addresses", "Mailboxes", "Custom sources", "Setup");
    }

    @Test
    void accountSaysWhatIsKnownAndSettingsOnlyWhereItIsAlone() {
        Document page = visitors.browser(people.owner).page("/settings/account");
        String account = page.select(".mv-card:has(#ac)").text();
        assertThat(account).contains("Example", "90 days", "unlimited", "0 of 1,000");
        assertThat(page.select("#as")).isEmpty();
        try (Visitors alone =
                new Visitors(Map.of(Setting.OIDC_CLIENT_SECRET, "hush", Setting.MONITOR, "off"))) {
            Document own = alone.browser(alone.people.owner).page("/settings/account");
            assertThat(own.select(".mv-card:has(#as)").text())
                    .contains("MAILVANE_MONITOR", "MAILVANE_RETENTION_DAYS", "***")
                    .doesNotContain("hush", "postgresql://mailvane:mailvane");
            assertThat(alone.browser(alone.people.admin()).page("/settings/account").select("#as"))
                    .isEmpty();
            Document start = alone.browser(alone.people.owner).page(RECORDS);
            assertThat(start.text()).contains("This server has no public mail address yet");
            assertThat(start.select("pre")).isEmpty();
        }
    }

    @Test
    void whoLooksAtTheDemoIsToldHowToBegin() {
        Document page = new Browser(people.service).page("/start/real");
        assertThat(page.select("pre").text()).isEqualTo("./mailvane serve");
        assertThat(page.select("main h2").eachText())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("1. "),
                        second -> assertThat(second).startsWith("2. "),
                        third -> assertThat(third).startsWith("3. "));
        assertThat(page.select("main p").text()).doesNotContain("3. ");
    }
}
