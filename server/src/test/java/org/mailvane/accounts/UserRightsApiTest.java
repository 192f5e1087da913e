package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Who may read, change and delete which users, and when a token stops. */
class UserRightsApiTest {

    /** What everybody may call who is signed in. */
    private static final String SIGNED_IN = "/api/v1/find/source/192.0.2.1/";

    private static UserApiFixture users;

    @BeforeAll
    static void start() {
        users = new UserApiFixture();
    }

    @AfterAll
    static void stop() {
        users.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"is_admin", "has_forensic_access", "has_billing_access"})
    void adminsSetTheFlagsByPostPutAndPatch(String flag) {
        Person admin = users.people.admin();
        users.send("PATCH", users.people.owner, admin.path(), "{\"" + flag + "\":true}");
        String email = users.people.email();
        JsonNode user =
                users.send(
                                "POST",
                                admin,
                                UserApiFixture.USERS,
                                "{\"email\":\"%s\",\"%s\":true}".formatted(email, flag))
                        .json();
        assertThat(user.get(flag).asBoolean()).isTrue();
        String path = UserApiFixture.USERS + user.get("id").asLong() + "/";
        Answer put =
                users.send(
                        "PUT",
                        admin,
                        path,
                        "{\"email\":\"%s\",\"%s\":false}".formatted(email, flag));
        assertThat(put.json().get(flag).asBoolean()).isFalse();
        Answer patch = users.send("PATCH", admin, path, "{\"" + flag + "\":true}");
        assertThat(patch.json().get(flag).asBoolean()).isTrue();
        assertThat(users.send("PATCH", admin, path, "{}").json().get(flag).asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"has_forensic_access", "has_billing_access"})
    void rightIsGivenByWhoHasItAndByTheOwner(String flag) {
        Person admin = users.people.admin();
        Person member = users.people.member();
        for (String path : List.of(admin.path(), member.path())) {
            Answer refused = users.send("PATCH", admin, path, "{\"" + flag + "\":true}");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().get("detail").asString())
                    .contains("an admin who has this right");
        }
        String wanted = "{\"email\":\"%s\",\"%s\":true}".formatted(users.people.email(), flag);
        assertThat(users.send("POST", admin, UserApiFixture.USERS, wanted).status()).isEqualTo(403);
        users.send("PATCH", users.people.owner, member.path(), "{\"" + flag + "\":true}");
        assertThat(
                        users.send(
                                        "PATCH",
                                        admin,
                                        member.path(),
                                        "{\"email\":\"" + users.people.email() + "\"}")
                                .status())
                .as("who gets the mailbox would get the right")
                .isEqualTo(403);
        assertThat(users.send("PATCH", admin, member.path(), "{\"is_admin\":true}").status())
                .as("what they have stays")
                .isEqualTo(200);
        assertThat(users.send("PATCH", admin, member.path(), "{\"" + flag + "\":false}").status())
                .as("taking it needs no right")
                .isEqualTo(200);
        users.send("PATCH", users.people.owner, admin.path(), "{\"" + flag + "\":true}");
        assertThat(users.send("PATCH", admin, member.path(), "{\"" + flag + "\":true}").status())
                .isEqualTo(200);
    }

    @Test
    void ownerIsToldOfRightsThatOthersChange() {
        Person stranger = users.people.account("Told");
        String admin = users.people.email();
        JsonNode made =
                users.send(
                                "POST",
                                stranger,
                                UserApiFixture.USERS,
                                "{\"email\":\"%s\",\"is_admin\":true}".formatted(admin))
                        .json();
        users.people.sql("update account_user set is_active = true where id = " + made.get("id"));
        String token = users.people.service.part(Accounts.class).createToken(admin);
        String email = users.people.email();
        Answer answer =
                users.people.service.send(
                        "POST",
                        token,
                        UserApiFixture.USERS,
                        "{\"email\":\"%s\",\"is_admin\":true}".formatted(email));
        assertThat(answer.status()).isEqualTo(201);
        Received mail = users.people.mails.awaitLast(stranger.email(), 1);
        assertThat(mail.subject()).isEqualTo("The rights of a user were changed");
        assertThat(mail.text().replaceAll("\\s+", " "))
                .contains(admin, email, "They are now an admin.")
                .doesNotContain("failure reports");
        users.people.service.send(
                "PATCH",
                token,
                UserApiFixture.USERS + answer.json().get("id").asLong() + "/",
                "{\"is_admin\":false}");
        assertThat(users.people.mails.awaitLast(stranger.email(), 2).text().replaceAll("\\s+", " "))
                .contains("They are no longer an admin.");
    }

    // Permissions

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "POST, ''",
        "GET, ID/",
        "PUT, ID/",
        "PATCH, ID/",
        "DELETE, ID/",
        "POST, ID/activation-reminder/",
        "POST, ID/password-reset/",
        "POST, ID/convert-to-sso/",
        "PUT, ID/convert-to-sso/"
    })
    void userWithoutAdminIsForbiddenAllButTheirOwnPassword(String method, String path) {
        Person member = users.people.member();
        for (long id : List.of(member.id(), users.people.owner.id())) {
            Answer answer =
                    users.send(
                            method,
                            member,
                            UserApiFixture.USERS + path.replace("ID", String.valueOf(id)),
                            "{}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(403);
            assertThat(answer.json().get("code").asString()).isEqualTo("permission_denied");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "PUT, ''",
        "PATCH, ''",
        "DELETE, ''",
        "POST, activation-reminder/",
        "POST, password-reset/",
        "POST, password-change/",
        "POST, convert-to-sso/"
    })
    void userOfAnotherAccountIsNotFound(String method, String path) {
        Person stranger = users.people.account("Another");
        Person member = users.people.member();
        String body =
                path.startsWith("password-change")
                        ? users.change("x", "another password", "another password")
                        : "{\"email\":\"" + users.people.email() + "\"}";
        assertThat(users.send(method, stranger, member.path() + path, body).status())
                .isEqualTo(404);
        assertThat(users.get(users.people.owner, member.path()).json().get("email").asString())
                .isEqualTo(member.email());
        assertThat(
                        users.send(method, stranger, UserApiFixture.USERS + "abc/" + path, body)
                                .status())
                .isEqualTo(404);
        assertThat(
                        users.people
                                .service
                                .call(method, null, member.path() + path, users.none(), Map.of())
                                .status())
                .isEqualTo(401);
    }

    @Test
    void permissionsAndLinksNameOnlyWhatTheCallerMayDoWithThisUser() {
        Person admin = users.people.admin();
        JsonNode owner = users.get(admin, users.people.owner.path()).json();
        assertThat(users.texts(owner.get("_permissions")))
                .containsExactly("partial_update", "password_reset", "retrieve", "update");
        JsonNode self = users.get(admin, admin.path()).json();
        assertThat(users.texts(self.get("_permissions")))
                .containsExactly(
                        "destroy",
                        "partial_update",
                        "password_change",
                        "password_reset",
                        "retrieve",
                        "update");
        JsonNode invited = users.people.invited(users.people.email());
        assertThat(users.texts(invited.get("_permissions")))
                .containsExactly(
                        "activation_reminder", "destroy", "partial_update", "retrieve", "update");
        String base =
                users.people.service.address()
                        + UserApiFixture.USERS
                        + invited.get("id").asLong()
                        + "/";
        assertThat(invited.get("_links").propertyNames())
                .containsExactly("self", "activation_reminder");
        assertThat(invited.get("_links").get("self").asString()).isEqualTo(base);
        assertThat(invited.get("_links").get("activation_reminder").asString())
                .isEqualTo(base + "activation-reminder/");
        assertThat(self.get("_links").propertyNames())
                .containsExactly("self", "password_reset", "password_change");
    }

    // The owner

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"email\":\"taken-over@example.com\"}",
                "{\"is_admin\":false}",
                "{\"has_forensic_access\":false}",
                "{\"has_billing_access\":false}"
            })
    void onlyTheOwnerChangesTheOwnersEmailAndFlags(String change) {
        Person admin = users.people.admin();
        Answer answer = users.send("PATCH", admin, users.people.owner.path(), change);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().get("detail").asString()).contains("Only the owner");
        JsonNode owner = users.get(admin, users.people.owner.path()).json();
        for (String flag : List.of("is_admin", "has_forensic_access", "has_billing_access")) {
            assertThat(owner.get(flag).asBoolean()).as(flag).isTrue();
        }
    }

    @Test
    void adminMaySendTheOwnersValuesUnchangedAndOtherSettings() {
        Answer answer =
                users.send(
                        "PUT",
                        users.people.admin(),
                        users.people.owner.path(),
                        """
                        {"email": "%s", "is_admin": true, "has_forensic_access": true,
                         "has_billing_access": true, "settings": {"theme": "dark"}}
                        """
                                .formatted(users.people.owner.email()));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().get("settings").toString()).isEqualTo("{\"theme\":\"dark\"}");
    }

    @Test
    void ownerChangesTheirOwnFlagsAndStaysAnAdmin() {
        Person owner = users.people.account("Flags");
        Answer answer = users.send("PATCH", owner, owner.path(), "{\"has_forensic_access\":false}");
        assertThat(answer.json().get("has_forensic_access").asBoolean()).isFalse();
        answer = users.send("PATCH", owner, owner.path(), "{\"is_admin\":false}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("is_admin").get(0).asString()).contains("must be true");
    }

    @Test
    void ownerCannotBeDeleted() {
        for (Person who : List.of(users.people.owner, users.people.admin())) {
            Answer answer = users.send("DELETE", who, users.people.owner.path(), "");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.json().get("detail").asString()).contains("owner");
        }
        assertThat(users.get(users.people.owner, users.people.owner.path()).status())
                .isEqualTo(200);
    }

    // Delete and tokens

    @Test
    void deletedUserIsGoneAndTheirTokenAtOnce() {
        Person member = users.people.member();
        assertThat(users.get(member, SIGNED_IN).status()).isEqualTo(200);
        Answer answer = users.send("DELETE", users.people.owner, member.path(), "");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.text()).isEmpty();
        assertThat(users.get(member, SIGNED_IN).status()).isEqualTo(401);
        assertThat(users.get(users.people.owner, member.path()).status()).isEqualTo(404);
        assertThat(users.send("DELETE", users.people.owner, member.path(), "").status())
                .isEqualTo(404);
        assertThat(users.create(member.email()).status()).as("the address is free").isEqualTo(201);
    }

    @Test
    void tokenOfADeactivatedUserStopsAtOnce() {
        Person member = users.people.member();
        users.people.sql("update account_user set is_active = false where id = " + member.id());
        assertThat(users.get(member, SIGNED_IN).status()).isEqualTo(401);
    }

    @Test
    void tokenIsMaskedAndANewOneRevokesTheOldAtOnce() {
        Person member = users.people.member();
        Answer shown = users.get(users.people.owner, member.path());
        assertThat(shown.json().get("api_token").asString())
                .isEqualTo("mvt_..." + member.token().substring(member.token().length() - 4));
        assertThat(shown.text()).doesNotContain(member.token());
        String fresh = users.people.service.part(Accounts.class).createToken(member.email());
        assertThat(users.get(member, SIGNED_IN).status()).isEqualTo(401);
        assertThat(users.people.service.get(fresh, SIGNED_IN).status()).isEqualTo(200);
    }

    @Test
    void callerCarriesTheUsersFlags() {
        Person member = users.people.member();
        assertThat(caller(member))
                .satisfies(c -> {
                    assertThat(c.admin()).isFalse();
                    assertThat(c.owner()).isFalse();
                    assertThat(c.forensic()).isFalse();
                });
        users.send("PATCH", users.people.owner, member.path(), "{\"has_forensic_access\":true}");
        assertThat(caller(member).forensic()).isTrue();
        users.send("PATCH", users.people.owner, member.path(), "{\"is_admin\":true}");
        assertThat(caller(member).admin()).isTrue();
        assertThat(caller(users.people.owner).owner()).isTrue();
        assertThat(caller(users.people.owner).admin()).isTrue();
    }

    private static Caller caller(Person person) {
        return ((Verdict.Valid)
                        users.people
                                .service
                                .part(Accounts.class)
                                .verify(person.token())
                                .orElseThrow())
                .caller();
    }

    @Test
    void expiredAccountGetsPaymentRequired() {
        Person owner = users.people.account("Expired");
        users.people
                .service
                .part(Accounts.class)
                .setExpiry(owner.accountId(), LocalDate.of(2026, 11, 1));
        assertThat(users.get(owner, UserApiFixture.USERS).status()).isEqualTo(402);
    }
}
