package org.mailvane.web.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.cli.TargetFolders;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.ImapServer;
import org.mailvane.testing.Parts;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Samples;
import org.mailvane.web.Visitors;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/** The imports' pages say what the API does, and take files in as it does. */
class ImportsPageTest {

    private static final byte[] BROKEN =
            "<feedback><report_metadata>".getBytes(StandardCharsets.UTF_8);

    @TempDir(factory = TargetFolders.class)
    private static Path folder;

    private static ImapServer mailbox;
    private static People people;

    @BeforeAll
    static void open() {
        mailbox = new ImapServer();
        people =
                new People(
                        Map.of(
                                Setting.IMAP_URLS,
                                mailbox.url() + "?account=1",
                                Setting.WATCH_DIRS,
                                folder + "?account=1"));
        people.givePassword(people.owner);
    }

    @AfterAll
    static void close() {
        people.close();
        mailbox.close();
    }

    private static Browser browser(Person person) {
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    private static Person owner(String name) {
        Person owner = people.account(name);
        people.givePassword(owner);
        return owner;
    }

    private static byte[] report(String domain, String id) {
        return SampleReport.about(domain).id(id).record("192.0.2.1", 4, "none", true, true).xml();
    }

    private static String action(Browser browser) {
        return browser.page("/imports").expectFirst("form[enctype]").attr("action");
    }

    private static long uploaded(Browser browser, Person who, Parts parts) {
        Answer answer = parts.send(people.service, browser, action(browser));
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("location")).matches("/imports/\\d+");
        long id = Long.parseLong(answer.header("location").substring("/imports/".length()));
        Samples.awaitImport(people, who.token(), id);
        return id;
    }

    @Test
    void filesAreTakenInAndCountedAsByTheApi() {
        Person owner = owner("Counts");
        Browser browser = browser(owner);
        assertThat(browser.page("/imports").text()).contains("No imports yet");
        long id =
                uploaded(
                        browser,
                        owner,
                        new Parts()
                                .file("a.xml", report("a.example", "1"))
                                .file("b.xml", report("a.example", "2"))
                                .file("again.xml", report("a.example", "1"))
                                .file("letter.txt", "Dear all".getBytes(StandardCharsets.UTF_8))
                                .file("broken.xml", BROKEN));
        JsonNode api = people.service.get(owner.token(), "/api/v1/imports/" + id + "/").json();
        Document page = browser.page("/imports/" + id);
        List<String> figures = page.select(".mv-figures dd:nth-of-type(1)").eachText();
        assertThat(figures)
                .containsExactly(
                        api.get("found").asString(),
                        api.get("imported").asString(),
                        api.get("duplicate").asString(),
                        api.get("not_a_report").asString(),
                        api.get("waiting").asString(),
                        api.get("failed").asString())
                .containsExactly("5", "2", "1", "1", "0", "1");
        assertThat(page.select(".mv-foot code a").attr("href"))
                .isEqualTo("/api/v1/imports/" + id + "/");
        assertThat(page.select("[hx-get], noscript")).as("it has ended").isEmpty();
        Document list = browser.page("/imports");
        assertThat(list.select("tbody tr td.n").eachText()).isEqualTo(figures);
        assertThat(list.select("tbody .c-watch").text()).isEqualTo("1 failed");
    }

    @Test
    void whatIsTooMuchOfAnUploadIsSaid() {
        Browser browser = browser(owner("Toomuch"));
        String action = action(browser);
        Answer tooLong =
                new Parts().file("x".repeat(4 << 10), BROKEN).send(people.service, browser, action);
        assertThat(tooLong.status()).isEqualTo(413);
        assertThat(Jsoup.parse(tooLong.text()).select("h1").text()).isEqualTo("File name too long");
        Parts parts = new Parts();
        for (int i = 0; i <= 1_000; i++) {
            parts.file("f" + i, BROKEN);
        }
        Answer tooMany = parts.send(people.service, browser, action);
        assertThat(tooMany.status()).isEqualTo(413);
        assertThat(Jsoup.parse(tooMany.text()).select("h1").text()).isEqualTo("Too many files");
        assertThat(browser.page("/imports").text()).contains("No imports yet");
    }

    @Test
    void theFilesThatFailedLastAreOnTheListItself() {
        Person owner = owner("Failed");
        Browser browser = browser(owner);
        uploaded(browser, owner, new Parts().file("well.xml", report("a.example", "1")));
        assertThat(browser.page("/imports").select("[aria-labelledby=i5]")).isEmpty();
        Parts parts = new Parts();
        for (int i = 0; i < ImportsController.MAX_FAILED; i++) {
            parts.file("b" + i + ".xml", BROKEN);
        }
        long first = uploaded(browser, owner, parts);
        long last = uploaded(browser, owner, new Parts().file("last.xml", BROKEN));
        Element failed = browser.page("/imports").expectFirst("[aria-labelledby=i5]");
        assertThat(failed.select("tbody code.mv-name").eachText())
                .containsExactly("last.xml", "b0.xml", "b1.xml", "b2.xml", "b3.xml");
        assertThat(failed.select("tbody th a").eachAttr("href"))
                .startsWith("/imports/" + last, "/imports/" + first)
                .hasSize(ImportsController.MAX_FAILED);
        assertThat(failed.select("tbody a[href$=original]")).hasSize(ImportsController.MAX_FAILED);
        assertThat(failed.text()).contains("Contact the reporter and attach the original.");
    }

    @Test
    void whatIsNotUsedOfAReportIsSaid() {
        Person owner = owner("Incomplete");
        Browser browser = browser(owner);
        String odd =
                new String(report("odd.example", "1"), StandardCharsets.UTF_8)
                        .replace("<count>4<", "<count>-5<");
        byte[] old =
                SampleReport.about("odd.example")
                        .id("3")
                        .period("2001-01-01T00:00:00Z", "2001-01-01T23:59:59Z")
                        .record("192.0.2.1", 4, "none", true, true)
                        .xml();
        long id =
                uploaded(
                        browser,
                        owner,
                        new Parts()
                                .file("odd.xml", odd.getBytes(StandardCharsets.UTF_8))
                                .file("well.xml", report("odd.example", "2"))
                                .file("old.xml", old));
        Document page = browser.page("/imports/" + id);
        assertThat(page.select(".mv-figures dt").eachText()).endsWith("Failed", "Not stored");
        assertThat(page.select(".mv-figures dd:nth-of-type(1)").eachText())
                .containsExactly("3", "3", "0", "0", "0", "0", "1");
        assertThat(browser.page("/imports").select("tbody tr").text())
                .contains("1 record not stored");
        assertThat(
                        browser.page("/imports/" + id + "?outcome=imported")
                                .select("#entries tbody tr:contains(record not stored)")
                                .eachText())
                .as("at its file, why")
                .singleElement()
                .asString()
                .contains("old.xml", "1 record not stored: older than the retention period");
        Element more = page.expectFirst("a[href$=incomplete]");
        assertThat(more.text())
                .isEqualTo(
                        "1 file contains reports that could only be imported in part."
                                + " View details");

        Document list = browser.page(more.attr("href"));
        Element row = list.expectFirst("#entries tbody tr");
        assertThat(list.select("#entries tbody tr")).hasSize(1);
        assertThat(row.text())
                .contains(
                        "odd.xml",
                        "Records whose count is not a number from 0 to 1,000,000,000,000 count no"
                                + " messages. The first one has '-5'.",
                        "record.count",
                        "1 report imported",
                        "Contact the reporter");
        assertThat(list.select("nav [aria-current]").eachText()).contains("Partially imported");
        String entries = "/api/v1/imports/" + id + "/entries/";
        JsonNode api = people.service.get(owner.token(), entries + "?incomplete=true").json();
        assertThat(api.get("count").asInt()).isEqualTo(1);
        assertThat(api.at("/results/0/imported").asInt()).isEqualTo(1);
        assertThat(api.at("/results/0/reasons/0/outcome").asString()).isEqualTo("imported");
        assertThat(api.at("/results/0/reasons/0/code").asString()).isEqualTo("record.count");
        String link = api.at("/results/0/_links/retry").asString();
        assertThat(
                        people.service
                                .get(owner.token(), entries + "?incomplete=false")
                                .json()
                                .get("count")
                                .asInt())
                .isEqualTo(2);

        assertThat(people.service.send("POST", owner.token(), link, "").status()).isEqualTo(202);
        Samples.awaitImport(people, owner.token(), id);
        api = people.service.get(owner.token(), entries + "?incomplete=true").json();
        assertThat(api.at("/results/0/reasons")).as("read again, said once").hasSize(1);
        assertThat(api.at("/results/0/imported").asInt()).isEqualTo(1);
    }

    @Test
    void aPublicSuffixIsNotToBeAdded() {
        Person owner = owner("Suffix");
        Browser browser = browser(owner);
        long id =
                uploaded(
                        browser,
                        owner,
                        new Parts()
                                .file("com.xml", report("com", "1"))
                                .file("co-uk.xml", report("co.uk", "2"))
                                .file("single.xml", report("localnet", "3")));
        JsonNode api =
                people.service.get(owner.token(), "/api/v1/imports/" + id + "/entries/").json();
        assertThat(api.get("results")).hasSize(3);
        for (JsonNode entry : api.get("results")) {
            assertThat(entry.get("waiting").asInt()).isEqualTo(1);
            assertThat(entry.at("/reasons/0/code").asString()).isEqualTo("public_suffix");
        }
        Document page = browser.page("/imports/" + id);
        assertThat(page.expectFirst("#entries tbody").text())
                .contains("com is a public suffix", "co.uk is", "localnet is", "Nothing, unless")
                .doesNotContain("If the domain is yours");
    }

    @Test
    void whatFailedIsSaidWithItsReasonAndReadAgain() {
        Person owner = owner("Failed");
        Browser browser = browser(owner);
        long id = uploaded(browser, owner, new Parts().file("broken.xml", BROKEN));
        Document page = browser.page("/imports/" + id);
        Element row = page.expectFirst("#entries tbody tr");
        JsonNode failure =
                people.service
                        .get(owner.token(), "/api/v1/imports/" + id + "/failures/")
                        .json()
                        .at("/results/0");
        assertThat(row.text())
                .contains(
                        "broken.xml",
                        failure.get("reason").asString(),
                        failure.get("code").asString(),
                        "Contact the reporter");
        Answer original = browser.get(row.expectFirst("a").attr("href"));
        assertThat(original.status()).isEqualTo(200);
        assertThat(original.text()).isEqualTo(new String(BROKEN, StandardCharsets.UTF_8));
        assertThat(original.header("content-type")).isEqualTo("application/octet-stream");
        assertThat(original.header("content-disposition")).startsWith("attachment");
        assertThat(original.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(original.header("cache-control")).isEqualTo("no-store");

        for (Element form : page.select("form[action$=/retry]")) {
            Answer again = browser.submit(form, "");
            assertThat(again.status()).isEqualTo(303);
            assertThat(again.header("location")).isEqualTo("/imports/" + id);
            Samples.awaitImport(people, owner.token(), id);
        }
        assertThat(page.select("form[action$=/retry]")).hasSize(2);
        assertThat(browser.page("/imports/" + id).select(".c-watch").text()).isEqualTo("1 failed");
    }

    @Test
    void theNewestAreListedUntilAllAreAskedFor() {
        Person owner = owner("Short");
        Browser browser = browser(owner);
        String insert =
                """
                insert into import (account_id, origin, state, created, updated)
                select %d, 'command', 'done', now() - i * interval '1 day', now()
                from generate_series(%d, %d) i
                """;
        people.sql(insert.formatted(owner.accountId(), 1, ImportsController.FEW));
        assertThat(browser.page("/imports").select("#rows tr")).hasSize(ImportsController.FEW);
        assertThat(browser.page("/imports").select("a:contains(Show all)")).isEmpty();
        int beyond = ImportsController.FEW + 1;
        people.sql(insert.formatted(owner.accountId(), beyond, beyond));
        Document few = browser.page("/imports");
        assertThat(few.select("#rows tr")).hasSize(ImportsController.FEW);
        assertThat(people.service.get(owner.token(), Visitors.apiOf(few)).json().get("results"))
                .hasSize(ImportsController.FEW);
        Element all = few.expectFirst("a:contains(Show all " + beyond + ")");
        assertThat(browser.page(all.attr("href")).select("#rows tr")).hasSize(beyond);
    }

    @Test
    void listsAreByOutcomeAndInPages() {
        Person owner = owner("Pages");
        Browser browser = browser(owner);
        Parts parts = new Parts();
        for (int i = 0; i <= PageList.SIZE; i++) {
            parts.file("letter-" + i + ".txt", ("Dear " + i).getBytes(StandardCharsets.UTF_8));
        }
        long id = uploaded(browser, owner, parts.file("good.xml", report("p.example", "1")));
        String path = "/imports/" + id;
        assertThat(rows(browser, path)).isEqualTo(PageList.SIZE);
        assertThat(rows(browser, path + "?page=2")).isEqualTo(2);
        assertThat(rows(browser, path + "?outcome=not_a_report&page=2")).isEqualTo(1);
        assertThat(rows(browser, path + "?outcome=failed")).isZero();
        for (String odd : List.of("?page=-1", "?page=x", "?outcome=x")) {
            assertThat(rows(browser, path + odd)).as(odd).isEqualTo(PageList.SIZE);
        }
        assertThat(rows(browser, path + "?page=99999999")).as("the last").isEqualTo(2);
        Document page = browser.page(path + "?outcome=not_a_report");
        assertThat(page.select("#entries a[rel=next]").attr("href"))
                .isEqualTo(path + "?outcome=not_a_report&page=2");
        assertThat(browser.get("/imports/999999").status()).isEqualTo(404);
        assertThat(browser.get("/imports/x").status()).isIn(400, 404);
    }

    private static int rows(Browser browser, String path) {
        return browser.page(path).select("#entries tbody tr").size();
    }

    @Test
    void ofManyReasonsTheFirstAreShown() throws IOException {
        Person owner = owner("Reasons");
        Browser browser = browser(owner);
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            for (int i = 0; i < ShownEntry.MAX_REASONS + 2; i++) {
                out.putNextEntry(new ZipEntry("broken-" + i + ".xml"));
                out.write(BROKEN);
            }
        }
        long id = uploaded(browser, owner, new Parts().file("all.zip", zip.toByteArray()));
        Element row = browser.page("/imports/" + id).expectFirst("#entries tbody tr");
        assertThat(row.select("td:nth-of-type(1) code")).hasSize(ShownEntry.MAX_REASONS);
        assertThat(row.text()).contains("2 more reasons are available through the API");
    }

    @Test
    void noFileIsSaidSo() {
        Person owner = owner("None");
        Browser browser = browser(owner);
        for (Parts parts : List.of(new Parts(), new Parts().file("", new byte[0]))) {
            Answer answer = parts.send(people.service, browser, action(browser));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(Jsoup.parse(answer.text()).select("[role=alert]").text())
                    .isEqualTo("Choose one or more files.");
        }
        assertThat(browser.page("/imports").text()).contains("No imports yet");
    }

    @Test
    void namesAndReasonsBecomeNoHtml() {
        Person owner = owner("Html");
        Browser browser = browser(owner);
        String name = "'><script>alert(1)</script><img src=x onerror=alert(1)>.xml";
        byte[] odd =
                "<feedback><report_metadata><org_name>&lt;script>alert(1)&lt;/script></org_name>"
                        .getBytes(StandardCharsets.UTF_8);
        long id =
                uploaded(
                        browser,
                        owner,
                        new Parts()
                                .file(name, BROKEN)
                                .file("<b>b</b>.xml", odd)
                                .file("x.xml", report("<script>alert(1)</script>", "1")));
        for (String path :
                List.of("/imports", "/imports/" + id, "/imports/" + id + "?outcome=all")) {
            Document page = browser.page(path);
            assertThat(page.select("script:not([src]), img, b, [onerror]")).as(path).isEmpty();
        }
        assertThat(browser.page("/imports/" + id).select("tbody th").eachText())
                .contains("script><img src=x onerror=alert(1)>.xml");
    }

    @Test
    void onlyAPageOfOursUploadsAndOnlyByTheBrowserThatLoadedIt() {
        Person owner = owner("Forged");
        Browser browser = browser(owner);
        Browser others = browser(owner);
        String action = action(browser);
        String token = action.substring(action.indexOf('=') + 1);
        Parts parts = new Parts().file("a.xml", report("f.example", "1"));
        for (String path :
                List.of(
                        "/imports",
                        "/imports?upload=",
                        "/imports?upload=x",
                        "/imports?upload=" + token + "x",
                        "/imports?x=1&upload=" + token,
                        action(others))) {
            Answer answer = parts.send(people.service, browser, path);
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.text()).contains("This form has expired");
        }
        assertThat(parts.send(people.service, new Browser(people.service), action).status())
                .as("without a cookie")
                .isEqualTo(403);
        // It opens nothing else, neither there nor in place of a form's token.
        assertThat(parts.send(people.service, browser, "/settings/token?upload=" + token).status())
                .isEqualTo(403);
        assertThat(browser.send(action, Map.of()).status()).isEqualTo(403);
        assertThat(browser.send("/settings/token", Map.of("_csrf", token)).status()).isEqualTo(403);
        assertThat(browser.page("/imports").text()).contains("No imports yet");
    }

    @Test
    void whoIsNoAdminGetsNothingAndIsShownNoWayThere() {
        Person member = people.member();
        people.givePassword(member);
        Browser browser = browser(member);
        assertThat(browser.page("/").select(".mv-nav").text()).doesNotContain("Imports");
        assertThat(browser(people.owner).page("/").select(".mv-nav").text()).contains("Imports");
        Person other = owner("Other");
        Browser theirs = browser(other);
        long id = uploaded(theirs, other, new Parts().file("broken.xml", BROKEN));
        String original = theirs.page("/imports/" + id).select("#entries td a").attr("href");
        for (String path : List.of("/imports", "/imports/" + id, original)) {
            assertThat(browser.get(path).status()).as(path).isEqualTo(403);
        }
        Browser stranger = browser(people.owner);
        for (String path : List.of("/imports/" + id, original)) {
            assertThat(stranger.get(path).status()).as("another account " + path).isEqualTo(404);
        }
        assertThat(stranger.post("/imports/" + id + "/retry").status()).isEqualTo(404);
        assertThat(browser.post("/imports/" + id + "/retry").status()).isEqualTo(403);
    }

    @Test
    void messagesOfFailureReportsAreForWhoMaySeeThem() {
        Person owner = owner("Forensic");
        Browser browser = browser(owner);
        Parts parts = new Parts().file("failure.eml", FailureMail.about("fr.example").bytes());
        long id = uploaded(browser, owner, parts);
        people.sql("update account_user set has_forensic_access = false where id = " + owner.id());
        Document page = browser.page("/imports/" + id + "?outcome=all");
        JsonNode entry =
                people.service
                        .get(owner.token(), "/api/v1/imports/" + id + "/entries/")
                        .json()
                        .at("/results/0");
        String original = "/imports/" + id + "/entries/" + entry.get("id").asLong() + "/original";
        int api = people.service.get(owner.token(), "/api/v1" + original + "/").status();
        assertThat(browser.get(original).status()).isEqualTo(api).isIn(403, 404);
        assertThat(page.select("#entries tbody a")).isEmpty();
    }

    @Test
    void placesAreSaidToBeWellOrWhatIsWrong() throws IOException {
        Browser browser = browser(people.owner);
        awaitPlaces(browser, "Mailbox .*read \\d.*", "Folder .*read \\d.*");
        assertThat(places(browser).getFirst())
                .startsWith("Mailbox " + ImapServer.USER + " at 127.0.0.1, INBOX")
                .doesNotContain("p/w");
        assertThat(places(browser).getLast()).startsWith("Folder " + folder);
        assertThat(places(browser(owner("Elsewhere")))).as("of another account").isEmpty();
        Files.delete(folder);
        awaitPlaces(browser, "Mailbox .*", "Folder .*It cannot be read.*");
        Files.createDirectory(folder);
        awaitPlaces(browser, "Mailbox .*", "Folder .*read \\d.*");
    }

    private static void awaitPlaces(Browser browser, String first, String last) {
        Awaiting.until(
                first + last,
                Duration.ofSeconds(60),
                () -> {
                    // Their readers pause by this clock.
                    people.clock.advance(Duration.ofSeconds(1));
                    List<String> places = places(browser);
                    return places.getFirst().matches(first) && places.getLast().matches(last);
                });
    }

    private static List<String> places(Browser browser) {
        return browser.page("/imports")
                .select("section[aria-labelledby=i4] .mv-foot-row")
                .eachText();
    }

    @Test
    void whileAnImportGoesOnThePageIsLoadedAnew() {
        Person owner = owner("Running");
        Browser browser = browser(owner);
        long id = uploaded(browser, owner, new Parts().file("a.xml", report("r.example", "1")));
        // As if the entry waited: no worker takes one that is leased.
        people.sql(
                "update ledger_entry set state = 'queued', leased_until = '2100-01-01' where import_id = "
                        + id);
        Map<String, String> texts = new HashMap<>();
        for (String path : List.of("/imports", "/imports/" + id)) {
            Document page = browser.page(path);
            assertThat(page.select("#live").attr("hx-get")).isEqualTo(path);
            assertThat(page.select("#live").attr("hx-trigger")).isEqualTo("every 1s");
            assertThat(page.select("head noscript").html()).contains("http-equiv=\"refresh\"");
            assertThat(page.select("#live progress").attr("value")).isEqualTo("0");
            texts.put(path, page.select("#live .mv-state").text());
        }
        assertThat(texts.values()).containsOnly("Queued");

        for (int i = 0; i < ImportsController.MAX_RUNNING; i++) {
            uploaded(browser, owner, new Parts().file("more.xml", report("r.example", "r" + i)));
        }
        people.sql(
                "update ledger_entry set state = 'queued', leased_until = '2100-01-01' where account_id = "
                        + owner.accountId());
        Document page = browser.page("/imports");
        assertThat(page.select("#live progress")).hasSize(ImportsController.MAX_RUNNING);
        assertThat(page.select("#rows tr")).hasSize(ImportsController.MAX_RUNNING + 1);
    }

    /** An import of a day grows as mail arrives, and any may be read again long after it began. */
    @Test
    void howFastAnImportIsReadFollowsFromWhatWasReadLately() {
        Person owner = owner("Pace");
        Browser browser = browser(owner);
        Parts parts = new Parts();
        for (int i = 0; i < 7; i++) {
            parts.file(i + ".xml", report("pace.example", "p" + i));
        }
        long id = uploaded(browser, owner, parts);
        Instant now = people.clock.instant();
        String entries =
                " from (select id, row_number() over (order by id) as place from ledger_entry"
                        + " where import_id = %d) p where e.id = p.id".formatted(id);
        people.sql(
                "update import set created = '%s' where id = %d"
                        .formatted(now.minus(Duration.ofDays(1)), id));
        // One long ago, four lately; as if two waited, which no worker takes, since they are
        // leased.
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '2 hours'"
                                .formatted(now)
                        + entries
                        + " and place = 1");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - place * interval '2 seconds'"
                                .formatted(now)
                        + entries
                        + " and place between 2 and 5");
        people.sql(
                "update ledger_entry e set state = 'queued', finished = null, leased_until = '2100-01-01'"
                        + entries
                        + " and place > 5");
        for (String path : List.of("/imports", "/imports/" + id)) {
            assertThat(browser.page(path).select("#live .mv-foot").text())
                    .as(path)
                    .contains("5 of 7 files processed · 18 per minute · about 6 s left");
        }
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '1 second'"
                                .formatted(now)
                        + entries
                        + " and place between 3 and 5");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '2 seconds'"
                                .formatted(now)
                        + entries
                        + " and place = 2");
        assertThat(browser.page("/imports/" + id).select("#live .mv-foot").text())
                .contains("5 of 7 files processed · 1 per second · about 1 s left");
        people.sql(
                "update ledger_entry e set state = 'done', leased_until = null, finished ="
                        + " timestamptz '%s' - interval '1 second'".formatted(now)
                        + entries
                        + " and place = 6");
        assertThat(browser.page("/imports/" + id).select("#live .mv-foot").text())
                .as("less than a second is left")
                .contains("6 of 7 files processed · 2 per second · about 1 s left");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s'".formatted(now)
                        + entries
                        + " and place between 3 and 6");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '1 second'"
                                .formatted(now)
                        + entries
                        + " and place = 2");
        assertThat(browser.page("/imports/" + id).select("#live .mv-foot").text())
                .as("a second says nothing of what is left")
                .contains("6 of 7 files processed")
                .doesNotContain("left");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '1 second'"
                                .formatted(now)
                        + entries
                        + " and place = 5");
        people.sql(
                "update ledger_entry e set state = 'queued', finished = null, leased_until = '2100-01-01'"
                        + entries
                        + " and place = 6");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '2 hours'"
                                .formatted(now)
                        + entries
                        + " and place < 4");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '60 seconds'"
                                .formatted(now)
                        + entries
                        + " and place = 4");
        assertThat(browser.page("/imports/" + id).select("#live .mv-foot").text())
                .as("minutes")
                .contains("5 of 7 files processed · 1 per minute · about 2 min left");
        people.sql(
                "update ledger_entry e set finished = timestamptz '%s' - interval '61 seconds'"
                                .formatted(now)
                        + entries
                        + " and place = 4");
        assertThat(browser.page("/imports/" + id).select("#live .mv-foot").text())
                .as("no two lately: nothing is known")
                .contains("5 of 7 files processed")
                .doesNotContain("left");
    }
}
