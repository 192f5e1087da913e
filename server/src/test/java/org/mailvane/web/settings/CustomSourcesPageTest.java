package org.mailvane.web.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;
import tools.jackson.databind.JsonNode;

/** An account's own sources: the pages say and do what the API does. */
class CustomSourcesPageTest {

    private static final String PATH = "/settings/sources";
    private static final String NEW = PATH + "/new";
    private static final String API = "/api/v1/custom-sources/";

    private static Visitors visitors;
    private static People people;

    private Person owner;
    private Browser browser;

    @BeforeAll
    static void open() {
        visitors = new Visitors();
        people = visitors.people;
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    @BeforeEach
    void signIn() {
        owner = people.account("Sources");
        browser = visitors.browser(owner);
    }

    private Answer make(String... fields) {
        return browser.submit(
                browser.page(NEW).expectFirst("form.mv-body[action=" + NEW + "]"), NEW, fields);
    }

    private JsonNode only() {
        return visitors.api(owner, API).get("results").get(0);
    }

    @Test
    void sourceIsMadeChangedAndDeletedAsByTheApi() {
        assertThat(browser.page(PATH).text()).contains("No custom sources.");
        Answer made =
                make(
                        "name",
                        "  Own house ",
                        "category",
                        "2",
                        "networks",
                        "192.0.2.0/24, 2001:db8::/32",
                        "dkim_domains",
                        "*.example.com\nexample.org",
                        "notes_dmarc",
                        "Ask us");
        assertThat(made.status()).as(made.text()).isEqualTo(303);
        Document list = browser.page(made.header("location"));
        assertThat(list.select("[role=status]").text()).startsWith("Source created.");
        assertThat(list.select("tbody tr").text()).isEqualTo("Own house Non-compliant 2 0 2 0");
        JsonNode source = only();
        assertThat(source.get("name").asString()).isEqualTo("Own house");
        assertThat(source.get("slug").asString()).isEqualTo("own-house");
        assertThat(source.get("category").asInt()).isEqualTo(2);
        assertThat(source.get("capable_spf").asBoolean()).isFalse();
        assertThat(source.get("dkim_domains")).hasSize(2);

        String path = PATH + "/" + source.get("id").asLong();
        Document one = browser.page(path);
        assertThat(one.select("#networks").text()).isEqualTo("192.0.2.0/24\n2001:db8::/32");
        assertThat(Visitors.apiOf(one)).isEqualTo(API + source.get("id").asLong() + "/");
        Answer changed =
                browser.post(
                        path,
                        "name",
                        "Our house",
                        "category",
                        "1",
                        "capable_spf",
                        "false",
                        "capable_dkim",
                        "true",
                        "spf_domains",
                        "bounce.example.com");
        assertThat(changed.status()).as(changed.text()).isEqualTo(303);
        source = only();
        assertThat(source.get("name").asString()).isEqualTo("Our house");
        assertThat(source.get("capable_spf").asBoolean()).isFalse();
        assertThat(source.get("networks")).isEmpty();
        assertThat(source.get("notes_dmarc").asString()).isEmpty();

        Answer asked = browser.post(path + "/delete");
        assertThat(Jsoup.parse(asked.text()).select("#sure").text()).isEqualTo("Delete Our house?");
        assertThat(visitors.api(owner, API).get("results")).hasSize(1);
        Answer deleted =
                browser.submit(
                        Jsoup.parse(asked.text()).expectFirst(".mv-next form"), path + "/delete");
        assertThat(deleted.header("location")).isEqualTo(PATH + "?done=deleted");
        assertThat(visitors.api(owner, API).get("results")).isEmpty();
        assertThat(browser.get(path).status()).isEqualTo(404);
    }

    @Test
    void whatIsWrongStandsAtItsFieldAndWhatWasTypedStays() {
        Answer answer =
                make(
                        "name",
                        Visitors.HTML,
                        "slug",
                        "No Slug",
                        "category",
                        "9",
                        "networks",
                        "192.0.2.0/24 10.0.0.0/4 none",
                        "ptr_domains",
                        "-",
                        "dkim_domains",
                        Visitors.HTML,
                        "notes_spf",
                        "x".repeat(2_001));
        assertThat(answer.status()).isEqualTo(400);
        Document page = Visitors.harmless(answer);
        assertThat(page.select("#nm").attr("value")).isEqualTo(Visitors.HTML);
        assertThat(page.select("#networks").text()).contains("10.0.0.0/4 none");
        for (String field :
                new String[] {"networks", "ptr_domains", "dkim_domains", "category", "notes_spf"}) {
            assertThat(page.select("#" + field + "-e").text()).as(field).isNotBlank();
        }
        assertThat(page.select("#networks-e").text()).contains("\"none\"");

        Answer nothing = make("name", "Nothing", "category", "1");
        assertThat(nothing.status()).isEqualTo(400);
        assertThat(Jsoup.parse(nothing.text()).select("[role=alert]").text())
                .contains("give at least one network (networks)");
        assertThat(make("name", "A", "category", "1", "networks", "192.0.2.0/4").status())
                .isEqualTo(400);
        assertThat(make("name", "A", "category", "1", "networks", "192.0.2.1").status())
                .isEqualTo(303);
        Answer twice = make("name", "A", "category", "1", "networks", "192.0.2.2");
        assertThat(Jsoup.parse(twice.text()).select("#nm-e").text())
                .contains("another source of the account has this name");
        assertThat(visitors.api(owner, API).get("results")).hasSize(1);
    }

    @Test
    void othersSeeNothingOfIt() {
        assertThat(make("name", "A", "category", "1", "networks", "192.0.2.1").status())
                .isEqualTo(303);
        String path = PATH + "/" + only().get("id").asLong();
        Browser stranger = visitors.browser(people.owner);
        assertThat(stranger.get(path).status()).isEqualTo(404);
        assertThat(stranger.post(path, "name", "B").status()).isEqualTo(404);
        assertThat(stranger.post(path + "/delete", "sure", "true").status()).isEqualTo(404);
        Browser member = visitors.browser(people.member());
        assertThat(member.get(PATH).status()).isEqualTo(403);
        assertThat(member.post(NEW, "name", "B").status()).isEqualTo(403);
        assertThat(browser.send(NEW, Map.of("name", "B")).status()).isEqualTo(403);
        assertThat(browser.get(PATH + "/x").status()).isIn(400, 404);
        assertThat(only().get("name").asString()).isEqualTo("A");
    }
}
