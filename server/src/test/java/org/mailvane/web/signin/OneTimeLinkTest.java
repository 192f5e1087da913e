package org.mailvane.web.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.OneTimeLink.Purpose;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.frame.Pages;
import tools.jackson.databind.JsonNode;

/** Mailed links: looking changes nothing, their forms work once, and they end. */
@Tag("slow")
class OneTimeLinkTest {

    private static final String PASSWORD = "another phrase";

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
    void storyOfAUserFromTheirCreationToTheirFirstCall() {
        String email = people.email();
        JsonNode user = people.invited(email);
        String path = "/api/v1/users/" + user.get("id").asLong() + "/";
        String link = people.mails.awaitLast(email, 1).link();
        for (String method : List.of("GET", "HEAD", "GET")) {
            Answer page =
                    people.service.call(method, null, link, BodyPublishers.noBody(), Map.of());
            assertThat(page.status()).isEqualTo(200);
        }
        assertThat(user(path).get("is_active").asBoolean()).as("looking changes nothing").isFalse();
        String early = people.service.part(Accounts.class).createToken(email);
        assertThat(people.service.get(early, "/api/v1/find/source/192.0.2.1/").status())
                .isEqualTo(401);

        Answer done = people.post(link, "password", PASSWORD, "confirm", PASSWORD);
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        assertThat(done.text()).contains("Your access is activated");
        assertThat(user(path).get("is_active").asBoolean()).isTrue();
        String token = people.service.part(Accounts.class).createToken(email);
        assertThat(people.service.get(token, "/api/v1/find/source/192.0.2.1/").status())
                .isEqualTo(200);
        Answer change =
                people.service.send(
                        "POST",
                        token,
                        path + "password-change/",
                        """
                        {"password_old": "%s", "password": "third phrase", "password_confirm": "third phrase"}
                        """
                                .formatted(PASSWORD));
        assertThat(change.status()).as("the password is the chosen one").isEqualTo(200);
    }

    @Test
    void everyPageLoadsOnlyWhatIsOursAndKeepsTheLinkToItself() {
        Person member = people.member();
        String link = resetLink(member, 2);
        List<Answer> pages =
                List.of(
                        people.service.get(null, link),
                        people.service.get(null, link.replaceFirst("/$", "")),
                        people.post(link, "password", "short", "confirm", "short"),
                        people.post(link, "password", PASSWORD, "confirm", PASSWORD),
                        people.service.get(null, link));
        assertThat(pages.stream().map(Answer::status)).containsExactly(200, 200, 400, 200, 404);
        assertThat(pages)
                .allSatisfy(page -> {
                    assertThat(page.header("content-type")).startsWith("text/html");
                    assertThat(page.header("content-security-policy")).isEqualTo(Pages.POLICY);
                    assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
                    assertThat(page.header("cache-control")).contains("no-store");
                    assertThat(Jsoup.parse(page.text()).select("[src], link[href], a[href]"))
                            .allSatisfy(each ->
                                    assertThat(each.attr("src") + each.attr("href"))
                                            .startsWith("/"));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "short, short, 'The password has 5 characters. Use 10 to 256.'",
        "'', '', The password has 0 characters",
        "another phrase, another phrasf, The passwords do not match."
    })
    void passwordThatCannotBeUsedIsToldAndTheLinkStays(
            String password, String confirm, String problem) {
        String email = people.email();
        JsonNode user = people.invited(email);
        String link = people.mails.awaitLast(email, 1).link();
        Answer answer = people.post(link, "password", password, "confirm", confirm);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("role=\"alert\"", problem, "name=\"password\"");
        assertThat(answer.text()).doesNotContain("another phras");
        assertThat(people.service.get(null, link).status()).isEqualTo(200);
        assertThat(
                        user("/api/v1/users/" + user.get("id").asLong() + "/")
                                .get("is_active")
                                .asBoolean())
                .isFalse();
    }

    @Test
    void passwordIsNotTheEmailAddress() {
        String email = people.email();
        people.invited(email);
        String link = people.mails.awaitLast(email, 1).link();
        assertThat(people.post(link, "password", email, "confirm", email).text())
                .contains("be the email address.");
        String huge = "x".repeat(50_000);
        assertThat(people.post(link, "password", huge, "confirm", huge).text())
                .contains("has 50,000 characters");
        assertThat(people.post(link, "password", huge + huge, "confirm", huge).status())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"activate", "reset", "confirm-email"})
    void unknownLinkIsAPlainPageWithWhatToDo(String path) {
        for (String secret : List.of("0".repeat(32), "x", "%3Cscript%3E", "a".repeat(5_000))) {
            String link = people.service.address() + "/" + path + "/" + secret + "/";
            for (Answer answer :
                    List.of(
                            people.service.get(null, link),
                            people.post(link, "password", PASSWORD, "confirm", PASSWORD))) {
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.text())
                        .contains(
                                "This link does not work",
                                path.equals("reset")
                                        ? "Request a new link"
                                        : "Ask an admin of your account")
                        .doesNotContain(secret.equals("x") ? "/x/" : secret, "<script>");
            }
        }
    }

    @Test
    void linkInAMailDoesNotSayWhatARequestClaimsItsHostToBe() {
        try (People own = new People(Map.of(Setting.TRUSTED_PROXIES, "127.0.0.0/8"))) {
            Person member = own.member();
            own.service.call(
                    "POST",
                    own.owner.token(),
                    member.path() + "password-reset/",
                    BodyPublishers.noBody(),
                    Map.of("X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https"));
            assertThat(own.mails.awaitLast(member.email(), 2).link())
                    .startsWith("http://127.0.0.1:");
        }
    }

    @Test
    void linkOfOnePurposeIsNoneOfAnother() {
        Person member = people.member();
        String link = resetLink(member, 2);
        for (String other : List.of("/activate/", "/confirm-email/")) {
            assertThat(people.service.get(null, link.replace("/reset/", other)).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void linksEndAfterTheirTime() {
        try (People own = new People()) {
            String invited = own.email();
            own.invited(invited);
            Person member = own.member();
            reset(own, member);
            String wanted = own.email();
            changeEmail(own, member, wanted);
            String activation = own.mails.awaitLast(invited, 1).link();
            String reset = link(own, member.email(), "/reset/");
            String email = own.mails.awaitLast(wanted, 1).link();
            assertThat(Purpose.ACTIVATION.lifetime()).isEqualTo(Duration.ofDays(7));
            assertThat(Purpose.RESET.lifetime()).isEqualTo(Duration.ofHours(1));
            assertThat(Purpose.EMAIL.lifetime()).isEqualTo(Duration.ofDays(3));
            Duration passed = Duration.ZERO;
            for (Purpose purpose : List.of(Purpose.RESET, Purpose.EMAIL, Purpose.ACTIVATION)) {
                String link =
                        switch (purpose) {
                            case ACTIVATION -> activation;
                            case RESET -> reset;
                            case EMAIL -> email;
                        };
                Duration last = purpose.lifetime().minusNanos(1_000);
                own.clock.advance(last.minus(passed));
                assertThat(own.service.get(null, link).status())
                        .as(purpose + " in its last moment")
                        .isEqualTo(200);
                own.clock.advance(Duration.ofNanos(1_000));
                passed = purpose.lifetime();
                for (Answer answer :
                        List.of(
                                own.service.get(null, link),
                                own.post(link, "password", PASSWORD, "confirm", PASSWORD))) {
                    assertThat(answer.status()).as(purpose.toString()).isEqualTo(410);
                    assertThat(answer.text())
                            .contains("It has expired: it was valid for")
                            .containsPattern("Ask |Request ");
                }
            }
        }
    }

    @Test
    void onlyAHashOfTheSecretIsStoredOnceTheMailIsAway() {
        Person member = people.member();
        String link = resetLink(member, 2);
        String secret = link.replaceAll(".*/reset/|/$", "");
        assertThat(secret).matches("[0-9a-z]{32}");
        Awaiting.until(
                "the mail has left the queue",
                Duration.ofSeconds(20),
                () ->
                        people.value(
                                        "select count(*) from outgoing_mail where text like '%"
                                                + secret
                                                + "%'")
                                .equals("0"));
        assertThat(
                        people.value(
                                "select encode(secret_hash, 'hex') = encode(sha256('%s'), 'hex') from one_time_link where user_id = %d and purpose = 'reset'"
                                        .formatted(secret, member.id())))
                .isEqualTo("true");
    }

    @Test
    void newResetLinkEndsTheOlderOneAndItsUseSetsThePasswordOnce() {
        Person member = people.member();
        String first = resetLink(member, 2);
        String second = resetLink(member, 3);
        assertThat(second).isNotEqualTo(first);
        assertThat(people.service.get(null, first).status()).isEqualTo(404);
        assertThat(people.post(second, "password", PASSWORD, "confirm", PASSWORD).status())
                .isEqualTo(200);
        assertThat(people.post(second, "password", PASSWORD, "confirm", PASSWORD).status())
                .isEqualTo(404);
        Answer change =
                people.service.send(
                        "POST",
                        member.token(),
                        member.path() + "password-change/",
                        """
                        {"password_old": "%s", "password": "third phrase", "password_confirm": "third phrase"}
                        """
                                .formatted(PASSWORD));
        assertThat(change.status()).isEqualTo(200);
    }

    @Test
    void newEmailCountsWhenItIsConfirmedAndTheOldOneIsTold() {
        Person member = people.member();
        String reset = resetLink(member, 2);
        String wanted = people.email();
        JsonNode answer = changeEmail(people, member, wanted);
        assertThat(answer.get("email").asString()).isEqualTo(member.email());
        Received confirmation = people.mails.awaitLast(wanted, 1);
        Received told = people.mails.awaitLast(member.email(), 3);
        assertThat(told.text()).contains(member.email(), wanted);
        assertThat(told.text()).doesNotContain("/confirm-email/");

        String link = confirmation.link();
        assertThat(people.service.get(null, link).text()).contains(member.email(), wanted);
        assertThat(user(member.path()).get("email").asString()).isEqualTo(member.email());
        assertThat(people.post(link).status()).isEqualTo(200);
        assertThat(user(member.path()).get("email").asString()).isEqualTo(wanted);
        assertThat(user(member.path()).get("username").asString()).isEqualTo(wanted);
        assertThat(people.mails.awaitLast(member.email(), 4).subject())
                .isEqualTo("Your email address was changed");
        assertThat(people.post(link).status()).isEqualTo(404);
        assertThat(people.service.get(null, reset).status())
                .as("links that were mailed to the old address end")
                .isEqualTo(404);
        assertThat(people.service.get(member.token(), "/api/v1/find/source/192.0.2.1/").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the present email by PATCH",
                "the present email by PUT",
                "a changed password",
                "a reset password",
                "a password by the command line",
                "a new token"
            })
    void changeOfAnAddressThatWaitsIsCalledOffBy(String way) {
        Person member = people.member();
        people.givePassword(member);
        String wanted = people.email();
        changeEmail(people, member, wanted);
        String link = people.mails.awaitLast(wanted, 1).link();
        assertThat(people.service.get(null, link).status()).isEqualTo(200);
        Accounts accounts = people.service.part(Accounts.class);
        switch (way) {
            case "the present email by PATCH" -> changeEmail(people, member, member.email());
            case "the present email by PUT" ->
                    people.service.send(
                            "PUT",
                            people.owner.token(),
                            member.path(),
                            "{\"email\":\"" + member.email().toUpperCase(Locale.ROOT) + "\"}");
            case "a changed password" ->
                    people.service.send(
                            "POST",
                            member.token(),
                            member.path() + "password-change/",
                            """
                            {"password_old": "%s", "password": "third phrase", "password_confirm": "third phrase"}
                            """
                                    .formatted(People.PASSWORD));
            case "a reset password" ->
                    people.post(resetLink(member, 3), "password", PASSWORD, "confirm", PASSWORD);
            case "a password by the command line" -> people.givePassword(member);
            case "a new token" -> accounts.createToken(member.email());
            default -> throw new AssertionError(way);
        }
        assertThat(people.post(link).status()).isEqualTo(404);
        assertThat(user(member.path()).get("email").asString()).isEqualTo(member.email());
    }

    @Test
    void changeOfAnAddressThatWaitsOutlivesOtherChanges() {
        Person member = people.member();
        String wanted = people.email();
        changeEmail(people, member, wanted);
        people.service.send(
                "PATCH", people.owner.token(), member.path(), "{\"has_billing_access\":true}");
        assertThat(people.post(people.mails.awaitLast(wanted, 1).link()).status()).isEqualTo(200);
    }

    @Test
    void ownerChangesTheirOwnEmail() {
        Person owner = people.account("Moving");
        String wanted = people.email();
        assertThat(
                        people.service
                                .send(
                                        "PATCH",
                                        owner.token(),
                                        owner.path(),
                                        "{\"email\":\"" + wanted + "\"}")
                                .status())
                .isEqualTo(200);
        assertThat(people.post(people.mails.awaitLast(wanted, 1).link()).status()).isEqualTo(200);
        assertThat(people.service.get(owner.token(), owner.path()).json().get("email").asString())
                .isEqualTo(wanted);
    }

    @Test
    void addressThatWasTakenInTheMeantimeIsTold() {
        Person member = people.member();
        String wanted = people.email();
        changeEmail(people, member, wanted);
        String link = people.mails.awaitLast(wanted, 1).link();
        people.invited(wanted.replace("person", "Person"));
        Answer answer = people.post(link);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .contains("role=\"alert\"", wanted, "Another user has taken the email address");
        assertThat(user(member.path()).get("email").asString()).isEqualTo(member.email());
    }

    @Test
    void invitedUserWhoseAddressWasWrongIsInvitedAtTheConfirmedOne() {
        String wrong = people.email();
        JsonNode user = people.invited(wrong);
        String path = "/api/v1/users/" + user.get("id").asLong() + "/";
        String first = people.mails.awaitLast(wrong, 1).link();
        String right = people.email();
        people.service.send("PATCH", people.owner.token(), path, "{\"email\":\"" + right + "\"}");
        assertThat(people.post(people.mails.awaitLast(right, 1).link()).status()).isEqualTo(200);
        assertThat(people.service.get(null, first).status()).isEqualTo(404);
        String link = people.mails.awaitLast(right, 2).link();
        assertThat(people.post(link, "password", PASSWORD, "confirm", PASSWORD).status())
                .isEqualTo(200);
        assertThat(user(path).get("is_active").asBoolean()).isTrue();
    }

    @Test
    void deletedUsersLinksEnd() {
        Person member = people.member();
        String link = resetLink(member, 2);
        people.service.send("DELETE", people.owner.token(), member.path(), "");
        assertThat(people.service.get(null, link).status()).isEqualTo(404);
        assertThat(people.post(link, "password", PASSWORD, "confirm", PASSWORD).status())
                .isEqualTo(404);
    }

    @Test
    void textsFromPeopleBecomeNoHtml() {
        Person owner = people.account("Html");
        people.sql("update account set name = '<b>\"x\"&' where account_id = " + owner.accountId());
        String email = "o'brien&co" + people.email();
        people.service.send(
                "POST", owner.token(), "/api/v1/users/", "{\"email\":\"" + email + "\"}");
        Received mail = people.mails.awaitLast(email, 1);
        assertThat(mail.subject()).contains("<b>\"x\"&");
        assertThat(mail.html())
                .contains("&lt;b&gt;&quot;x&quot;&amp;", "o&#39;brien&amp;co")
                .doesNotContain("<b>");
        assertThat(people.service.get(null, mail.link()).text())
                .contains("value=\"o&#39;brien&amp;co");
    }

    @Test
    void onlyABrowsersFormIsTaken() {
        Person member = people.member();
        String link = resetLink(member, 2);
        Answer answer =
                people.service.call(
                        "POST",
                        null,
                        link,
                        BodyPublishers.ofString("--b--\r\n"),
                        Browser.multipart(people.service));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(people.service.get(null, link).status()).isEqualTo(200);
    }

    private static JsonNode user(String path) {
        return people.service.get(people.owner.token(), path).json();
    }

    private static JsonNode changeEmail(People people, Person person, String email) {
        Answer answer =
                people.service.send(
                        "PATCH",
                        people.owner.token(),
                        person.path(),
                        "{\"email\":\"" + email + "\"}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    private static void reset(People people, Person person) {
        Answer answer =
                people.service.send(
                        "POST", people.owner.token(), person.path() + "password-reset/", "");
        assertThat(answer.status()).isEqualTo(202);
    }

    private static String resetLink(Person person, int mails) {
        reset(people, person);
        return people.mails.awaitLast(person.email(), mails).link();
    }

    private static String link(People people, String recipient, String part) {
        return people.mails.await(recipient, 3).stream()
                .filter(mail -> mail.text().contains(part))
                .findFirst()
                .orElseThrow()
                .link();
    }
}
