package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;

/** Several domains are moved and deleted at once. */
class DomainsChangePageTest {

    private static DomainPagesFixture pages;

    @BeforeAll
    static void start() {
        pages = new DomainPagesFixture();
    }

    @AfterAll
    static void stop() {
        pages.close();
    }

    @Test
    void severalAreMovedAndDeletedWhoeverMay() {
        Person owner = pages.people.account("Bulk");
        pages.add(owner, "a.example", "b.example", "c.example");
        long from = pages.group(owner, "From", "a.example", "b.example");
        long to = pages.group(owner, "To");
        Browser browser = pages.browser(owner);
        Document page = browser.page("/domains?group_id=" + from);
        Element form = page.expectFirst("form[action=/domains/change]");
        assertThat(form.select("button").eachText())
                .containsExactly(
                        "Move to group", "Add to group", "Remove from this group", "Delete …");
        assertThat(browser.page("/domains").select(".mv-bulk button").eachText())
                .as("what is in no group can't leave it")
                .containsExactly("Add to group", "Delete …");
        Answer answer =
                browser.submit(
                        form, "", "name", "a.example", "do", "move", "group", String.valueOf(to));
        assertThat(answer.header("location"))
                .as("the list that it was done in")
                .isEqualTo("/domains?done=moved&number=1&group_id=" + from);
        assertThat(pages.names(browser.page("/domains?group_id=" + to)))
                .containsExactly("a.example");
        assertThat(pages.names(browser.page("/domains?group_id=" + from)))
                .containsExactly("b.example");
        browser.submit(form, "", "name", "b.example", "do", "add", "group", String.valueOf(to));
        assertThat(pages.names(browser.page("/domains?group_id=" + to)))
                .containsExactly("a.example", "b.example");
        browser.submit(form, "", "name", "new.example", "do", "add", "group", String.valueOf(to));
        assertThat(pages.api(owner, "/api/v1/domains/").get("count").asInt())
                .as("the list adds no domains")
                .isEqualTo(3);
        for (Map<String, String> none :
                List.of(
                        Map.of("do", "move", "group", "" + to),
                        Map.of("do", "add", "name", "a.example"),
                        Map.of("do", "delete", "name", DomainPagesFixture.HTML))) {
            assertThat(browser.post("/domains/change", flat(none)).header("location"))
                    .isEqualTo(
                            none.containsValue("delete")
                                    ? "/domains?done=unselected&number=0"
                                    : "/domains?done=none&number=0");
        }
        assertThat(
                        browser.post(
                                        "/domains/change",
                                        "do",
                                        "x",
                                        "name",
                                        "a.example",
                                        "group",
                                        "" + to)
                                .status())
                .isEqualTo(400);

        for (boolean writes : List.of(false, true)) {
            Browser other = pages.browser(pages.colleague(owner, from, writes));
            Answer moved =
                    other.post(
                            "/domains/change",
                            "do",
                            "move",
                            "name",
                            "b.example",
                            "from",
                            "" + from,
                            "group",
                            "" + to);
            assertThat(moved.status())
                    .as("may not take it out, or does not see where it would go")
                    .isEqualTo(writes ? 404 : 403);
            for (String sure : List.of("yes", "")) {
                for (String name :
                        writes ? List.of("c.example") : List.of("c.example", "b.example")) {
                    Answer deleted =
                            other.post(
                                    "/domains/change", "do", "delete", "sure", sure, "name", name);
                    if (name.equals("c.example")) {
                        assertThat(deleted.header("location"))
                                .as("they do not see it, sure or not: '%s'", sure)
                                .isEqualTo("/domains?done=gone&number=0");
                    } else {
                        assertThat(deleted.status())
                                .as("they may not delete it, sure or not: '%s'", sure)
                                .isEqualTo(403);
                    }
                    assertThat(pages.api(owner, "/api/v1/domains/").get("count").asInt())
                            .isEqualTo(3);
                }
            }
        }
        assertThat(
                        browser.submit(form, "", "name", "gone.example", "do", "delete")
                                .header("location"))
                .isEqualTo("/domains?done=gone&number=0&group_id=" + from);
        assertThat(
                        browser.page("/domains?done=gone&number=0&group_id=" + from)
                                .select("[role=status]")
                                .text())
                .contains("the selected domains no longer exist");
        answer = browser.submit(form, "", "name", "c.example", "do", "delete");
        Document sure = Jsoup.parse(answer.text());
        assertThat(sure.select("h1").text()).isEqualTo("Delete 1 domain?");
        assertThat(pages.api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(3);
        answer = browser.submit(sure.expectFirst("main form"), "");
        assertThat(answer.header("location"))
                .isEqualTo("/domains?done=deleted&number=1&group_id=" + from);
        assertThat(pages.api(owner, "/api/v1/domains/").get("count").asInt()).isEqualTo(2);
    }

    private static String[] flat(Map<String, String> fields) {
        return fields.entrySet().stream()
                .flatMap(f -> Stream.of(f.getKey(), f.getValue()))
                .toArray(String[]::new);
    }
}
