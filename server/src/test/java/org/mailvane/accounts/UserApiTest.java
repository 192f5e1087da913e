package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.MailServer.Received;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The users of the API: each rule of the reference and of who may do what with them. */
class UserApiTest {

    private static UserApiFixture users;

    @BeforeAll
    static void start() {
        users = new UserApiFixture();
    }

    @AfterAll
    static void stop() {
        users.close();
    }

    // Create

    @Test
    void createdUserIsInactiveAndGetsAnActivationMail() {
        String email = users.people.email();
        Answer answer =
                users.send(
                        "POST",
                        users.people.owner,
                        UserApiFixture.USERS,
                        "{\"email\":\" " + email + " \"}");
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
        Received mail = users.people.mails.awaitLast(email, 1);
        assertThat(mail.subject()).startsWith("Activate your access to Example");
        assertThat(mail.link())
                .startsWith(users.people.service.address() + "/activate/")
                .endsWith("/")
                .hasSizeLessThan(76);
        assertThat(mail.html()).contains("<a href=\"" + mail.link() + "\">");
        assertThat(mail.text()).contains(email, "27 November 2026, 10:00 UTC");
    }

    @Test
    void emailIsUniqueInTheAccountWhateverItsCase() {
        Person member = users.people.member();
        for (String email :
                List.of(member.email(), users.people.owner.email().toUpperCase(Locale.ROOT))) {
            Answer answer = users.create(email);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("email").get(0).asString())
                    .contains(email, "is already taken");
            answer =
                    users.send(
                            "PATCH",
                            users.people.owner,
                            users.people.member().path(),
                            "{\"email\":\"" + email + "\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("email").get(0).asString())
                    .contains(email, "is already taken");
        }
    }

    @Test
    void usersOfOtherAccountsAreNotTold() {
        Person stranger = users.people.account("Stranger");
        users.people.givePassword(stranger);
        Answer known = users.create(stranger.email());
        Answer unknown = users.create(users.people.email());
        assertThat(known.status()).isEqualTo(unknown.status()).isEqualTo(201);
        assertThat(known.json().get("is_active").asBoolean()).isFalse();
        String link = users.people.mails.awaitLast(stranger.email(), 1).link();
        Answer refused =
                users.people.post(link, "password", People.PASSWORD, "confirm", People.PASSWORD);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("already has access to another account");
        assertThat(users.people.service.get(stranger.token(), stranger.path()).status())
                .isEqualTo(200);
        Person member = users.people.member();
        Person another = users.people.account("Another");
        assertThat(
                        users.send(
                                        "PATCH",
                                        users.people.owner,
                                        member.path(),
                                        "{\"email\":\"" + another.email() + "\"}")
                                .status())
                .as("it is not confirmed yet")
                .isEqualTo(200);
        Answer confirmed =
                users.people.post(users.people.mails.awaitLast(another.email(), 1).link());
        assertThat(confirmed.status()).isEqualTo(400);
        assertThat(users.get(users.people.owner, member.path()).json().get("email").asString())
                .isEqualTo(member.email());
    }

    // List

    @Test
    void listIsPagedInItsEnvelopeWithWhatMayBeDone() {
        Person stranger = users.people.account("Listing");
        List<String> emails = new ArrayList<>(List.of(stranger.email()));
        for (int i = 0; i < 4; i++) {
            emails.add(users.people.email());
            users.send(
                    "POST",
                    stranger,
                    UserApiFixture.USERS,
                    "{\"email\":\"" + emails.getLast() + "\"}");
        }
        emails.sort(null);
        JsonNode first = users.get(stranger, UserApiFixture.USERS + "?limit=2").json();
        assertThat(users.texts(first.get("_permissions"))).containsExactly("create", "list");
        assertThat(first.get("count").asInt()).isEqualTo(5);
        assertThat(first.get("pages").asInt()).isEqualTo(3);
        assertThat(emails(first)).isEqualTo(emails.subList(0, 2));
        JsonNode second =
                users.people
                        .service
                        .get(stranger.token(), first.get("_links").get("next").asString())
                        .json();
        assertThat(emails(second)).isEqualTo(emails.subList(2, 4));
        assertThat(emails(users.get(stranger, UserApiFixture.USERS + "?limit=2&page=last").json()))
                .isEqualTo(emails.subList(4, 5));
        assertThat(users.get(stranger, UserApiFixture.USERS + "?page=2").status()).isEqualTo(404);
    }

    @Test
    void listIsOrderedByUsernameOrEmailInEitherDirection() {
        Person stranger = users.people.account("Ordering");
        for (String name : List.of("Zoe", "bob", "Ann")) {
            users.send(
                    "POST",
                    stranger,
                    UserApiFixture.USERS,
                    "{\"email\":\"%s-%s\"}".formatted(name, users.people.email()));
        }
        for (String key : List.of("email", "username")) {
            List<String> up =
                    emails(users.get(stranger, UserApiFixture.USERS + "?ordering=" + key).json());
            assertThat(up).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER).hasSize(4);
            assertThat(
                            emails(
                                    users.get(stranger, UserApiFixture.USERS + "?ordering=-" + key)
                                            .json()))
                    .isEqualTo(up.reversed());
        }
        Answer unknown = users.get(stranger, UserApiFixture.USERS + "?ordering=id");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.text()).contains("username", "email");
    }

    @Test
    void listIsThereAsCsvWithoutAnyToken() {
        Person stranger = users.people.account("Csv");
        Answer csv = users.get(stranger, UserApiFixture.USERS + "?format=csv");
        assertThat(csv.status()).isEqualTo(200);
        assertThat(csv.header("content-type")).startsWith("text/csv");
        assertThat(csv.text().lines()).hasSize(2);
        assertThat(csv.text()).contains(stranger.email()).doesNotContain(stranger.token());
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "username"})
    void filtersFindPartsWhateverTheirCase(String filter) {
        Person stranger = users.people.account("Filtering");
        for (String name : List.of("x_anna", "xyanna", "bob")) {
            users.send(
                    "POST",
                    stranger,
                    UserApiFixture.USERS,
                    "{\"email\":\"%s-%s\"}".formatted(name, users.people.email()));
        }
        String query = UserApiFixture.USERS + "?" + filter + "=";
        assertThat(users.get(stranger, query + "ANNA").json().get("count").asInt()).isEqualTo(2);
        assertThat(users.get(stranger, query + "x_anna").json().get("count").asInt()).isEqualTo(1);
        assertThat(users.get(stranger, query + "%25").json().get("count").asInt()).isZero();
        assertThat(users.get(stranger, query).json().get("count").asInt()).isEqualTo(4);
        assertThat(
                        users.get(stranger, query + "anna&email=xy&username=nna")
                                .json()
                                .get("count")
                                .asInt())
                .isEqualTo(1);
        assertThat(users.get(stranger, query + "%00").status()).isEqualTo(400);
    }

    // Update

    @Test
    void updateNeedsTheEmailAndPartialUpdateNothing() {
        Person member = users.people.member();
        Answer put = users.send("PUT", users.people.owner, member.path(), "{\"settings\":1}");
        assertThat(put.status()).isEqualTo(400);
        assertThat(put.json().get("email").get(0).asString()).isEqualTo("This field is required.");
        put =
                users.send(
                        "PUT",
                        users.people.owner,
                        member.path(),
                        "{\"email\":\""
                                + member.email().toUpperCase(Locale.ROOT)
                                + "\",\"settings\":[1]}");
        assertThat(put.status()).isEqualTo(200);
        assertThat(put.json().get("email").asString())
                .as("the same address in another case is no change")
                .isEqualTo(member.email());
        assertThat(put.json().get("settings").toString()).isEqualTo("[1]");
        assertThat(
                        users.send("PATCH", users.people.owner, member.path(), "")
                                .json()
                                .get("settings")
                                .toString())
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
        Person member = users.people.member();
        Answer patch =
                users.send(
                        "PATCH",
                        users.people.owner,
                        member.path(),
                        "{\"settings\":" + settings + "}");
        assertThat(patch.status()).as(patch.text()).isEqualTo(200);
        assertThat(patch.json().get("settings").toString()).isEqualTo(settings);
        assertThat(users.get(users.people.owner, member.path()).json().get("settings").toString())
                .isEqualTo(settings);
    }

    @Test
    void settingsHoldSixtyFourKilobytesAtMost() {
        Person member = users.people.member();
        String most = "\"" + "x".repeat(64 * 1024 - 2) + "\"";
        assertThat(
                        users.send(
                                        "PATCH",
                                        users.people.owner,
                                        member.path(),
                                        "{\"settings\":" + most + "}")
                                .status())
                .isEqualTo(200);
        for (String more :
                List.of(most.replaceFirst("x", "xx"), "\"" + "x".repeat(1 << 20) + "\"")) {
            Answer answer =
                    users.send(
                            "PATCH",
                            users.people.owner,
                            member.path(),
                            "{\"settings\":" + more + "}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("settings").get(0).asString()).contains("65536");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u0000\"", "{\"\\u0000\":1}", "\"\\ud800\"", "1e400", "-1e999"})
    void settingsThatCannotBeKeptAreRefused(String settings) {
        Answer answer =
                users.send(
                        "PATCH",
                        users.people.owner,
                        users.people.member().path(),
                        "{\"settings\":" + settings + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().get("settings").get(0).asString()).isNotBlank();
    }

    @Test
    void settingsNestedTooDeeplyAreRefused() {
        Answer answer =
                users.send(
                        "PATCH",
                        users.people.owner,
                        users.people.member().path(),
                        "{\"settings\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}");
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void unknownPropertiesAreIgnoredAndReported() {
        Person member = users.people.member();
        Answer answer =
                users.send(
                        "PATCH",
                        users.people.owner,
                        member.path(),
                        "{\"is_active\":false,\"is_owner\":true,\"api_token\":\"x\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("x-ignored-properties"))
                .contains("is_active", "is_owner", "api_token");
        assertThat(answer.json().get("is_active").asBoolean()).isTrue();
        assertThat(answer.json().get("is_owner").asBoolean()).isFalse();
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
            String path =
                    method.equals("POST") ? UserApiFixture.USERS : users.people.member().path();
            Answer answer = users.send(method, users.people.owner, path, body);
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
        Answer answer = users.create(email);
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
        assertThat(users.send("POST", users.people.owner, UserApiFixture.USERS, body).status())
                .isEqualTo(status);
    }

    private static List<String> emails(JsonNode list) {
        List<String> emails = new ArrayList<>();
        list.get("results").forEach(user -> emails.add(user.get("email").asString()));
        return emails;
    }
}
