package org.mailvane.web.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.DomainGroup;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.Visitors;
import tools.jackson.databind.JsonNode;

/** Groups: the pages say and do what the API does, for whom it does. */
class GroupPagesTest {

    private static final String PATH = "/groups";
    private static final String NEW = PATH + "/new";
    private static final String API = "/api/v1/domain-groups/";

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
        owner = people.account("Groups");
        visitors.add(owner, "a.example", "b.example", "c.example");
        browser = visitors.browser(owner);
    }

    private Answer make(String... fields) {
        return browser.submit(
                browser.page(NEW).expectFirst("form.mv-body[action=" + NEW + "]"), NEW, fields);
    }

    private static Answer change(Browser who, String path, String... fields) {
        assertThat(who.page(path).select("form.mv-body[action=" + path + "]")).hasSize(1);
        return who.post(path, fields);
    }

    private JsonNode group(String path) {
        return visitors.api(owner, API + path.replaceAll(".*/(\\d+).*", "$1/"));
    }

    private static Answer bulk(Browser who, long from, String what, Object group, String name) {
        return who.post(
                "/domains/change",
                "from",
                String.valueOf(from),
                "do",
                what,
                "group",
                String.valueOf(group),
                "name",
                name);
    }

    @Test
    void groupsThatNobodyCouldTellApartAreNotMade() {
        String path = make("label", "Shops").header("location").replaceAll("\\?.*", "");
        for (String taken :
                List.of("Shops", "shops", " SHOPS ", "Sh\u200bops", "\u3164Shops", "default")) {
            Answer refused = make("label", taken);
            assertThat(refused.status()).as(taken).isEqualTo(400);
            assertThat(Jsoup.parse(refused.text()).select("#lb-e").text())
                    .isEqualTo(
                            "There is already a group \"%s\": choose a name that no other group has."
                                    .formatted(taken.equals("default") ? "DEFAULT" : "Shops"));
        }
        Answer unstorable = make("label", "a\0b");
        assertThat(unstorable.status()).isEqualTo(400);
        assertThat(Jsoup.parse(unstorable.text()).select("#lb-e").text())
                .contains("Null characters are not allowed");
        String other = make("label", "Parked").header("location").replaceAll("\\?.*", "");
        assertThat(change(browser, other, "label", "shops", "notes", "").status()).isEqualTo(400);
        assertThat(change(browser, path, "label", "SHOPS", "notes", "").status())
                .as("its own name in another case")
                .isEqualTo(303);
        // What programs made is as it is, and everything else about it can be changed.
        long twin = visitors.group(owner, "shops");
        assertThat(
                        change(browser, PATH + "/" + twin, "label", "shops", "notes", "The other")
                                .status())
                .isEqualTo(303);
    }

    @Test
    void groupIsMadeChangedAndDeletedAsByTheApi() {
        assertThat(browser.page("/domains").select(".mv-head a[href^=/groups]").attr("href"))
                .isEqualTo("/groups?next=%2Fdomains");
        Document list = browser.page(PATH);
        assertThat(list.select("tbody th a").eachText()).containsExactly("DEFAULT");
        assertThat(list.select("tbody td").eachText()).containsExactly("3", "0", "Change DEFAULT");
        assertThat(list.select(".mv-head a[href=" + NEW + "]")).hasSize(1);

        Answer made = make("label", "Shops", "notes", "Of the shop", "parked_domains", "true");
        assertThat(made.status()).isEqualTo(303);
        String location = made.header("location");
        assertThat(location).matches("/groups/\\d+\\?done=made");
        String path = location.replaceAll("\\?.*", "");
        JsonNode group = group(path);
        assertThat(group.get("label").asString()).isEqualTo("Shops");
        assertThat(group.get("notes").asString()).isEqualTo("Of the shop");
        assertThat(group.get("parked_domains").asBoolean()).isTrue();
        Document page = browser.page(location);
        assertThat(page.select("[role=status]").text()).contains("Group created");
        assertThat(page.select("#lb").attr("value")).isEqualTo("Shops");
        assertThat(page.select("#pk").hasAttr("checked")).isTrue();
        assertThat(page.select(".mv-crumb").text()).isEqualTo("Domains / Groups");
        assertThat(page.select("[aria-labelledby=us] tbody a").eachText())
                .as("who made it has write access")
                .containsExactly(owner.email());

        Answer changed =
                change(browser, path, "label", "Stores", "notes", "", "parked_domains", "true");
        assertThat(changed.header("location")).isEqualTo(path + "?done=changed");
        group = group(path);
        assertThat(group.get("label").asString()).isEqualTo("Stores");
        assertThat(group.get("notes").asString()).isEmpty();
        assertThat(group.get("parked_domains").asBoolean()).isTrue();
        assertThat(change(browser, path, "label", "Stores", "notes", "").status()).isEqualTo(303);
        assertThat(group(path).get("parked_domains").asBoolean()).isFalse();

        long id = group.get("id").asLong();
        long all = visitors.api(owner, API).get("results").get(0).get("id").asLong();
        assertThat(bulk(browser, all, "add", id, "a.example").status()).isEqualTo(303);
        assertThat(browser.page(PATH).select("tbody td").eachText())
                .containsExactly("3", "0", "Change DEFAULT", "1", "1", "Change Stores");
        Document asked =
                Jsoup.parse(
                        browser.submit(
                                        browser.page(path)
                                                .expectFirst("form[action=" + path + "/delete]"),
                                        path)
                                .text());
        assertThat(asked.select(".mv-next").text())
                .contains("Delete Stores?", "Its 1 domain is kept", "can't undo this");
        assertThat(group(path).get("domain_count").asLong()).as("only asked").isEqualTo(1);
        Answer deleted =
                browser.submit(asked.expectFirst("form[action=" + path + "/delete]"), path);
        assertThat(deleted.header("location")).isEqualTo(PATH + "?done=deleted");
        assertThat(browser.page(PATH + "?done=deleted").text()).contains("Group deleted");
        assertThat(browser.get(path).status()).isEqualTo(404);
        assertThat(visitors.api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(3);
    }

    @Test
    void domainsAreTakenOutOfTheGroupOfTheList() {
        long shops = visitors.group(owner, "Shops", "a.example", "b.example");
        Document page = browser.page("/domains?group_id=" + shops);
        assertThat(page.select(".mv-bulk button[value=remove]").text())
                .isEqualTo("Remove from this group");
        assertThat(browser.page("/domains").select(".mv-bulk button[value=remove]")).isEmpty();
        Answer answer = bulk(browser, shops, "remove", "", "a.example");
        assertThat(answer.header("location"))
                .isEqualTo("/domains?done=removed&number=1&group_id=" + shops);
        Document after = browser.page(answer.header("location"));
        assertThat(after.select("[role=status]").text())
                .isEqualTo("1 domain was removed from the group");
        assertThat(after.select("tbody .mv-name").eachText()).containsExactly("b.example");
        assertThat(bulk(browser, shops, "remove", "", "a.example").header("location"))
                .as("again")
                .contains("number=0");
        long all = visitors.api(owner, API).get("results").get(0).get("id").asLong();
        assertThat(bulk(browser, all, "remove", "", "b.example").status())
                .as("DEFAULT")
                .isEqualTo(400);
        assertThat(bulk(browser, 999_999_999, "remove", "", "b.example").status()).isEqualTo(404);
        Browser reader = visitors.browser(visitors.colleague(owner, shops, false));
        assertThat(bulk(reader, shops, "remove", "", "b.example").status()).isEqualTo(403);
        assertThat(group("/" + shops).get("domain_count").asLong()).isEqualTo(1);
    }

    @Test
    void whatIsWrongStandsAtItsFieldAndWhatWasTypedStays() {
        for (String label : List.of("", "\u200b\u00a0", "x".repeat(DomainGroup.MAX_LABEL + 1))) {
            Answer answer = make("label", label, "notes", Visitors.HTML);
            assertThat(answer.status()).isEqualTo(400);
            Document page = Visitors.harmless(answer);
            assertThat(page.select("#lb-e").text()).isNotBlank();
            assertThat(page.select("#nt").text()).isEqualTo(Visitors.HTML);
        }
        Answer notes = make("label", "A", "notes", "x".repeat(DomainGroup.MAX_NOTES + 1));
        assertThat(Jsoup.parse(notes.text()).select("#nt-e").text()).isNotBlank();
        Answer hiding =
                browser.post(NEW, "label", "A", "notes", "", "hide_assigned_domains", "true");
        assertThat(hiding.status()).isEqualTo(400);
        assertThat(Jsoup.parse(hiding.text()).select("[role=alert]").text())
                .contains("every group but DEFAULT");
        assertThat(visitors.api(owner, API).get("count").asInt()).isEqualTo(1);

        Answer made = make("label", Visitors.HTML);
        Visitors.harmless(browser.get(made.header("location")));
        assertThat(Visitors.harmless(browser.get(PATH)).select("tbody th a").eachText())
                .contains(Visitors.HTML);
    }

    @Test
    void defaultHidesWhatOthersHoldAndIsNotDeleted() {
        long id = visitors.api(owner, API).get("results").get(0).get("id").asLong();
        String path = PATH + "/" + id;
        Document page = browser.page(path);
        assertThat(page.select("#pk, form[action$=delete]")).isEmpty();
        assertThat(
                        change(
                                        browser,
                                        path,
                                        "label",
                                        "All",
                                        "notes",
                                        "",
                                        "hide_assigned_domains",
                                        "true")
                                .status())
                .isEqualTo(303);
        assertThat(group(path).get("hide_assigned_domains").asBoolean()).isTrue();
        Answer answer = browser.post(path + "/delete", "sure", "true");
        assertThat(answer.status()).isEqualTo(400);
        Answer parked = change(browser, path, "label", "All", "parked_domains", "true");
        assertThat(parked.status()).isEqualTo(400);
        assertThat(Jsoup.parse(parked.text()).select("[role=alert]").text())
                .contains("must be false for the DEFAULT group");
    }

    @Test
    void othersMayWhatTheApiLetsThem() {
        long shops = visitors.group(owner, "Shops", "a.example");
        long hidden = visitors.group(owner, "Hidden", "b.example");
        String path = PATH + "/" + shops;
        Browser writer = visitors.browser(visitors.colleague(owner, shops, true));
        Browser reader = visitors.browser(visitors.colleague(owner, shops, false));
        for (Browser who : List.of(writer, reader)) {
            Document list = who.page(PATH);
            assertThat(list.select("tbody th a").eachText()).containsExactly("Shops");
            assertThat(list.select("thead th").eachText()).doesNotContain("Users with access");
            assertThat(list.select("a[href=" + NEW + "]")).isEmpty();
            assertThat(who.get(NEW).status()).isEqualTo(403);
            assertThat(who.post(NEW, "label", "X").status()).isEqualTo(403);
            assertThat(who.get(PATH + "/" + hidden).status()).isEqualTo(404);
            assertThat(who.post(PATH + "/" + hidden, "label", "X").status()).isEqualTo(404);
            assertThat(who.post(path, "label", "X").status()).isEqualTo(403);
            assertThat(who.post(path + "/delete").status()).isEqualTo(403);
            assertThat(who.post(path + "/delete", "sure", "true").status()).isEqualTo(403);
            assertThat(who.page(path).select("#lb, #pk, #us, form[action$=delete]")).isEmpty();
        }
        assertThat(reader.page(path).select("main form")).isEmpty();
        assertThat(reader.post(path, "notes", "X").status()).isEqualTo(403);
        assertThat(change(writer, path, "notes", "Theirs").status()).isEqualTo(303);
        assertThat(writer.post(path, "notes", "Y", "parked_domains", "true").status())
                .isEqualTo(403);
        JsonNode group = group(path);
        assertThat(group.get("notes").asString()).isEqualTo("Theirs");
        assertThat(group.get("label").asString()).isEqualTo("Shops");
        assertThat(reader.page(path).select("main").text()).contains("Theirs");
        Browser stranger = visitors.browser(people.account("Other"));
        assertThat(stranger.get(path).status()).isEqualTo(404);
        assertThat(stranger.post(path + "/delete", "sure", "true").status()).isEqualTo(404);
    }

    @Test
    void ofVeryManyUsersTheFirstAreNamed() {
        long shops = visitors.group(owner, "Shops");
        int users = GroupsController.MAX_USERS + 1;
        people.sql(
                """
                with person as (
                    insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    select %1$d, 'many' || n || '-%1$d@users.example', true, false, false, false,
                        false, now()
                    from generate_series(1, %3$d) n returning id)
                insert into group_access (account_id, group_id, user_id, writes)
                select %1$d, %2$d, id, false from person
                """
                        .formatted(owner.accountId(), shops, users));
        Document page = browser.page(PATH + "/" + shops);
        assertThat(page.select("[aria-labelledby=us] tbody tr"))
                .hasSize(GroupsController.MAX_USERS);
        assertThat(page.select("[aria-labelledby=us]").text())
                .contains("Showing the first 50 of 51 users.");
        assertThat(browser.page(PATH).select("tbody tr:last-child td").eachText())
                .contains(String.valueOf(users));
        people.sql(
                "delete from group_access where user_id = (select max(user_id) from group_access where group_id = %d)"
                        .formatted(shops));
        Document whole = browser.page(PATH + "/" + shops);
        assertThat(whole.select("[aria-labelledby=us] tbody tr"))
                .hasSize(GroupsController.MAX_USERS);
        assertThat(whole.text()).as("all are named").doesNotContain("Showing the first 50");
    }
}
