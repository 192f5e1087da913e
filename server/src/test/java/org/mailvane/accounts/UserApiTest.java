package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.api.Caller;
import org.mailvane.api.TokenVerifier.Verdict;
import org.mailvane.settings.Setting;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The users of the API: each rule of the reference and of who may do what with them. */
class UserApiTest {

    private static final String USERS = "/api/v1/users/";

    /** What everybody may call who is signed in. */
    private static final String SIGNED_IN = "/api/v1/find/source/192.0.2.1/";

    private static People people;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    // Create

    @Test
    void createdUserIsInactiveAndGetsAnActivationMail() {
        String email = people.email();
        Answer answer = send("POST", people.owner, USERS, "{\"email\":\" " + email + " \"}");
        assertThat(answer.status()).isEqualTo(201);
        JsonNode user = answer.json();
        assertThat(answer.header("location")).isEqualTo(user.get("_links").get("self").asString());
        assertThat(user.propertyNames())
                .containsExactly(
                        "_links",
                        "_permissions",
                        "id",
                        "email",
                        "username",
                        "date_joined",
                        "is_active",
                        "is_admin",
                        "is_owner",
                        "api_token",
                        "sso_ready",
                        "has_forensic_access",
                        "has_billing_access",
                        "last_login",
                        "last_login_sso",
                        "has_2fa_enabled",
                        "settings");
        assertThat(user.get("email").asString()).isEqualTo(email);
        assertThat(user.get("username").asString()).isEqualTo(email);
        assertThat(user.get("date_joined").asString()).isEqualTo("2026-11-20T10:00:00Z");
        assertThat(user.get("api_token").asString()).isEmpty();
        assertThat(user.get("last_login").isNull()).isTrue();
        assertThat(user.get("settings").toString()).isEqualTo("{}");
        for (String flag :
                List.of(
                        "is_active",
                        "is_admin",
                        "is_owner",
                        "sso_ready",
                        "has_forensic_access",
                        "has_billing_access",
                        "last_login_sso",
                        "has_2fa_enabled")) {
            assertThat(user.get(flag).isBoolean()).as(flag).isTrue();
            assertThat(user.get(flag).asBoolean()).as(flag).isFalse();
        }
        Received mail = people.mails.awaitLast(email, 1);
        assertThat(mail.subject()).startsWith("Activate your access to Example");
        assertThat(mail.link())
                .startsWith(people.service.address() + "/activate/")
                .endsWith("/")
                .hasSizeLessThan(76);
        assertThat(mail.html()).contains("<a href=\"" + mail.link() + "\">");
        assertThat(mail.text()).contains(email, "27 November 2026, 10:00 UTC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"is_admin", "has_forensic_access", "has_billing_access"})
    void adminsSetTheFlagsByPostPutAndPatch(String flag) {
        Person admin = people.admin();
        send("PATCH", people.owner, admin.path(), "{\"" + flag + "\":true}");
        String email = people.email();
        JsonNode user =
                send("POST", admin, USERS, "{\"email\":\"%s\",\"%s\":true}".formatted(email, flag))
                        .json();
        assertThat(user.get(flag).asBoolean()).isTrue();
        String path = USERS + user.get("id").asLong() + "/";
        Answer put =
                send("PUT", admin, path, "{\"email\":\"%s\",\"%s\":false}".formatted(email, flag));
        assertThat(put.json().get(flag).asBoolean()).isFalse();
        Answer patch = send("PATCH", admin, path, "{\"" + flag + "\":true}");
        assertThat(patch.json().get(flag).asBoolean()).isTrue();
        assertThat(send("PATCH", admin, path, "{}").json().get(flag).asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"has_forensic_access", "has_billing_access"})
    void rightIsGivenByWhoHasItAndByTheOwner(String flag) {
        Person admin = people.admin();
        Person member = people.member();
        for (String path : List.of(admin.path(), member.path())) {
            Answer refused = send("PATCH", admin, path, "{\"" + flag + "\":true}");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().get("detail").asString())
                    .contains("an admin who has this right");
        }
        String wanted = "{\"email\":\"%s\",\"%s\":true}".formatted(people.email(), flag);
        assertThat(send("POST", admin, USERS, wanted).status()).isEqualTo(403);
        send("PATCH", people.owner, member.path(), "{\"" + flag + "\":true}");
        assertThat(
                        send(
                                        "PATCH",
                                        admin,
                                        member.path(),
                                        "{\"email\":\"" + people.email() + "\"}")
                                .status())
                .as("who gets the mailbox would get the right")
                .isEqualTo(403);
        assertThat(send("PATCH", admin, member.path(), "{\"is_admin\":true}").status())
                .as("what they have stays")
                .isEqualTo(200);
        assertThat(send("PATCH", admin, member.path(), "{\"" + flag + "\":false}").status())
                .as("taking it needs no right")
                .isEqualTo(200);
        send("PATCH", people.owner, admin.path(), "{\"" + flag + "\":true}");
        assertThat(send("PATCH", admin, member.path(), "{\"" + flag + "\":true}").status())
                .isEqualTo(200);
    }

    @Test
    void ownerIsToldOfRightsThatOthersChange() {
        Person stranger = people.account("Told");
        String admin = people.email();
        JsonNode made =
                send(
                                "POST",
                                stranger,
                                USERS,
                                "{\"email\":\"%s\",\"is_admin\":true}".formatted(admin))
                        .json();
        people.sql("update account_user set is_active = true where id = " + made.get("id"));
        String token = people.service.part(Accounts.class).createToken(admin);
        String email = people.email();
        Answer answer =
                people.service.send(
                        "POST",
                        token,
                        USERS,
                        "{\"email\":\"%s\",\"is_admin\":true}".formatted(email));
        assertThat(answer.status()).isEqualTo(201);
        Received mail = people.mails.awaitLast(stranger.email(), 1);
        assertThat(mail.subject()).isEqualTo("The rights of a user were changed");
        assertThat(mail.text().replaceAll("\\s+", " "))
                .contains(admin, email, "They are now an admin.")
                .doesNotContain("failure reports");
        people.service.send(
                "PATCH",
                token,
                USERS + answer.json().get("id").asLong() + "/",
                "{\"is_admin\":false}");
        assertThat(people.mails.awaitLast(stranger.email(), 2).text().replaceAll("\\s+", " "))
                .contains("They are no longer an admin.");
    }

    @Test
    void emailIsUniqueInTheAccountWhateverItsCase() {
        Person member = people.member();
        for (String email :
                List.of(member.email(), people.owner.email().toUpperCase(Locale.ROOT))) {
            Answer answer = create(email);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("email").get(0).asString())
                    .contains(email, "is already taken");
            answer =
                    send(
                            "PATCH",
                            people.owner,
                            people.member().path(),
                            "{\"email\":\"" + email + "\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("email").get(0).asString())
                    .contains(email, "is already taken");
        }
    }

    @Test
    void usersOfOtherAccountsAreNotTold() {
        Person stranger = people.account("Stranger");
        people.givePassword(stranger);
        Answer known = create(stranger.email());
        Answer unknown = create(people.email());
        assertThat(known.status()).isEqualTo(unknown.status()).isEqualTo(201);
        assertThat(known.json().get("is_active").asBoolean()).isFalse();
        String link = people.mails.awaitLast(stranger.email(), 1).link();
        Answer refused = people.post(link, "password", People.PASSWORD, "confirm", People.PASSWORD);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("already has access to another account");
        assertThat(people.service.get(stranger.token(), stranger.path()).status()).isEqualTo(200);
        Person member = people.member();
        Person another = people.account("Another");
        assertThat(
                        send(
                                        "PATCH",
                                        people.owner,
                                        member.path(),
                                        "{\"email\":\"" + another.email() + "\"}")
                                .status())
                .as("it is not confirmed yet")
                .isEqualTo(200);
        Answer confirmed = people.post(people.mails.awaitLast(another.email(), 1).link());
        assertThat(confirmed.status()).isEqualTo(400);
        assertThat(get(people.owner, member.path()).json().get("email").asString())
                .isEqualTo(member.email());
    }

    // List

    @Test
    void listIsPagedInItsEnvelopeWithWhatMayBeDone() {
        Person stranger = people.account("Listing");
        List<String> emails = new ArrayList<>(List.of(stranger.email()));
        for (int i = 0; i < 4; i++) {
            emails.add(people.email());
            send("POST", stranger, USERS, "{\"email\":\"" + emails.getLast() + "\"}");
        }
        emails.sort(null);
        JsonNode first = get(stranger, USERS + "?limit=2").json();
        assertThat(texts(first.get("_permissions"))).containsExactly("create", "list");
        assertThat(first.get("count").asInt()).isEqualTo(5);
        assertThat(first.get("pages").asInt()).isEqualTo(3);
        assertThat(emails(first)).isEqualTo(emails.subList(0, 2));
        JsonNode second =
                people.service
                        .get(stranger.token(), first.get("_links").get("next").asString())
                        .json();
        assertThat(emails(second)).isEqualTo(emails.subList(2, 4));
        assertThat(emails(get(stranger, USERS + "?limit=2&page=last").json()))
                .isEqualTo(emails.subList(4, 5));
        assertThat(get(stranger, USERS + "?page=2").status()).isEqualTo(404);
    }

    @Test
    void listIsOrderedByUsernameOrEmailInEitherDirection() {
        Person stranger = people.account("Ordering");
        for (String name : List.of("Zoe", "bob", "Ann")) {
            send("POST", stranger, USERS, "{\"email\":\"%s-%s\"}".formatted(name, people.email()));
        }
        for (String key : List.of("email", "username")) {
            List<String> up = emails(get(stranger, USERS + "?ordering=" + key).json());
            assertThat(up).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER).hasSize(4);
            assertThat(emails(get(stranger, USERS + "?ordering=-" + key).json()))
                    .isEqualTo(up.reversed());
        }
        Answer unknown = get(stranger, USERS + "?ordering=id");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.text()).contains("username", "email");
    }

    @Test
    void listIsThereAsCsvWithoutAnyToken() {
        Person stranger = people.account("Csv");
        Answer csv = get(stranger, USERS + "?format=csv");
        assertThat(csv.status()).isEqualTo(200);
        assertThat(csv.header("content-type")).startsWith("text/csv");
        assertThat(csv.text().lines()).hasSize(2);
        assertThat(csv.text()).contains(stranger.email()).doesNotContain(stranger.token());
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "username"})
    void filtersFindPartsWhateverTheirCase(String filter) {
        Person stranger = people.account("Filtering");
        for (String name : List.of("x_anna", "xyanna", "bob")) {
            send("POST", stranger, USERS, "{\"email\":\"%s-%s\"}".formatted(name, people.email()));
        }
        String query = USERS + "?" + filter + "=";
        assertThat(get(stranger, query + "ANNA").json().get("count").asInt()).isEqualTo(2);
        assertThat(get(stranger, query + "x_anna").json().get("count").asInt()).isEqualTo(1);
        assertThat(get(stranger, query + "%25").json().get("count").asInt()).isZero();
        assertThat(get(stranger, query).json().get("count").asInt()).isEqualTo(4);
        assertThat(get(stranger, query + "anna&email=xy&username=nna").json().get("count").asInt())
                .isEqualTo(1);
        assertThat(get(stranger, query + "%00").status()).isEqualTo(400);
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
        Person member = people.member();
        for (long id : List.of(member.id(), people.owner.id())) {
            Answer answer =
                    send(method, member, USERS + path.replace("ID", String.valueOf(id)), "{}");
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
        Person stranger = people.account("Another");
        Person member = people.member();
        String body =
                path.startsWith("password-change")
                        ? change("x", "another password", "another password")
                        : "{\"email\":\"" + people.email() + "\"}";
        assertThat(send(method, stranger, member.path() + path, body).status()).isEqualTo(404);
        assertThat(get(people.owner, member.path()).json().get("email").asString())
                .isEqualTo(member.email());
        assertThat(send(method, stranger, USERS + "abc/" + path, body).status()).isEqualTo(404);
        assertThat(
                        people.service
                                .call(method, null, member.path() + path, none(), Map.of())
                                .status())
                .isEqualTo(401);
    }

    @Test
    void permissionsAndLinksNameOnlyWhatTheCallerMayDoWithThisUser() {
        Person admin = people.admin();
        JsonNode owner = get(admin, people.owner.path()).json();
        assertThat(texts(owner.get("_permissions")))
                .containsExactly("partial_update", "password_reset", "retrieve", "update");
        JsonNode self = get(admin, admin.path()).json();
        assertThat(texts(self.get("_permissions")))
                .containsExactly(
                        "destroy",
                        "partial_update",
                        "password_change",
                        "password_reset",
                        "retrieve",
                        "update");
        JsonNode invited = people.invited(people.email());
        assertThat(texts(invited.get("_permissions")))
                .containsExactly(
                        "activation_reminder", "destroy", "partial_update", "retrieve", "update");
        String base = people.service.address() + USERS + invited.get("id").asLong() + "/";
        assertThat(invited.get("_links").propertyNames())
                .containsExactly("self", "activation_reminder");
        assertThat(invited.get("_links").get("self").asString()).isEqualTo(base);
        assertThat(invited.get("_links").get("activation_reminder").asString())
                .isEqualTo(base + "activation-reminder/");
        assertThat(self.get("_links").propertyNames())
                .containsExactly("self", "password_reset", "password_change");
    }

    // Update

    @Test
    void updateNeedsTheEmailAndPartialUpdateNothing() {
        Person member = people.member();
        Answer put = send("PUT", people.owner, member.path(), "{\"settings\":1}");
        assertThat(put.status()).isEqualTo(400);
        assertThat(put.json().get("email").get(0).asString()).isEqualTo("This field is required.");
        put =
                send(
                        "PUT",
                        people.owner,
                        member.path(),
                        "{\"email\":\""
                                + member.email().toUpperCase(Locale.ROOT)
                                + "\",\"settings\":[1]}");
        assertThat(put.status()).isEqualTo(200);
        assertThat(put.json().get("email").asString())
                .as("the same address in another case is no change")
                .isEqualTo(member.email());
        assertThat(put.json().get("settings").toString()).isEqualTo("[1]");
        assertThat(send("PATCH", people.owner, member.path(), "").json().get("settings").toString())
                .isEqualTo("[1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0.1",
                "12345678901234567890123",
                "\"text\"",
                "[]",
                "{\"z\":1,\"a\":{\"b\":[null,\"\u00fc\u4f8b\"]}}"
            })
    void settingsAreKeptAsTheyWereGiven(String settings) {
        Person member = people.member();
        Answer patch =
                send("PATCH", people.owner, member.path(), "{\"settings\":" + settings + "}");
        assertThat(patch.status()).as(patch.text()).isEqualTo(200);
        assertThat(patch.json().get("settings").toString()).isEqualTo(settings);
        assertThat(get(people.owner, member.path()).json().get("settings").toString())
                .isEqualTo(settings);
    }

    @Test
    void settingsHoldSixtyFourKilobytesAtMost() {
        Person member = people.member();
        String most = "\"" + "x".repeat(64 * 1024 - 2) + "\"";
        assertThat(
                        send("PATCH", people.owner, member.path(), "{\"settings\":" + most + "}")
                                .status())
                .isEqualTo(200);
        for (String more :
                List.of(most.replaceFirst("x", "xx"), "\"" + "x".repeat(1 << 20) + "\"")) {
            Answer answer =
                    send("PATCH", people.owner, member.path(), "{\"settings\":" + more + "}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("settings").get(0).asString()).contains("65536");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u0000\"", "{\"\\u0000\":1}", "\"\\ud800\"", "1e400", "-1e999"})
    void settingsThatCannotBeKeptAreRefused(String settings) {
        Answer answer =
                send(
                        "PATCH",
                        people.owner,
                        people.member().path(),
                        "{\"settings\":" + settings + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().get("settings").get(0).asString()).isNotBlank();
    }

    @Test
    void settingsNestedTooDeeplyAreRefused() {
        Answer answer =
                send(
                        "PATCH",
                        people.owner,
                        people.member().path(),
                        "{\"settings\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}");
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void unknownPropertiesAreIgnoredAndReported() {
        Person member = people.member();
        Answer answer =
                send(
                        "PATCH",
                        people.owner,
                        member.path(),
                        "{\"is_active\":false,\"is_owner\":true,\"api_token\":\"x\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("x-ignored-properties"))
                .contains("is_active", "is_owner", "api_token");
        assertThat(answer.json().get("is_active").asBoolean()).isTrue();
        assertThat(answer.json().get("is_owner").asBoolean()).isFalse();
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
        Person admin = people.admin();
        Answer answer = send("PATCH", admin, people.owner.path(), change);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().get("detail").asString()).contains("Only the owner");
        JsonNode owner = get(admin, people.owner.path()).json();
        for (String flag : List.of("is_admin", "has_forensic_access", "has_billing_access")) {
            assertThat(owner.get(flag).asBoolean()).as(flag).isTrue();
        }
    }

    @Test
    void adminMaySendTheOwnersValuesUnchangedAndOtherSettings() {
        Answer answer =
                send(
                        "PUT",
                        people.admin(),
                        people.owner.path(),
                        """
                        {"email": "%s", "is_admin": true, "has_forensic_access": true,
                         "has_billing_access": true, "settings": {"theme": "dark"}}
                        """
                                .formatted(people.owner.email()));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().get("settings").toString()).isEqualTo("{\"theme\":\"dark\"}");
    }

    @Test
    void ownerChangesTheirOwnFlagsAndStaysAnAdmin() {
        Person owner = people.account("Flags");
        Answer answer = send("PATCH", owner, owner.path(), "{\"has_forensic_access\":false}");
        assertThat(answer.json().get("has_forensic_access").asBoolean()).isFalse();
        answer = send("PATCH", owner, owner.path(), "{\"is_admin\":false}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("is_admin").get(0).asString()).contains("must be true");
    }

    @Test
    void ownerCannotBeDeleted() {
        for (Person who : List.of(people.owner, people.admin())) {
            Answer answer = send("DELETE", who, people.owner.path(), "");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.json().get("detail").asString()).contains("owner");
        }
        assertThat(get(people.owner, people.owner.path()).status()).isEqualTo(200);
    }

    // Delete and tokens

    @Test
    void deletedUserIsGoneAndTheirTokenAtOnce() {
        Person member = people.member();
        assertThat(get(member, SIGNED_IN).status()).isEqualTo(200);
        Answer answer = send("DELETE", people.owner, member.path(), "");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.text()).isEmpty();
        assertThat(get(member, SIGNED_IN).status()).isEqualTo(401);
        assertThat(get(people.owner, member.path()).status()).isEqualTo(404);
        assertThat(send("DELETE", people.owner, member.path(), "").status()).isEqualTo(404);
        assertThat(create(member.email()).status()).as("the address is free").isEqualTo(201);
    }

    @Test
    void tokenOfADeactivatedUserStopsAtOnce() {
        Person member = people.member();
        people.sql("update account_user set is_active = false where id = " + member.id());
        assertThat(get(member, SIGNED_IN).status()).isEqualTo(401);
    }

    @Test
    void tokenIsMaskedAndANewOneRevokesTheOldAtOnce() {
        Person member = people.member();
        Answer shown = get(people.owner, member.path());
        assertThat(shown.json().get("api_token").asString())
                .isEqualTo("mvt_..." + member.token().substring(member.token().length() - 4));
        assertThat(shown.text()).doesNotContain(member.token());
        String fresh = people.service.part(Accounts.class).createToken(member.email());
        assertThat(get(member, SIGNED_IN).status()).isEqualTo(401);
        assertThat(people.service.get(fresh, SIGNED_IN).status()).isEqualTo(200);
    }

    @Test
    void callerCarriesTheUsersFlags() {
        Person member = people.member();
        assertThat(caller(member))
                .satisfies(c -> {
                    assertThat(c.admin()).isFalse();
                    assertThat(c.owner()).isFalse();
                    assertThat(c.forensic()).isFalse();
                });
        send("PATCH", people.owner, member.path(), "{\"has_forensic_access\":true}");
        assertThat(caller(member).forensic()).isTrue();
        send("PATCH", people.owner, member.path(), "{\"is_admin\":true}");
        assertThat(caller(member).admin()).isTrue();
        assertThat(caller(people.owner).owner()).isTrue();
        assertThat(caller(people.owner).admin()).isTrue();
    }

    private static Caller caller(Person person) {
        return ((Verdict.Valid)
                        people.service.part(Accounts.class).verify(person.token()).orElseThrow())
                .caller();
    }

    // Mails on demand

    @Test
    void activationReminderReplacesTheLinkAndIsForInactiveUsersOnly() {
        String email = people.email();
        long id = people.invited(email).get("id").asLong();
        String first = people.mails.awaitLast(email, 1).link();
        Answer answer = send("POST", people.owner, USERS + id + "/activation-reminder/", "");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().get("detail").asString()).contains(email);
        String second = people.mails.awaitLast(email, 2).link();
        assertThat(people.service.get(null, first).status()).isEqualTo(404);
        assertThat(people.service.get(null, second).status()).isEqualTo(200);

        Person member = people.member();
        answer = send("POST", people.owner, member.path() + "activation-reminder/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("already active");
    }

    @Test
    void passwordResetMailGoesToActiveUsersWithAPasswordOnly() {
        Person member = people.member();
        Answer answer = send("POST", people.owner, member.path() + "password-reset/", "");
        assertThat(answer.status()).isEqualTo(202);
        Received mail = people.mails.awaitLast(member.email(), 2);
        assertThat(mail.subject()).isEqualTo("Choose a new password");
        assertThat(mail.link()).startsWith(people.service.address() + "/reset/");
        assertThat(mail.text()).contains("20 November 2026, 11:00 UTC");

        long inactive = people.invited(people.email()).get("id").asLong();
        answer = send("POST", people.owner, USERS + inactive + "/password-reset/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("not active yet");

        people.sql("update account_user set sso = true where id = " + member.id());
        answer = send("POST", people.owner, member.path() + "password-reset/", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("detail").asString()).contains("identity provider");
    }

    @Test
    @Tag("slow")
    void mailsOfAKindToOneAddressAreLimitedForAWhile() {
        try (People house = new People()) {
            Person owner = house.owner;
            String email = house.email();
            String invited = USERS + house.invited(email).get("id").asLong() + "/";
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
                        .contains("5 mails of this kind to person", "within an hour");
            }
            assertThat(post(house, house.member().path() + "password-reset/").status())
                    .as("to somebody else")
                    .isEqualTo(202);
            house.service.call("DELETE", owner.token(), invited, none(), Map.of());
            assertThat(
                            house.service
                                    .send(
                                            "POST",
                                            owner.token(),
                                            USERS,
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
        Person member = people.member();
        people.givePassword(member);
        Answer answer =
                changePassword(
                        member, change(People.PASSWORD, " another phrase ", " another phrase "));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().toString())
                .isEqualTo("{\"password_old\":\"\",\"password\":\"\",\"password_confirm\":\"\"}");
        assertThat(
                        changePassword(
                                        member,
                                        change("another phrase", "third phrase", "third phrase"))
                                .status())
                .as("blanks belong to a password")
                .isEqualTo(400);
        assertThat(
                        changePassword(
                                        member,
                                        change(" another phrase ", "third phrase", "third phrase"))
                                .status())
                .isEqualTo(200);
        assertThat(people.value("select password_hash from account_user where id = " + member.id()))
                .startsWith("$argon2id$");
    }

    @Test
    void passwordOfSomebodyElseIsForbiddenAlsoToAdmins() {
        Person member = people.member();
        Answer answer =
                send(
                        "POST",
                        people.owner,
                        member.path() + "password-change/",
                        change(People.PASSWORD, "another phrase", "another phrase"));
        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void everythingWrongWithAPasswordIsToldByFieldAndNothingIsQuoted() {
        Person member = people.member();
        people.givePassword(member);
        Answer answer = changePassword(member, change("wrong secret", "too short", "different"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().propertyNames())
                .contains("password_old", "password", "password_confirm");
        assertThat(answer.json().get("password").get(0).asString())
                .contains("has 9 characters", "10 to 256");
        assertThat(answer.text()).doesNotContain("wrong secret", "too short", "different\"");

        String longest = "x".repeat(257);
        answer = changePassword(member, change(People.PASSWORD, longest, longest));
        assertThat(answer.json().get("password").get(0).asString()).contains("257", "10 to 256");
        String huge = "y".repeat(1 << 20);
        answer = changePassword(member, change(huge, huge, huge));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).doesNotContain("yyyy");
        String email = member.email().toUpperCase(Locale.ROOT);
        answer = changePassword(member, change(People.PASSWORD, email, email));
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
        Person member = people.member();
        Answer answer = changePassword(member, change("", "another phrase", "another phrase"));
        assertThat(answer.status()).isEqualTo(400);
        answer = changePassword(member, change("null", "another phrase", "another phrase"));
        assertThat(answer.json().get("password_old").get(0).asString()).contains("incorrect");
    }

    @Test
    void wrongTriesOfTheOldPasswordAreLimitedForAWhile() {
        Person member = people.member();
        people.givePassword(member);
        String wrong = change("wrong password", "another phrase", "another phrase");
        String right = change(People.PASSWORD, "another phrase", "another phrase");
        for (int i = 0; i < Users.MAX_PASSWORD_TRIES - 1; i++) {
            assertThat(changePassword(member, wrong).status()).isEqualTo(400);
        }
        assertThat(changePassword(member, right).status()).as("ends the counting").isEqualTo(200);
        people.givePassword(member);
        for (int i = 0; i < Users.MAX_PASSWORD_TRIES; i++) {
            assertThat(changePassword(member, wrong).status()).isEqualTo(400);
        }
        for (String any : List.of(wrong, right)) {
            Answer refused = changePassword(member, any);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isEqualTo("900");
        }
        people.clock.advance(Users.TRIES_WINDOW);
        assertThat(changePassword(member, right).status()).isEqualTo(200);
    }

    @Test
    void passwordChangeEndsOutstandingResetLinks() {
        Person member = people.member();
        people.givePassword(member);
        send("POST", people.owner, member.path() + "password-reset/", "");
        String link = people.mails.awaitLast(member.email(), 2).link();
        assertThat(people.service.get(null, link).status()).isEqualTo(200);
        changePassword(member, change(People.PASSWORD, "another phrase", "another phrase"));
        assertThat(people.service.get(null, link).status()).isEqualTo(404);

        send("POST", people.owner, member.path() + "password-reset/", "");
        link = people.mails.awaitLast(member.email(), 4).link();
        people.givePassword(member);
        assertThat(people.service.get(null, link).status())
                .as("by the command line")
                .isEqualTo(404);
    }

    // Single sign-on

    @Test
    void conversionToSsoNeedsAnIdentityProvider() {
        Person member = people.member();
        for (String method : List.of("PUT", "POST")) {
            Answer answer = send(method, people.owner, member.path() + "convert-to-sso/", "");
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
            assertThat(texts(before.get("_permissions"))).contains("convert_to_sso");
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
                            change(People.PASSWORD, "another phrase", "another phrase"));
            assertThat(change.status()).isEqualTo(400);

            Person admin = sso.admin();
            String owners = sso.owner.path();
            assertThat(
                            sso.service
                                    .send("PUT", admin.token(), owners + "convert-to-sso/", "")
                                    .status())
                    .as("the owner's way to sign in is the owner's")
                    .isEqualTo(403);
            assertThat(texts(sso.service.get(admin.token(), owners).json().get("_permissions")))
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

    // Bad input

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | email | This field is required.",
                "{\"email\":null} | email | This field may not be null.",
                "{\"email\":\"\"} | email | This field may not be blank.",
                "{\"email\":\"  \"} | email | This field may not be blank.",
                "{\"email\":true} | email | must be a text",
                "{\"email\":[\"a@b.example\"]} | email | must be a text",
                "{\"email\":{\"a\":1}} | email | must be a text",
                "{\"email\":12} | email | is not an email address",
                "{\"email\":\"ann\"} | email | is not an email address",
                "{\"email\":\"ann@\"} | email | is not an email address",
                "{\"email\":\"@example.com\"} | email | is not an email address",
                "{\"email\":\"a b@example.com\"} | email | is not an email address",
                "{\"email\":\"a@b@example.com\"} | email | is not an email address",
                "{\"email\":\"a..b@example.com\"} | email | is not an email address",
                "{\"email\":\"a@-example.com\"} | email | is not an email address",
                "{\"email\":\"a@example..com\"} | email | is not an email address",
                "{\"email\":\"Ann <a@example.com>\"} | email | is not an email address",
                "{\"email\":\"a@example.com,b@example.com\"} | email | is not an email address",
                "{\"email\":\"a@example.com\\r\\nBcc: b@example.com\"} | email | is not an email address",
                "{\"email\":\"a\\u0000@example.com\"} | email | Null characters are not allowed.",
                "{\"email\":\"x@y.example\",\"is_admin\":\"yes\"} | is_admin | must be true or false",
                "{\"email\":\"x@y.example\",\"is_admin\":null} | is_admin | may not be null",
                "{\"email\":\"x@y.example\",\"has_billing_access\":[]} | has_billing_access | must be true or false",
                "{\"email\":\"x@y.example\",\"has_forensic_access\":2} | has_forensic_access | must be true or false"
            })
    void badInputIsToldByField(String body, String field, String text) {
        for (String method : List.of("POST", "PUT")) {
            String path = method.equals("POST") ? USERS : people.member().path();
            Answer answer = send(method, people.owner, path, body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.json().get(field).get(0).asString()).contains(text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {254, 255, 1 << 20})
    void emailHasTwoHundredFiftyFourCharactersAtMost(int length) {
        int domain = length - 65;
        int labels = (domain - 1) / 2;
        String email = "l".repeat(64) + "@" + "d.".repeat(labels) + "d".repeat(domain - 2 * labels);
        assertThat(email).hasSize(length);
        Answer answer = create(email);
        if (length == User.MAX_EMAIL_LENGTH) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        } else {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("email").get(0).asString())
                    .contains(String.valueOf(length), "254")
                    .hasSizeLessThan(300);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'[]', 400",
        "'\"x\"', 400",
        "'{', 400",
        "'{\"email\":\"a@b.example\",\"email\":\"c@d.example\"}', 400"
    })
    void bodyThatIsNoObjectIsRefused(String body, int status) {
        assertThat(send("POST", people.owner, USERS, body).status()).isEqualTo(status);
    }

    @Test
    void expiredAccountGetsPaymentRequired() {
        Person owner = people.account("Expired");
        people.service.part(Accounts.class).setExpiry(owner.accountId(), LocalDate.of(2026, 11, 1));
        assertThat(get(owner, USERS).status()).isEqualTo(402);
    }

    private static Answer create(String email) {
        return send("POST", people.owner, USERS, "{\"email\":\"" + email + "\"}");
    }

    private static Answer send(String method, Person who, String path, String body) {
        return people.service.send(method, who.token(), path, body);
    }

    private static Answer get(Person who, String path) {
        return people.service.get(who.token(), path);
    }

    private static Answer changePassword(Person who, String body) {
        return send("POST", who, who.path() + "password-change/", body);
    }

    private static String change(String old, String password, String confirm) {
        return "{\"password_old\":\"%s\",\"password\":\"%s\",\"password_confirm\":\"%s\"}"
                .formatted(old, password, confirm);
    }

    private static BodyPublisher none() {
        return BodyPublishers.noBody();
    }

    private static List<String> emails(JsonNode list) {
        List<String> emails = new ArrayList<>();
        list.get("results").forEach(user -> emails.add(user.get("email").asString()));
        return emails;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
