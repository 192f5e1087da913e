package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.IdentityProvider.Returned;
import org.mailvane.accounts.People.Person;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.Awaiting;
import org.mailvane.text.Language;

/** What accounts and people may have and do at most, and one more. */
class AccountLimitsTest {

    private static final TestApp APP = new TestApp(Totp.newSecret());

    private static People people;
    private static SignIns signIns;
    private static SecondFactors secondFactors;
    private static int addresses;

    @BeforeAll
    static void open() {
        people =
                new People(
                        Map.of(
                                Setting.OIDC_ISSUER, "https://id.example",
                                Setting.OIDC_CLIENT_ID, "x",
                                Setting.OIDC_CLIENT_SECRET, "y"));
        signIns = people.service.part(SignIns.class);
        secondFactors = people.service.part(SecondFactors.class);
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @Test
    void nameOfAnAccountHasABound() {
        Accounts accounts = people.service.part(Accounts.class);
        String longest = "n".repeat(Account.MAX_NAME_LENGTH);
        assertThat(accounts.create(longest, people.email(), null).account().name())
                .isEqualTo(longest);
        assertThatThrownBy(() -> accounts.create(longest + "n", people.email(), null))
                .isInstanceOf(AccountException.class)
                .hasMessageContaining("1 to " + Account.MAX_NAME_LENGTH);
    }

    @Test
    void accountHasOnlySoManyFurtherAddresses() {
        ReportAddresses reportAddresses = people.service.part(ReportAddresses.class);
        long account = people.account("Full").accountId();
        for (int i = 0; i < ReportAddresses.MAX_ADDRESSES; i++) {
            reportAddresses.add(account, "full" + i + "@reports.example");
        }
        assertThatThrownBy(() -> reportAddresses.add(account, "one-more@reports.example"))
                .isInstanceOf(AccountException.class)
                .hasMessageContaining(ReportAddresses.MAX_ADDRESSES + " additional addresses");
        assertThat(reportAddresses.add(people.owner.accountId(), "one-more@reports.example"))
                .isEqualTo("one-more@reports.example");
    }

    @Test
    void onlyTheBeginOfWhatABrowserCallsItselfIsKept() {
        String longest = "b".repeat(Session.MAX_BROWSER);
        for (String browser : List.of(longest, longest + "b")) {
            assertThat(new Client("", "", browser, Language.ENGLISH, List.of()).browser())
                    .isEqualTo(longest);
        }
    }

    @Test
    void userTriesOnlySoManyWrongCodes() {
        User user = user(people.member());
        for (int i = 0; i < SecondFactors.MAX_TRIES; i++) {
            assertThat(secondFactors.countTry(user)).isZero();
        }
        assertThat(secondFactors.countTry(user)).isEqualTo(SecondFactors.TRIES_WINDOW.toSeconds());
        people.clock.advance(SecondFactors.TRIES_WINDOW);
        assertThat(secondFactors.countTry(user)).isZero();
    }

    @Test
    void whatIsLongerThanACodeIsNone() {
        User user = user(withSecondFactor());
        String code = APP.code(people.clock.instant());
        String longest = code + " ".repeat(SecondFactors.MAX_GIVEN - code.length());
        assertThat(secondFactors.take(user, longest + " ")).isFalse();
        assertThat(secondFactors.take(user, longest)).isTrue();
    }

    @Test
    void userIsAskedForASecondFactorInOnlySoManyBrowsers() {
        Person member = withSecondFactor();
        for (int i = 0; i < SignIns.MAX_STEPS; i++) {
            step(member);
        }
        assertThat(steps(member)).isEqualTo(SignIns.MAX_STEPS);
        String oldest = oldestStep(member);
        step(member);
        assertThat(steps(member)).isEqualTo(SignIns.MAX_STEPS);
        assertThat(oldestStep(member)).as("the oldest has ended").isNotEqualTo(oldest);
    }

    private static void step(Person member) {
        people.clock.advance(Duration.ofSeconds(1));
        assertThat(signIns.signIn(member.email(), People.PASSWORD, client()))
                .isInstanceOf(SignIns.Outcome.SecondStep.class);
    }

    private static int steps(Person member) {
        return Integer.parseInt(stepsOf(member, "count(*)"));
    }

    private static String oldestStep(Person member) {
        return stepsOf(member, "min(created)");
    }

    private static String stepsOf(Person member, String what) {
        return people.value("select " + what + " from sign_in_step where user_id = " + member.id());
    }

    @Test
    void resetLinksWaitInANumberAndFurtherOnesAreDropped() {
        Person first = withPassword();
        Person inTime = withPassword();
        Person dropped = withPassword();
        Db db = people.service.part(Db.class);
        db.inTransaction(() -> {
            User held = user(first);
            assertThat(people.service.part(UserTable.class).lock(held.scope(), held.id()))
                    .isPresent();
            signIns.forgotten(first.email(), client());
            Awaiting.until(
                    "the first waits for its user's row",
                    Duration.ofSeconds(20),
                    () ->
                            people.service
                                    .sql()
                                    .value(
                                            """
                                            select count(*) from pg_stat_activity
                                            where wait_event_type = 'Lock'
                                                and datname = current_database()
                                                and query like '%from account_user u%for update of u'
                                            """)
                                    .equals("1"));
            for (int i = 0; i < SignIns.MAX_WAITING - 1; i++) {
                assertThat(signIns.forgotten("nobody", client())).isZero();
            }
            signIns.forgotten(inTime.email(), client());
            signIns.forgotten(dropped.email(), client());
        });
        people.mails.awaitLast(inTime.email(), 2);
        Person last = withPassword();
        signIns.forgotten(last.email(), client());
        people.mails.awaitLast(last.email(), 2);
        assertThat(people.mails.await(dropped.email(), 1)).as("of their invitation").hasSize(1);
    }

    @Test
    void returnsThatLetNobodyInEnd() {
        ProviderSignIns providerSignIns = people.service.part(ProviderSignIns.class);
        Client client = client();
        Returned returned = new Returned("code", "state", null, null);
        for (int i = 0; i < ProviderSignIns.MAX_RETURNS; i++) {
            assertThat(providerSignIns.signIn("", "", returned, client))
                    .isEqualTo(
                            new ProviderSignIns.Outcome.Refused(ProviderSignIns.Refusal.NOT_OURS));
        }
        assertThat(providerSignIns.signIn("", "", returned, client))
                .isEqualTo(
                        new ProviderSignIns.Outcome.Throttled(
                                ProviderSignIns.RETURNS_WINDOW.toSeconds()));
        assertThat(providerSignIns.signIn("", "", returned, client()))
                .isInstanceOf(ProviderSignIns.Outcome.Refused.class);
    }

    @Test
    void rightsAreChangedOnlySoOftenByOthersThanTheOwner() {
        Person admin = people.admin();
        Person member = people.member();
        for (int i = 0; i < Users.MAX_RIGHTS_CHANGES; i++) {
            assertThat(changeRights(admin, member, i % 2 == 0)).isEqualTo(200);
        }
        assertThat(changeRights(admin, member, true)).isEqualTo(429);
        assertThat(changeRights(admin, member, false)).as("no change").isEqualTo(200);
        assertThat(changeRights(people.owner, member, true)).isEqualTo(200);
        people.clock.advance(Users.MAILS_WINDOW);
        assertThat(changeRights(admin, member, false)).isEqualTo(200);
    }

    private static int changeRights(Person by, Person member, boolean admin) {
        return people.service
                .send("PATCH", by.token(), member.path(), "{\"is_admin\":" + admin + "}")
                .status();
    }

    private static Person withPassword() {
        Person member = people.member();
        people.givePassword(member);
        return member;
    }

    private static Person withSecondFactor() {
        Person member = withPassword();
        User user = user(member);
        people.service
                .part(SecondFactorTable.class)
                .setSecret(user.scope(), user.id(), APP.secret(), 0);
        return member;
    }

    private static User user(Person person) {
        return people.service.part(UserTable.class).findByEmail(person.email()).orElseThrow();
    }

    private static Client client() {
        addresses++;
        String address = "10.7." + addresses / 256 + "." + addresses % 256;
        return new Client(address, address, "Test 1.0", Language.ENGLISH, List.of());
    }
}
