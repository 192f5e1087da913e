package org.mailvane.web.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.accounts.User;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.web.frame.FlashMessages;
import org.mailvane.web.frame.PageList;
import tools.jackson.databind.JsonNode;

/** Users and access, and the visitor's own profile. */
class UsersPageTest {

    private static final String PATH = "/settings/users";

    private static final String LISTED = "[aria-labelledby=u1] tbody tr";

    private static People people;
    private static Browser owner;
    private static Person admin;
    private static Browser adminBrowser;

    @BeforeAll
    static void open() {
        people = new People(Map.of(Setting.OIDC_ISSUER, "https://id.example"));
        people.givePassword(people.owner);
        owner = signedIn(people.owner);
        admin = people.admin();
        people.givePassword(admin);
        adminBrowser = signedIn(admin);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    private static Browser signedIn(Person person) {
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    private static String path(Person person) {
        return PATH + "/" + person.id();
    }

    private static JsonNode api(long id) {
        return people.service.get(people.owner.token(), "/api/v1/users/" + id + "/").json();
    }

    @Test
    void somebodyIsInvitedAndGetsIn() {
        String email = people.email();
        Document page = owner.page(PATH);
        Answer invited =
                owner.submit(
                        page.expectFirst("form[method=post][action=" + PATH + "]"),
                        PATH,
                        "email",
                        " " + email + " ",
                        "admin",
                        "false",
                        "forensic",
                        "true",
                        "billing",
                        "false");
        assertThat(invited.status()).as(invited.text()).isEqualTo(303);
        Document one = owner.page(invited.header("location"));
        assertThat(one.select("[role=status]").text())
                .contains(email + " has been invited. The email is on its way.");
        assertThat(page.text()).doesNotContain("outbox");
        long id = Long.parseLong(invited.header("location").replaceAll("\\D", ""));
        assertThat(api(id).get("has_forensic_access").asBoolean()).isTrue();
        assertThat(api(id).get("is_admin").asBoolean()).isFalse();
        assertThat(owner.page(PATH + "?q=" + email).select(LISTED).text())
                .contains(email, "Invited", "Member", "Never");

        owner.submit(one.expectFirst("form[action$=activation-reminder]"), PATH);
        String link = people.mails.awaitLast(email, 2).link();
        people.post(link, "password", People.PASSWORD, "confirm", People.PASSWORD);
        new Browser(people.service).signIn(email, People.PASSWORD);
        assertThat(owner.page(PATH + "?q=" + email).select(LISTED).text()).contains("Active");
        assertThat(owner.page(PATH + "/" + id).select("form[action$=activation-reminder]"))
                .isEmpty();
    }

    private static long group(String label) {
        people.sql(
                "insert into domain_group (account_id, label, is_default) values (%d, '%s', false)"
                        .formatted(people.owner.accountId(), label));
        return Long.parseLong(
                people.value("select id from domain_group where label = '%s'".formatted(label)));
    }

    @Test
    void somebodyIsInvitedTogetherWithTheirGroups() {
        long group = group("Shops");
        String all =
                people.value(
                        "select id from domain_group where is_default and account_id = "
                                + people.owner.accountId());
        Document page = owner.page(PATH);
        assertThat(
                        page.select(
                                        "form[method=post][action="
                                                + PATH
                                                + "] select option[selected]")
                                .eachText())
                .as("nobody gets anything unasked")
                .containsOnly("None");
        String email = people.email();
        Answer refused =
                owner.post(
                        PATH, "email", "no address", "forensic", "true", "group-" + group, "write");
        Document again = Jsoup.parse(refused.text());
        assertThat(refused.status()).isEqualTo(400);
        assertThat(again.select("[name=group-" + group + "] [selected]").attr("value"))
                .as("what was chosen is kept")
                .isEqualTo("write");
        assertThat(again.select("#fo[checked]")).hasSize(1);
        assertThat(owner.post(PATH, "email", email, "group-" + group, "all").status())
                .isEqualTo(400);
        assertThat(owner.page(PATH + "?q=" + email).select("tbody a[href^=" + PATH + "]"))
                .as("nobody is invited by halves")
                .isEmpty();

        String made =
                owner.post(PATH, "email", email, "group-" + group, "write", "group-" + all, "read")
                        .header("location");
        Document one = owner.page(made);
        assertThat(one.select("[name=group-" + group + "] [selected]").attr("value"))
                .isEqualTo("write");
        assertThat(one.select("[name=group-" + all + "] [selected]").attr("value"))
                .isEqualTo("read");
    }

    /** As where the database goes away between the user and the access to a group. */
    @Test
    void whoCantBeGivenTheirGroupsIsNotInvitedEither() {
        long group = group("Refused");
        people.sql(
                "alter table group_access add constraint refused check (group_id <> %d)"
                        .formatted(group));
        String email = people.email();
        try {
            assertThat(owner.post(PATH, "email", email, "group-" + group, "read").status())
                    .isEqualTo(500);
        } finally {
            people.sql("alter table group_access drop constraint refused");
        }
        assertThat(
                        people.value(
                                "select count(*) from account_user where email = '%s'"
                                        .formatted(email)))
                .isEqualTo("0");
    }

    @Test
    void invitationOffersNoMoreGroupsThanItSays() {
        Person msp = people.account("manygroups");
        people.givePassword(msp);
        people.sql(
                "insert into domain_group (account_id, label, is_default) select %d, 'G' || n, false from generate_series(1, %d) n"
                        .formatted(msp.accountId(), UsersController.MAX_GROUPS));
        Document page = signedIn(msp).page(PATH);
        assertThat(page.select("select[name^=group-]")).hasSize(UsersController.MAX_GROUPS);
        assertThat(page.text()).contains("These are the first 100 groups.");
        people.sql(
                "delete from domain_group where label = 'G1' and account_id = " + msp.accountId());
        Document whole = signedIn(msp).page(PATH);
        assertThat(whole.select("select[name^=group-]")).hasSize(UsersController.MAX_GROUPS);
        assertThat(whole.text()).doesNotContain("These are the first");
    }

    @Test
    void whoHasNoGroupIsToldSoAndOfferedNothing() {
        Person member = people.member();
        people.givePassword(member);
        Browser theirs = signedIn(member);
        for (String path :
                List.of(
                        "/",
                        "/domains",
                        "/domains/add",
                        "/sources",
                        "/issues",
                        "/tasks",
                        "/detail",
                        "/timeline",
                        "/tls",
                        "/planner")) {
            Document page = theirs.page(path);
            assertThat(page.select("main h2").eachText())
                    .as(path)
                    .containsExactly("You don't have access to any group yet");
            assertThat(page.select("main h1")).as(path).hasSize(1);
            assertThat(page.select("main form, main .btn, main a[href^=/]:not(.mv-foot a)"))
                    .as(path)
                    .isEmpty();
        }
        assertThat(theirs.page("/settings/profile").text()).doesNotContain("You don't have access");
        assertThat(theirs.page("/search?q=example").select("main h2").eachText())
                .containsExactly("You don't have access to any group yet");
        long group = group("Empty");
        for (boolean writes : new boolean[] {false, true}) {
            people.sql("delete from group_access where user_id = " + member.id());
            people.sql(
                    "insert into group_access (account_id, group_id, user_id, writes) values (%d, %d, %d, %s)"
                            .formatted(member.accountId(), group, member.id(), writes));
            for (String path : List.of("/", "/domains", "/planner")) {
                Document page = theirs.page(path);
                assertThat(page.select("main h2").text()).as(path).isEqualTo("No domains yet");
                assertThat(page.text()).as(path).doesNotContain("mailvane import");
                assertThat(page.select("main .mv-next a[href=/domains/add]"))
                        .as(path)
                        .hasSize(writes ? 1 : 0);
            }
        }
    }

    @Test
    void mailsThatAreFilesAreNotSaidToBeOnTheirWay() {
        try (People own = new People(Map.of(Setting.MAIL_URL, ""))) {
            own.givePassword(own.owner);
            Browser browser = new Browser(own.service).signIn(own.owner.email(), People.PASSWORD);
            Person member = own.member();
            assertThat(browser.page(PATH).text()).contains("Find them in the folder outbox");
            for (String done : List.of("invited", "email", "reminded", "reset")) {
                assertThat(status(browser, PATH + "/" + member.id() + "?done=" + done))
                        .as(done)
                        .contains("Find it in the folder outbox of the data directory")
                        .doesNotContain("on its way");
            }
            assertThat(status(browser, PATH + "/" + member.id() + "?done=rights"))
                    .doesNotContain("outbox");
            assertThat(status(browser, "/settings/profile?asked")).contains("outbox");
            Browser nobody = new Browser(own.service);
            assertThat(nobody.page("/forgotten").text())
                    .contains(
                            "send email because no mail server is configured",
                            "mailvane user reset-password")
                    .doesNotContain("We email you");
            for (String email : List.of(member.email(), "nobody@there.example")) {
                assertThat(nobody.post("/forgotten", "email", email).text())
                        .contains(
                                "Ask the operator for your link",
                                "send email because no mail server is configured")
                        .doesNotContain("we have sent a link");
            }
        }
    }

    /** What a page says that was done, as if a form had just led there. */
    private static String status(Browser browser, String path) {
        browser.cookies.put(
                FlashMessages.COOKIE,
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(path.getBytes(StandardCharsets.UTF_8)));
        return browser.page(path).select("[role=status]").text();
    }

    @Test
    void addressThatCantBeUsedIsSaid() {
        for (String email : List.of("", "no address", admin.email(), "<script>x@example.com")) {
            Answer answer = owner.post(PATH, "email", email);
            assertThat(answer.status()).as(email).isEqualTo(400);
            Document page = Jsoup.parse(answer.text());
            assertThat(page.select("[role=alert]").text())
                    .as(email)
                    .contains(
                            email.equals(admin.email())
                                    ? email + " is already taken"
                                    : "is not an email address of at most");
            assertThat(page.select("script:not([src])")).isEmpty();
            assertThat(owner.post(path(admin) + "/email", "email", email).status())
                    .as(email)
                    .isEqualTo(email.equals(admin.email()) ? 303 : 400);
        }
    }

    @Test
    void invitationToAGroupThatIsGoneIsNotHalfDone() {
        String email = people.email();
        Answer answer = owner.post(PATH, "email", email, "group-999999999", "read");
        assertThat(answer.status()).isEqualTo(400);
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("[role=alert]").text())
                .contains("no longer exists, so nobody was invited");
        assertThat(page.select("#em").attr("value")).isEqualTo(email);
        assertThat(owner.page(PATH + "?q=" + email).select("tbody a[href^=" + PATH + "]"))
                .isEmpty();
        assertThat(owner.post(PATH, "email", email, "group-999999999", "none").status())
                .as("nothing was asked for")
                .isEqualTo(303);
    }

    @Test
    void whatNoAddressHoldsIsLeftOutOfWhatIsLookedFor() {
        String email = admin.email();
        for (String asked : List.of("%00" + email, "%20" + email + "%0a", email)) {
            Document page = owner.page(PATH + "?q=" + asked);
            assertThat(page.select("#uq").attr("value")).isEqualTo(email);
            assertThat(page.select("tbody a[href^=" + PATH + "]").eachText())
                    .containsExactly(email);
        }
        assertThat(owner.page(PATH + "?q=" + "a".repeat(300)).select("#uq").attr("value"))
                .hasSize(User.MAX_EMAIL_LENGTH);
    }

    @Test
    void presentAddressCallsAnotherOff() {
        String profile = "/settings/profile";
        String other = people.email();
        assertThat(adminBrowser.post(profile, "email", other).header("location"))
                .isEqualTo(profile + "?asked");
        String link = people.mails.awaitLast(other, 1).link();
        assertThat(people.service.get(null, link).status()).isEqualTo(200);
        assertThat(adminBrowser.post(profile, "email", admin.email()).header("location"))
                .as("no mail is on its way")
                .isEqualTo(profile);
        assertThat(people.service.get(null, link).status()).isEqualTo(404);
        Answer same = owner.post(path(admin) + "/email", "email", admin.email());
        assertThat(same.header("location")).isEqualTo(path(admin) + "?done=kept");
        assertThat(owner.page(path(admin) + "?done=kept").select("[role=status]").text())
                .contains("The address is unchanged")
                .doesNotContain("on its way");
    }

    @Test
    void rightsAreThoseOfTheForm() {
        Person member = people.member();
        Document page = adminBrowser.page(path(member));
        assertThat(page.select("input[checked]")).isEmpty();
        assertThat(page.select("input[disabled]").eachAttr("name"))
                .as("rights that the admin does not have")
                .containsExactly("forensic", "billing");
        assertThat(adminBrowser.page(PATH).select("input[disabled]").eachAttr("name"))
                .containsExactly("forensic", "billing");
        assertThat(owner.page(path(member)).select("input[disabled]")).isEmpty();
        assertThat(
                        adminBrowser
                                .post(path(member) + "/rights", "admin", "true", "billing", "true")
                                .status())
                .isEqualTo(403);
        Answer saved = owner.post(path(member) + "/rights", "admin", "true", "billing", "true");
        assertThat(saved.status()).isEqualTo(303);
        assertThat(api(member.id()).get("is_admin").asBoolean()).isTrue();
        assertThat(api(member.id()).get("has_billing_access").asBoolean()).isTrue();
        assertThat(api(member.id()).get("has_forensic_access").asBoolean()).isFalse();
        assertThat(adminBrowser.page(path(member)).select("input[checked]")).hasSize(2);
        adminBrowser.post(path(member) + "/rights");
        assertThat(api(member.id()).get("is_admin").asBoolean()).isFalse();
    }

    @Test
    void ownerIsChangedByThemselvesAlone() {
        Document page = adminBrowser.page(path(people.owner));
        assertThat(page.select("form[action$=rights], form[action$=email], form[action$=delete]"))
                .isEmpty();
        for (String action : List.of("/rights", "/convert-to-sso", "/delete")) {
            Answer answer =
                    adminBrowser.post(
                            path(people.owner) + action, "sure", "true", "email", "x@y.z");
            assertThat(answer.status()).as(action).isEqualTo(403);
            assertThat(answer.text())
                    .as("to an admin")
                    .contains("The owner of your account can change that")
                    .doesNotContain("An admin of your account");
        }
        assertThat(adminBrowser.post(path(people.owner) + "/delete").status())
                .as("nor asked if they are sure")
                .isEqualTo(403);
        assertThat(
                        adminBrowser
                                .post(path(people.owner) + "/email", "email", people.email())
                                .status())
                .isEqualTo(403);
        assertThat(owner.post(path(people.owner) + "/rights", "forensic", "true").status())
                .isEqualTo(303);
        assertThat(api(people.owner.id()).get("is_admin").asBoolean()).isTrue();
        owner.post(path(people.owner) + "/rights", "forensic", "true", "billing", "true");
    }

    @Test
    void accessToGroupsIsTheApis() {
        Person member = people.member();
        Document page = adminBrowser.page(path(member));
        String field = page.select("tr:contains(DEFAULT) select").attr("name");
        assertThat(page.select("tr:contains(DEFAULT) option[selected]").val()).isEqualTo("none");
        for (String level : List.of("read", "write", "none")) {
            Answer saved = adminBrowser.post(path(member) + "/access", "page", "1", field, level);
            assertThat(saved.status()).as(saved.text()).isEqualTo(303);
            assertThat(
                            adminBrowser
                                    .page(path(member))
                                    .select("tr:contains(DEFAULT) option[selected]")
                                    .val())
                    .isEqualTo(level);
            String acl =
                    people.service
                            .get(people.owner.token(), "/api/v1/domain-groups-acl/?label=DEFAULT")
                            .text();
            assertThat(acl.contains(member.email())).isEqualTo(!level.equals("none"));
        }
        assertThat(adminBrowser.post(path(member) + "/access", field, "all").status())
                .isEqualTo(400);
        assertThat(adminBrowser.post(path(member) + "/access", "group-999999", "write").status())
                .as("a group that is not shown changes nothing")
                .isEqualTo(303);
    }

    @Test
    void passwordIsResetAndUserIsConverted() {
        Person member = people.member();
        people.givePassword(member);
        Browser theirs = signedIn(member);
        Document page = adminBrowser.page(path(member));
        adminBrowser.submit(page.expectFirst("form[action$=password-reset]"), PATH);
        assertThat(people.mails.awaitLast(member.email(), 2).link()).contains("/reset/");
        Answer converted =
                adminBrowser.submit(page.expectFirst("form[action$=convert-to-sso]"), PATH);
        Document after = adminBrowser.page(converted.header("location"));
        assertThat(after.text()).contains("Identity provider ·");
        assertThat(after.select("form[action$=password-reset]")).isEmpty();
        assertThat(theirs.get("/").status()).isEqualTo(303);
    }

    @Test
    void userIsDeletedWhenThatWasAskedOnceMore() {
        Person member = people.member();
        Document page = adminBrowser.page(path(member));
        Document asked =
                Jsoup.parse(
                        adminBrowser.submit(page.expectFirst("form[action$=delete]"), PATH).text());
        assertThat(asked.select(".mv-next").text()).contains("Delete " + member.email() + "?");
        assertThat(adminBrowser.get(path(member)).status()).as("not yet").isEqualTo(200);
        Answer gone = adminBrowser.submit(asked.expectFirst(".mv-next form"), PATH);
        assertThat(gone.header("location")).isEqualTo(PATH + "?deleted");
        assertThat(adminBrowser.get(path(member)).status()).isEqualTo(404);
    }

    @Test
    void whoIsNoAdminSeesAndDoesNothingOfIt() {
        Person member = people.member();
        people.givePassword(member);
        Browser browser = signedIn(member);
        assertThat(browser.page("/settings/profile").select(".mv-tabs a[href=" + PATH + "]"))
                .isEmpty();
        for (String path : List.of(PATH, path(member), path(admin))) {
            assertThat(browser.get(path).status()).as(path).isEqualTo(403);
        }
        for (String action :
                List.of(
                        "/rights",
                        "/email",
                        "/access",
                        "/activation-reminder",
                        "/password-reset",
                        "/convert-to-sso",
                        "/delete")) {
            assertThat(browser.post(path(member) + action, "admin", "true").status())
                    .as(action)
                    .isEqualTo(403);
        }
        assertThat(browser.post(PATH, "email", people.email()).status()).isEqualTo(403);
        assertThat(browser.post("/settings/profile", "email", people.email()).status())
                .isEqualTo(403);
        assertThat(browser.page("/settings/profile").text()).contains("an admin of your account");
    }

    @Test
    void usersOfAnotherAccountAreNotThere() {
        Person stranger = people.account("Strangers");
        assertThat(owner.get(path(stranger)).status()).isEqualTo(404);
        for (String action : List.of("/rights", "/access", "/delete", "/password-reset")) {
            assertThat(owner.post(path(stranger) + action, "sure", "true").status())
                    .as(action)
                    .isEqualTo(404);
        }
        assertThat(owner.page(PATH + "?q=" + stranger.email()).select(LISTED)).isEmpty();
    }

    @Test
    void listIsBoundedByPages() {
        for (int i = 0; i < PageList.SIZE; i++) {
            people.sql(
                    """
                    insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    values (%d, 'many%02d@example.com', false, false, false, false, false, now())
                    """
                            .formatted(people.owner.accountId(), i));
        }
        assertThat(owner.page(PATH + "?q=many").select(LISTED)).hasSize(PageList.SIZE);
        assertThat(owner.page(PATH + "?q=many").select("a[rel=next]")).isEmpty();
        assertThat(owner.page(PATH + "?q=many&page=2").select(LISTED)).hasSize(PageList.SIZE);
        Document first = owner.page(PATH);
        assertThat(first.select(LISTED)).hasSize(PageList.SIZE);
        Document second = owner.page(first.select("a:contains(Next)").attr("href"));
        assertThat(second.select(LISTED)).isNotEmpty();
        people.sql("delete from account_user where email like 'many%'");
    }

    @Test
    void ownAddressIsChangedByAMailedLink() {
        Person other = people.admin();
        people.givePassword(other);
        Browser browser = signedIn(other);
        Document page = browser.page("/settings/profile");
        assertThat(page.text()).contains(other.email(), "Admin", "Sign-in method Password");
        String email = people.email();
        Answer asked =
                browser.submit(
                        page.expectFirst("form[action='/settings/profile']"), "", "email", email);
        assertThat(asked.header("location")).isEqualTo("/settings/profile?asked");
        String link = people.mails.awaitLast(email, 1).link();
        browser.submit(browser.page(link).expectFirst("form.mv-body"), link);
        assertThat(browser.page("/settings/profile").text()).contains(email);
        assertThat(browser.post("/settings/profile", "email", admin.email()).status())
                .isEqualTo(400);
    }
}
