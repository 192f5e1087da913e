package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Passwords of users by the API, and the mails by which they set one. */
class UserPasswordApiTest {

    private static UserApiFixture users;

    @BeforeAll
    static void start() {
        users = new UserApiFixture();
    }

    @AfterAll
    static void stop() {
        users.close();
    }

    // Mails on demand

    @Test
    void activationReminderReplacesTheLinkAndIsForInactiveUsersOnly() {
        String email = users.people.email();
        long id = users.people.invited(email).get("id").asLong();
        String first = users.people.mails.awaitLast(email, 1).link();
        Answer answer =
                users.send(
                        "POST",
                        users.people.owner,
                        UserApiFixture.USERS + id + "/activation-reminder/",
                        "");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().get("detail").asString()).contains(email);
        String second = users.people.mails.awaitLast(email, 2).link();
        assertThat(users.people.service.get(null, first).status()).isEqualTo(404);
        assertThat(users.people.service.get(null, second).status()).isEqualTo(200);

        Person member = users.people.member();
        answer = users.send("POST", users.people.owner, member.path() + "activation-reminder/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("already active");
    }

    @Test
    void passwordResetMailGoesToActiveUsersWithAPasswordOnly() {
        Person member = users.people.member();
        Answer answer =
                users.send("POST", users.people.owner, member.path() + "password-reset/", "");
        assertThat(answer.status()).isEqualTo(202);
        Received mail = users.people.mails.awaitLast(member.email(), 2);
        assertThat(mail.subject()).isEqualTo("Choose a new password");
        assertThat(mail.link()).startsWith(users.people.service.address() + "/reset/");
        assertThat(mail.text()).contains("20 November 2026, 11:00 UTC");

        long inactive = users.people.invited(users.people.email()).get("id").asLong();
        answer =
                users.send(
                        "POST",
                        users.people.owner,
                        UserApiFixture.USERS + inactive + "/password-reset/",
                        "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("not active yet");

        users.people.sql("update account_user set sso = true where id = " + member.id());
        answer = users.send("POST", users.people.owner, member.path() + "password-reset/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("identity provider");
    }

    @Test
    @Tag("slow")
    void mailsOfAKindToOneAddressAreLimitedForAWhile() {
        try (People house = new People()) {
            Person owner = house.owner;
            String email = house.email();
            String invited = UserApiFixture.USERS + house.invited(email).get("id").asLong() + "/";
            Person member = house.member();
            for (int i = 0; i < Users.MAX_MAILS; i++) {
                String change = "{\"email\":\"" + house.email() + "\"}";
                assertThat(
                                house.service
                                        .send("PATCH", owner.token(), member.path(), change)
                                        .status())
                        .isEqualTo(200);
                assertThat(post(house, member.path() + "password-reset/").status()).isEqualTo(202);
                assertThat(i == 0 ? 202 : post(house, invited + "activation-reminder/").status())
                        .as("the first was sent when the user was made")
                        .isEqualTo(202);
            }
            String other = "{\"email\":\"" + house.email() + "\"}";
            for (Answer refused :
                    List.of(
                            house.service.send("PATCH", owner.token(), member.path(), other),
                            post(house, member.path() + "password-reset/"),
                            post(house, invited + "activation-reminder/"))) {
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.header("retry-after")).isEqualTo("3600");
                assertThat(refused.json().get("detail").asString())
                        .contains("5 emails of this kind to person", "within an hour");
            }
            assertThat(post(house, house.member().path() + "password-reset/").status())
                    .as("to somebody else")
                    .isEqualTo(202);
            house.service.call("DELETE", owner.token(), invited, users.none(), Map.of());
            assertThat(
                            house.service
                                    .send(
                                            "POST",
                                            owner.token(),
                                            UserApiFixture.USERS,
                                            "{\"email\":\""
                                                    + email.toUpperCase(Locale.ROOT)
                                                    + "\"}")
                                    .status())
                    .as("a new user of the same address is no way around")
                    .isEqualTo(429);
            house.clock.advance(Users.MAILS_WINDOW);
            assertThat(post(house, member.path() + "password-reset/").status()).isEqualTo(202);
        }
    }

    private static Answer post(People house, String path) {
        return house.service.send("POST", house.owner.token(), path, "");
    }

    // Passwords

    @Test
    void passwordIsChangedByItsUserAndNoPasswordIsAnswered() {
        Person member = users.people.member();
        users.people.givePassword(member);
        Answer answer =
                changePassword(
                        member,
                        users.change(People.PASSWORD, " another phrase ", " another phrase "));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().toString())
                .isEqualTo("{\"password_old\":\"\",\"password\":\"\",\"password_confirm\":\"\"}");
        assertThat(
                        changePassword(
                                        member,
                                        users.change(
                                                "another phrase", "third phrase", "third phrase"))
                                .status())
                .as("blanks belong to a password")
                .isEqualTo(400);
        assertThat(
                        changePassword(
                                        member,
                                        users.change(
                                                " another phrase ", "third phrase", "third phrase"))
                                .status())
                .isEqualTo(200);
        assertThat(
                        users.people.value(
                                "select password_hash from account_user where id = " + member.id()))
                .startsWith("$argon2id$");
    }

    @Test
    void passwordOfSomebodyElseIsForbiddenAlsoToAdmins() {
        Person member = users.people.member();
        Answer answer =
                users.send(
                        "POST",
                        users.people.owner,
                        member.path() + "password-change/",
                        users.change(People.PASSWORD, "another phrase", "another phrase"));
        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void everythingWrongWithAPasswordIsToldByFieldAndNothingIsQuoted() {
        Person member = users.people.member();
        users.people.givePassword(member);
        Answer answer =
                changePassword(member, users.change("wrong secret", "too short", "different"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().propertyNames())
                .contains("password_old", "password", "password_confirm");
        assertThat(answer.json().get("password").get(0).asString())
                .contains("has 9 characters", "10 to 256");
        assertThat(answer.text()).doesNotContain("wrong secret", "too short", "different\"");

        String longest = "x".repeat(257);
        answer = changePassword(member, users.change(People.PASSWORD, longest, longest));
        assertThat(answer.json().get("password").get(0).asString()).contains("257", "10 to 256");
        String huge = "y".repeat(1 << 20);
        answer = changePassword(member, users.change(huge, huge, huge));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).doesNotContain("yyyy");
        String email = member.email().toUpperCase(Locale.ROOT);
        answer = changePassword(member, users.change(People.PASSWORD, email, email));
        assertThat(answer.json().get("password").get(0).asString()).contains("email address");
        answer = changePassword(member, "{}");
        assertThat(answer.json().propertyNames())
                .contains("password_old", "password", "password_confirm");
        answer =
                changePassword(
                        member, "{\"password_old\":null,\"password\":[],\"password_confirm\":{}}");
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void userWithoutAPasswordHasNoOldOne() {
        Person member = users.people.member();
        Answer answer =
                changePassword(member, users.change("", "another phrase", "another phrase"));
        assertThat(answer.status()).isEqualTo(400);
        answer = changePassword(member, users.change("null", "another phrase", "another phrase"));
        assertThat(answer.json().get("password_old").get(0).asString()).contains("incorrect");
    }

    @Test
    void wrongTriesOfTheOldPasswordAreLimitedForAWhile() {
        Person member = users.people.member();
        users.people.givePassword(member);
        String wrong = users.change("wrong password", "another phrase", "another phrase");
        String right = users.change(People.PASSWORD, "another phrase", "another phrase");
        for (int i = 0; i < Users.MAX_PASSWORD_TRIES - 1; i++) {
            assertThat(changePassword(member, wrong).status()).isEqualTo(400);
        }
        assertThat(changePassword(member, right).status()).as("ends the counting").isEqualTo(200);
        users.people.givePassword(member);
        for (int i = 0; i < Users.MAX_PASSWORD_TRIES; i++) {
            assertThat(changePassword(member, wrong).status()).isEqualTo(400);
        }
        for (String any : List.of(wrong, right)) {
            Answer refused = changePassword(member, any);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isEqualTo("900");
        }
        users.people.clock.advance(Users.TRIES_WINDOW);
        assertThat(changePassword(member, right).status()).isEqualTo(200);
    }

    @Test
    void passwordChangeEndsOutstandingResetLinks() {
        Person member = users.people.member();
        users.people.givePassword(member);
        users.send("POST", users.people.owner, member.path() + "password-reset/", "");
        String link = users.people.mails.awaitLast(member.email(), 2).link();
        assertThat(users.people.service.get(null, link).status()).isEqualTo(200);
        changePassword(member, users.change(People.PASSWORD, "another phrase", "another phrase"));
        assertThat(users.people.service.get(null, link).status()).isEqualTo(404);

        users.send("POST", users.people.owner, member.path() + "password-reset/", "");
        link = users.people.mails.awaitLast(member.email(), 4).link();
        users.people.givePassword(member);
        assertThat(users.people.service.get(null, link).status())
                .as("by the command line")
                .isEqualTo(404);
    }

    // Single sign-on

    @Test
    void conversionToSsoNeedsAnIdentityProvider() {
        Person member = users.people.member();
        for (String method : List.of("PUT", "POST")) {
            Answer answer =
                    users.send(method, users.people.owner, member.path() + "convert-to-sso/", "");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("detail").asString()).contains("MAILVANE_OIDC_ISSUER");
        }
    }

    @Test
    @Tag("slow")
    void convertedUserHasNoPasswordAnyMore() {
        try (People sso = new People(Map.of(Setting.OIDC_ISSUER, "https://login.example.com"))) {
            Person member = sso.member();
            sso.givePassword(member);
            sso.service.send("POST", sso.owner.token(), member.path() + "password-reset/", "");
            String reset = sso.mails.awaitLast(member.email(), 2).link();
            JsonNode before = sso.service.get(sso.owner.token(), member.path()).json();
            assertThat(users.texts(before.get("_permissions"))).contains("convert_to_sso");
            for (String method : List.of("PUT", "POST")) {
                Answer answer =
                        sso.service.send(
                                method, sso.owner.token(), member.path() + "convert-to-sso/", "");
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.json().get("sso_ready").asBoolean()).isTrue();
            }
            assertThat(
                            sso.value(
                                    "select password_hash from account_user where id = "
                                            + member.id()))
                    .isEqualTo("null");
            assertThat(sso.service.get(null, reset).status()).isEqualTo(404);
            Answer change =
                    sso.service.send(
                            "POST",
                            member.token(),
                            member.path() + "password-change/",
                            users.change(People.PASSWORD, "another phrase", "another phrase"));
            assertThat(change.status()).isEqualTo(400);

            Person admin = sso.admin();
            String owners = sso.owner.path();
            assertThat(
                            sso.service
                                    .send("PUT", admin.token(), owners + "convert-to-sso/", "")
                                    .status())
                    .as("the owner's way to sign in is the owner's")
                    .isEqualTo(403);
            assertThat(
                            users.texts(
                                    sso.service
                                            .get(admin.token(), owners)
                                            .json()
                                            .get("_permissions")))
                    .doesNotContain("convert_to_sso");
            assertThat(
                            sso.service
                                    .send("PUT", sso.owner.token(), owners + "convert-to-sso/", "")
                                    .status())
                    .isEqualTo(200);

            JsonNode invited = sso.invited(sso.email());
            String path = "/api/v1/users/" + invited.get("id").asLong() + "/";
            sso.service.send("POST", sso.owner.token(), path + "convert-to-sso/", "");
            String link = sso.mails.awaitLast(invited.get("email").asString(), 1).link();
            assertThat(sso.service.get(null, link).text()).doesNotContain("password");
            assertThat(sso.post(link).status()).isEqualTo(200);
            JsonNode active = sso.service.get(sso.owner.token(), path).json();
            assertThat(active.get("is_active").asBoolean()).isTrue();
            assertThat(active.get("sso_ready").asBoolean()).isTrue();
        }
    }

    private static Answer changePassword(Person who, String body) {
        return users.send("POST", who, who.path() + "password-change/", body);
    }
}
