package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.NeedsChromium;

/** The API token, and users and what they may see, in real browsers of two people. */
@NeedsChromium
class PeopleInChromiumTest {

    private static People people;
    private static Chromium owner;

    @BeforeAll
    static void open() {
        people = new People();
        people.givePassword(people.owner);
        owner = new Chromium(people.service).signIn(people.owner.email(), People.PASSWORD);
    }

    @AfterAll
    static void close() {
        owner.close();
        people.close();
    }

    @Test
    void tokenIsShownOnceAndEndsTheOneBefore() {
        String before = people.owner.token();
        owner.open("/settings/token");
        owner.follow("main .border-top form[action='/settings/token'] button");
        owner.follow(".mv-next form button");
        String token = owner.find(".mv-next pre").getText();
        assertThat(token).startsWith("mvt_").isNotEqualTo(before);
        assertThat(people.service.get(before, "/api/v1/domains/").status()).isEqualTo(401);
        assertThat(people.service.get(token, "/api/v1/domains/").status()).isEqualTo(200);
        assertThat(owner.find("main").getText()).contains("curl");
        owner.open("/settings/token");
        assertThat(owner.find("main").getText())
                .doesNotContain(token)
                .contains(token.substring(token.length() - 4));
        assertThat(owner.happened().wrong()).isEmpty();
    }

    @Test
    void somebodyIsInvitedComesInSeesTheirGroupsAndIsDeleted() {
        String email = people.email();
        owner.open("/settings/users");
        owner.find("#em").sendKeys(email);
        owner.follow("form[action='/settings/users'][method=post] button");
        assertThat(owner.path()).startsWith("/settings/users/");
        String page = owner.path().replaceFirst("\\?.*", "");
        assertThat(owner.find("main").getText()).contains(email);

        String link = people.mails.awaitLast(email, 1).link();
        try (Chromium guest = new Chromium(people.service)) {
            guest.open(link.substring(people.service.address().length()));
            guest.find("#pw").sendKeys(People.PASSWORD);
            guest.find("#cf").sendKeys(People.PASSWORD);
            guest.follow("form.mv-body button");
            guest.signIn(email, People.PASSWORD);
            guest.open("/domains");
            assertThat(guest.all("main tbody tr")).as("of no group").isEmpty();
            assertThat(guest.open("/settings/users").status()).isIn(403, 404);

            people.service
                    .part(Domains.class)
                    .add(
                            Scope.ofAccount(people.owner.accountId()),
                            List.of(new DomainName("shop.example")));
            owner.open(page);
            owner.find("main select option[value=read]").click();
            owner.follow("form[action$='/access'] button");
            guest.open("/domains");
            assertThat(guest.find("main tbody th").getText()).contains("shop.example");

            owner.open(page);
            owner.follow("form[action$='/delete'] button");
            owner.follow(".mv-next form button");
            assertThat(owner.find("main").getText()).doesNotContain(email);
            guest.open("/domains");
            assertThat(guest.path()).startsWith("/sign-in");
            assertThat(guest.happened().wrong()).isEmpty();
        }
        assertThat(owner.happened().wrong()).isEmpty();
    }
}
