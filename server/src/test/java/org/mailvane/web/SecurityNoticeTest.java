package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.TestApp;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;

/** Which users are notified by mail that a sign-in method was changed, and in which language. */
class SecurityNoticeTest {

    private static final String OTHER = "another phrase of theirs";

    private static People people;

    private Person member;

    /** The mails that they have had so far; the first is their invitation. */
    private int mails;

    @BeforeAll
    static void open() {
        people = new People(Map.of(Setting.OIDC_ISSUER, "https://id.example"));
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @BeforeEach
    void member() {
        member = people.member();
        people.givePassword(member);
        mails = 1;
    }

    private Browser browser() {
        return new Browser(people.service).signIn(member.email(), People.PASSWORD);
    }

    /** The next mail to them. */
    private Received next() {
        mails++;
        List<Received> all = people.mails.await(member.email(), mails);
        assertThat(all).hasSize(mails);
        return all.getLast();
    }

    private Received told(String subject, String... secrets) {
        Received mail = next();
        List<String> hidden = new ArrayList<>(List.of(secrets));
        hidden.addAll(List.of("http", People.PASSWORD, OTHER));
        assertThat(mail.subject()).isEqualTo(subject);
        assertThat(mail.text()).contains(member.email(), "If ").doesNotContain(hidden);
        assertThat(mail.html()).doesNotContain(hidden).doesNotContain("<a ");
        return mail;
    }

    @Test
    void newPasswordIsToldHoweverItIsChosen() {
        Answer changed =
                people.service.send(
                        "POST",
                        member.token(),
                        member.path() + "password-change/",
                        """
                        {"password_old":"%s","password":"%s","password_confirm":"%s"}
                        """
                                .formatted(People.PASSWORD, OTHER, OTHER));
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        told("Your password was changed");

        people.service.send("POST", people.owner.token(), member.path() + "password-reset/", "");
        Answer reset = people.post(next().link(), "password", OTHER + "!", "confirm", OTHER + "!");
        assertThat(reset.status()).isEqualTo(200);
        told("Your password was changed");

        String made = people.service.part(Accounts.class).resetPassword(member.email(), null);
        told("Your password was changed", made);
    }

    @Test
    void passwordThatIsNotChangedIsNotTold() {
        assertThat(
                        browser()
                                .post(
                                        "/settings/sessions/password",
                                        "old",
                                        "not the password",
                                        "password",
                                        OTHER,
                                        "confirm",
                                        OTHER)
                                .status())
                .isEqualTo(400);
        people.service.part(Accounts.class).createToken(member.email());
        assertThat(next().subject()).as("the next mail").isEqualTo("You have a new API token");
    }

    @Test
    void secondFactorIsToldAllItsLifeLong() {
        String path = "/settings/second-factor";
        Browser browser = browser();
        Document asked = Jsoup.parse(browser.post(path + "/new").text());
        String secret = asked.select("pre").text();
        TestApp app = new TestApp(secret);
        Answer on =
                browser.submit(
                        asked.expectFirst("form:has([name=secret])"),
                        path,
                        "code",
                        app.code(people.clock.instant()),
                        "password",
                        People.PASSWORD);
        List<String> codes = Jsoup.parse(on.text()).select(".mv-next pre").text().lines().toList();
        Received switched = told("Two-step sign-in was turned on", secret, codes.getFirst());
        assertThat(switched.text().replaceAll("\\s+", " "))
                .as("what admins can't")
                .contains("the operator of this service", "mailvane user reset-2fa")
                .doesNotContain("an admin");

        Browser second = new Browser(people.service);
        second.post("/sign-in", "email", member.email(), "password", People.PASSWORD);
        assertThat(second.post("/sign-in/code", "code", codes.getFirst()).status()).isEqualTo(303);
        Received used = next();
        assertThat(used.subject()).isEqualTo("A recovery code was used");
        assertThat(used.text()).contains("9 codes are").doesNotContain(codes.getFirst());

        people.clock.advance(Duration.ofSeconds(30));
        Answer renewed =
                second.post(
                        path + "/codes",
                        "code",
                        app.code(people.clock.instant()),
                        "password",
                        People.PASSWORD);
        assertThat(renewed.status()).as(renewed.text()).isEqualTo(200);
        String fresh =
                Jsoup.parse(renewed.text())
                        .select(".mv-next pre")
                        .text()
                        .lines()
                        .findFirst()
                        .orElseThrow();
        told("You have new recovery codes", fresh);

        people.clock.advance(Duration.ofSeconds(30));
        assertThat(
                        second.post(
                                        path + "/off",
                                        "code",
                                        app.code(people.clock.instant()),
                                        "password",
                                        People.PASSWORD)
                                .status())
                .isEqualTo(303);
        told("Two-step sign-in was turned off");

        Accounts accounts = people.service.part(Accounts.class);
        assertThat(accounts.resetSecondFactor(member.email())).as("none is there").isFalse();
        people.sql("update account_user set totp_secret = 'x' where id = " + member.id());
        assertThat(accounts.resetSecondFactor(member.email())).isTrue();
        told("Two-step sign-in was turned off");
    }

    @Test
    void newTokenIsTold() {
        Browser browser = browser();
        Document asked = Jsoup.parse(browser.post("/settings/token").text());
        Document page =
                Jsoup.parse(
                        browser.submit(asked.expectFirst(".mv-next form"), "/settings/token")
                                .text());
        String token = page.expectFirst("pre").text();
        assertThat(token).startsWith("mvt_");
        told("You have a new API token", token.substring("mvt_".length()));
    }

    @Test
    void singleSignOnIsToldThereAndBack() {
        people.service.send("PUT", people.owner.token(), member.path() + "convert-to-sso/", "");
        told("You now use single sign-on");
        people.service.part(Accounts.class).resetPassword(member.email(), OTHER);
        told("You now sign in with a password again");
    }

    @Test
    void mailGoesWithTheChangeOrNotAtAll() {
        Awaiting.until(
                "the invitation is away", Duration.ofSeconds(30), () -> waiting().equals("0"));
        assertThatThrownBy(() ->
                        people.service
                                .part(Db.class)
                                .inTransaction(() -> {
                                    people.service.part(Accounts.class).createToken(member.email());
                                    throw new IllegalStateException("in between");
                                }))
                .hasMessage("in between");
        assertThat(waiting()).isEqualTo("0");
        people.service.part(Accounts.class).resetPassword(member.email(), null);
        told("Your password was changed");
    }

    /** How many mails to the user were not sent yet. */
    private String waiting() {
        return people.value(
                "select count(*) from outgoing_mail where recipient = '" + member.email() + "'");
    }

    // Languages

    @Test
    void mailsAreInTheLanguageThatSomebodyHasChosen() {
        Browser browser = browser();
        browser.post("/preferences/language", "language", "de");
        people.service.part(Accounts.class).createToken(member.email());
        Received token = next();
        assertThat(token.subject()).isEqualTo("Sie haben ein neues API-Token");
        assertThat(token.html()).contains("<html lang=\"de\">");
        people.service.send("POST", people.owner.token(), member.path() + "password-reset/", "");
        assertThat(next().subject()).isEqualTo("Wählen Sie ein neues Passwort");

        browser.post("/preferences/language", "language", "xx");
        people.service.part(Accounts.class).createToken(member.email());
        assertThat(next().subject()).as("no language").startsWith("Sie haben");
        browser.post("/preferences/language", "language", "en");
        people.service.part(Accounts.class).createToken(member.email());
        told("You have a new API token");
    }

    @Test
    void mailsAreInTheLanguageOfTheLastSignIn() {
        new Browser(people.service)
                .with("Accept-Language", "de-AT,en;q=0.5")
                .signIn(member.email(), People.PASSWORD);
        people.service.part(Accounts.class).createToken(member.email());
        assertThat(next().subject()).isEqualTo("Sie haben ein neues API-Token");
        // Whoever else uses a browser, without signing in, changes nothing of theirs.
        new Browser(people.service).post("/preferences/language", "language", "en");
        people.service.part(Accounts.class).createToken(member.email());
        assertThat(next().subject()).isEqualTo("Sie haben ein neues API-Token");
        browser();
        people.service.part(Accounts.class).createToken(member.email());
        told("You have a new API token");
    }

    @Test
    void invitationsAreInTheLanguageOfWhoInvites() {
        Person admin = people.admin();
        people.givePassword(admin);
        Browser browser = new Browser(people.service).signIn(admin.email(), People.PASSWORD);
        browser.post("/preferences/language", "language", "de");
        String invited = people.email();
        browser.post("/settings/users", "email", invited);
        assertThat(people.mails.awaitLast(invited, 1).subject())
                .startsWith("Aktivieren Sie Ihren Zugang");
        String byApi = people.email();
        people.service.send(
                "POST", admin.token(), "/api/v1/users/", "{\"email\":\"" + byApi + "\"}");
        assertThat(people.mails.awaitLast(byApi, 1).subject())
                .startsWith("Aktivieren Sie Ihren Zugang");
        String fromTheOwner = people.email();
        people.invited(fromTheOwner);
        assertThat(people.mails.awaitLast(fromTheOwner, 1).subject())
                .startsWith("Activate your access");
    }
}
