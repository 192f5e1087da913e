package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.PagePaths.For;

/** Whoever may only read is offered nothing that would be refused. */
@Tag("slow")
class OffersTest {

    private static Visitors visitors;
    private static Browser reader;

    @BeforeAll
    static void open() {
        visitors = Visitors.onFreshService();
        Person owner = visitors.people.owner;
        long all =
                Long.parseLong(
                        visitors.people.value(
                                "select id from domain_group where is_default and account_id = "
                                        + owner.accountId()));
        Person person = visitors.colleague(owner, all, false);
        PageSamples.make(visitors.people, person);
        reader = visitors.browser(person);
    }

    @AfterAll
    static void close() {
        visitors.close();
    }

    private static List<Document> pages() {
        List<Document> pages = new ArrayList<>();
        for (String path : PagePaths.pages(visitors.people, EnumSet.allOf(For.class))) {
            Answer answer = reader.get(path);
            if (answer.status() == 200) {
                Document page = Jsoup.parse(answer.text());
                page.setBaseUri(path);
                pages.add(page);
            }
        }
        assertThat(pages).hasSizeGreaterThan(20);
        return pages;
    }

    @Test
    void noFormOfAReaderIsRefused() {
        List<String> refused = new ArrayList<>();
        int sent = 0;
        for (Document page : pages()) {
            for (Element form : page.select("main form[method=post]")) {
                // Their own session goes on.
                if (!form.attr("action").matches("/settings/sessions/.*end.*")) {
                    Answer answer = reader.submit(form, page.baseUri());
                    sent++;
                    if (isRefused(answer)) {
                        refused.add(
                                answer.status() + " " + page.baseUri() + " " + form.attr("action"));
                    }
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(sent).isGreaterThan(5);
        assertThat(reader.page("/").select(".mv-nav")).as("still signed in").isNotEmpty();
    }

    @Test
    void noLinkOfAReaderIsRefused() {
        Set<String> links = new TreeSet<>();
        for (Document page : pages()) {
            page.select("a[href^=/]").eachAttr("href").stream()
                    .filter(link -> !link.startsWith("/api/"))
                    .forEach(links::add);
        }
        assertThat(links).hasSizeGreaterThan(50);
        List<String> refused = new ArrayList<>();
        for (String link : links) {
            Answer answer = reader.get(link);
            if (isRefused(answer)) {
                refused.add(answer.status() + " " + link);
            }
        }
        assertThat(refused).isEmpty();
    }

    private static boolean isRefused(Answer answer) {
        return answer.status() == 403 || answer.status() == 404 || answer.status() >= 500;
    }
}
