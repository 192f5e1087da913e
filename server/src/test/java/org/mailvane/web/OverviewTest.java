package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.mailvane.testing.Browser;
import tools.jackson.databind.JsonNode;

/** The first page says the same as the API. */
class OverviewTest {

    private static People people;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void figuresAreThoseOfTheApiForTheSameCaller() {
        Person owner = people.account("Figures");
        people.givePassword(owner);
        Browser browser = new Browser(people.service).signIn(owner.email(), People.PASSWORD);
        assertThat(browser.page("/").text()).contains("No domains yet");

        add(owner, "a.example", "mail.a.example", "b.example");
        // The subdomain counts with its parent, and must not count twice.
        people.sql(
                """
                update domain set top_level = false,
                    parent_id = (select id from domain where name = 'a.example')
                where name = 'mail.a.example'
                """);
        for (String day : List.of("2026-11-20", "2026-11-14", "2026-11-13")) {
            people.sql(
                    """
                    insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                        forwarded, threat)
                    select account_id, id, '%s', id * 1000, id * 10, id, 3 from domain
                    """
                            .formatted(day));
        }
        JsonNode list = people.service.get(owner.token(), "/api/v1/domains/").json();
        List<String> figures = browser.page("/").select(".mv-figures dd:nth-of-type(1)").eachText();
        assertThat(figures.getFirst()).isEqualTo(list.get("count").asString());
        long capable = sum(list, "count_dmarc_capable");
        long other =
                sum(list, "count_non_dmarc_capable")
                        + sum(list, "count_forwarded")
                        + sum(list, "count_threat_other");
        Texts texts = new Texts(Language.ENGLISH);
        assertThat(capable).as("seven days of three domains").isPositive();
        assertThat(figures.get(1)).isEqualTo(texts.number(capable + other));
        assertThat(figures.get(2)).isEqualTo(texts.share(capable, capable + other));
        assertThat(browser.page("/").select(".mv-foot code a").attr("href"))
                .isEqualTo("/api/v1/domains/");
    }

    @Test
    void whoHasAccessToNoGroupSeesNothing() {
        Person member = people.member();
        people.givePassword(member);
        add(people.owner, "c.example");
        Browser browser = new Browser(people.service).signIn(member.email(), People.PASSWORD);
        assertThat(browser.page("/").text()).contains("No domains yet");
    }

    private static void add(Person owner, String... names) {
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(owner.accountId()),
                        Arrays.stream(names).map(DomainName::new).toList());
    }

    private static long sum(JsonNode list, String name) {
        long sum = 0;
        for (JsonNode domain : list.get("results")) {
            sum += domain.get("top_level").asBoolean() ? domain.get(name).asLong() : 0;
        }
        return sum;
    }
}
