package org.mailvane.web.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.testing.Browser;
import org.mailvane.web.frame.ListQuery;

/** The box in the top bar. */
class SearchTest {

    private static People people;
    private static Browser browser;

    @BeforeAll
    static void open() {
        people = new People();
        people.givePassword(people.owner);
        browser = new Browser(people.service).signIn(people.owner.email(), People.PASSWORD);
        List<DomainName> names =
                IntStream.rangeClosed(1, SearchController.MAX_FOUND + 1)
                        .mapToObj(i -> new DomainName("shop" + i + ".example"))
                        .toList();
        people.service.part(Domains.class).add(Scope.ofAccount(people.owner.accountId()), names);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void domainsAreFoundByPartOfTheirNames() {
        people.sql(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, id, '2026-11-20', 1600, 400, 0, 0, 1500 from domain
                where name = 'shop7.example'
                """);
        Document page = browser.page("/search?q=%20Shop7.");
        assertThat(page.select("h2").text()).contains("1 domain matches \"Shop7.\"");
        assertThat(page.select("tbody tr").text()).isEqualTo("shop7.example 2,000 75.0%");
        assertThat(page.select("[role=search] input").attr("value")).isEqualTo("Shop7.");
        String api = page.select(".mv-foot code a").attr("href");
        assertThat(api).isEqualTo("/api/v1/domains/?domain=Shop7.&limit=50");
        assertThat(people.service.get(people.owner.token(), api).json().get("count").asInt())
                .isEqualTo(1);
        assertThat(browser.page("/search?q=none.example").text())
                .contains("No domains match \"none.example\"");
        assertThat(browser.page("/search").text())
                .contains("Enter all or part of a domain or source name");
    }

    @Test
    void aFoundDomainLeadsToItsPage() {
        String link = browser.page("/search?q=shop7.example").select("tbody a").attr("href");
        assertThat(browser.page(link).select("h1").text()).startsWith("shop7.example");
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(people.owner.accountId()),
                        List.of(new DomainName("xn--bcher-kva.example")));
        assertThat(browser.page("/search?q=B%C3%BCcher.example").select("tbody tr").text())
                .startsWith("xn--bcher-kva.example bücher.example");
    }

    /** The sender is one of the catalogue, the other one known by the names of its hosts. */
    @Test
    void sourcesThatSentAreFoundByTheirNames() {
        CatalogueSender sender =
                people.service.part(Catalogue.class).senders().stream()
                        .filter(one -> one.name().contains(" "))
                        .findFirst()
                        .orElseThrow();
        people.sql(
                """
                insert into ptr_organization (name) values ('hosting.example'), ('quiet.example')
                on conflict do nothing
                """);
        sent(String.valueOf(sender.number()), 70);
        sent("(select number from ptr_organization where name = 'hosting.example')", 30);
        String part = sender.name().substring(1).toUpperCase(Locale.ROOT);
        Document page =
                browser.page("/search?q=" + URLEncoder.encode(part, StandardCharsets.UTF_8));
        assertThat(page.select("section[aria-labelledby=f2] tbody tr").text())
                .contains(sender.name() + " 70");
        assertThat(page.select("section[aria-labelledby=f2] a").attr("href"))
                .isEqualTo("/sources/" + sender.number());
        assertThat(browser.page("/search?q=Hosting.").select("section[aria-labelledby=f2] tr"))
                .last()
                .extracting(Element::text)
                .isEqualTo("hosting.example 30");
        assertThat(browser.page("/search?q=quiet.").select("section[aria-labelledby=f2]"))
                .isEmpty();
        People.Person member = people.member();
        people.givePassword(member);
        Browser theirs = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        assertThat(theirs.page("/search?q=Hosting.").select("section[aria-labelledby=f2]"))
                .as("in the name of domains of others")
                .isEmpty();
    }

    private static void sent(String source, int messages) {
        people.sql(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim,
                    spf, quarantined, rejected)
                select account_id, id, '2026-11-01', %s, 1, %d, 0, 0, 0, 0, 0 from domain
                where name = 'shop1.example'
                """
                        .formatted(source, messages));
    }

    @Test
    void whoseAnAddressIsIsSaid() {
        CatalogueSender sender =
                people.service.part(Catalogue.class).senders().stream()
                        .filter(one -> !one.networks().isEmpty())
                        .findFirst()
                        .orElseThrow();
        String address = sender.networks().getFirst().first().toString();
        assertThat(
                        browser.page("/search?q=" + address)
                                .select("section[aria-labelledby=f0]")
                                .text())
                .contains("This address belongs to");
        assertThat(
                        browser.page("/search?q=192.0.2.99")
                                .select("section[aria-labelledby=f0]")
                                .text())
                .contains("Unknown sender for this address.");
    }

    @Test
    void anAddressAndANetworkLeadToTheirMail() {
        CatalogueSender sender =
                people.service.part(Catalogue.class).senders().stream()
                        .filter(one -> !one.networks().isEmpty())
                        .findFirst()
                        .orElseThrow();
        String address = sender.networks().getFirst().first().toString();
        Element card =
                browser.page("/search?q=" + address).expectFirst("section[aria-labelledby=f0]");
        assertThat(card.select("a[href^=/sources]")).as("it sent nothing").isEmpty();
        sent(String.valueOf(sender.number()), 9);
        card = browser.page("/search?q=" + address).expectFirst("section[aria-labelledby=f0]");
        assertThat(card.select("a[href^=/sources]").attr("href"))
                .isEqualTo("/sources/" + sender.number());
        for (String asked : List.of(address, "192.0.2.0/24", "2001:db8::/32")) {
            Document page =
                    browser.page("/search?q=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));
            assertThat(page.select("#f0").text()).isEqualTo(asked);
            String form = page.select("section[aria-labelledby=f0] a[href^=/detail]").attr("href");
            assertThat(browser.page(form).select("#ip_cidr").attr("value")).isEqualTo(asked);
        }
        assertThat(browser.page("/search?q=192.0.2.0/33").select("#f0")).isEmpty();
    }

    @Test
    void noMoreThanSoManyAreShown() {
        Document page = browser.page("/search?q=shop");
        assertThat(page.select("tbody tr")).hasSize(SearchController.MAX_FOUND);
        assertThat(page.select("h2").text()).contains("First 50 domains that match \"shop\"");
    }

    @Test
    void whatIsNoNameIsNoTrouble() {
        for (String q :
                List.of(
                        "%27%22%3Cb%3E",
                        "%25", "%00", "%F0%9F%90%87", "%7B0%7D", "x".repeat(4_000))) {
            Document page = browser.page("/search?q=" + q);
            assertThat(page.select("tbody tr, b")).isEmpty();
        }
        assertThat(
                        browser.page("/search?q=" + "x".repeat(4_000))
                                .select("[role=search] input")
                                .attr("value"))
                .hasSize(ListQuery.MAX_TEXT);
    }

    @Test
    void domainsOfOthersAreNotFound() {
        People.Person member = people.member();
        people.givePassword(member);
        Browser theirs = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        assertThat(theirs.page("/search?q=shop").text())
                .contains("You don't have access to any group yet");
    }
}
