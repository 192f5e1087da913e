package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;

/** Accounts, and the ways back in for their people. */
@Tag("slow")
class AccountCommandTest {

    private static CommandDatabase commands;

    @BeforeAll
    static void open() {
        commands = new CommandDatabase(TestDatabases.migrated());
    }

    @AfterAll
    static void close() {
        commands.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        commands.sql("delete from account");
    }

    @Test
    void accountIsMadeOnADatabaseWithNothingInIt() {
        CommandDatabase empty = new CommandDatabase(TestDatabases.empty());
        CommandRun list = empty.run("account", "list");
        assertThat(list.code()).isEqualTo(1);
        assertThat(list.err()).contains("There is no account yet", "mailvane account create");
        CommandRun created = create(empty, "Example", "ann@example.com");
        assertThat(created.code()).as(created.err()).isZero();
        assertThat(empty.run("account", "list", "--json").json()).hasSize(1);
    }

    @Test
    void createdAccountIsPrintedAsJsonAndItsTokenLetsIn() {
        try (TestService service = TestService.shared()) {
            CommandRun created =
                    create(
                            new CommandDatabase(service.database()),
                            "Example Ltd",
                            "Ann@Example.com");
            assertThat(created.code()).as(created.err()).isZero();
            assertThat(created.out().lines()).hasSize(1);
            JsonNode json = created.json();
            assertThat(json.propertyNames())
                    .containsExactly(
                            "account_id", "account_token", "user_id", "email", "api_token");
            assertThat(json.get("account_id").isIntegralNumber()).isTrue();
            assertThat(json.get("user_id").isIntegralNumber()).isTrue();
            assertThat(json.get("account_token").asString()).matches("[0-9a-z]{8}");
            assertThat(json.get("email").asString()).isEqualTo("Ann@Example.com");
            assertThat(json.get("api_token").asString()).matches("mvt_[0-9a-z]{40}");
            assertThat(status(service, json.get("api_token").asString())).isEqualTo(200);
        }
    }

    @Test
    void createdAccountIsPrintedForPeopleToo() {
        CommandRun created =
                commands.run(
                        "account", "create", "--name", "Example", "--owner", "ann@example.com");
        assertThat(created.code()).isZero();
        assertThat(created.out()).contains("ann@example.com").containsPattern("API token +mvt_");
        assertThat(created.err()).contains("not shown again");
    }

    @Test
    void whoIsNotActiveYetIsSaidToBe() throws SQLException {
        create(commands, "One", "ann@example.com");
        assertThat(commands.run("token", "create", "ann@example.com").err())
                .doesNotContain("not active");
        commands.sql("update account_user set is_active = false");
        for (String command : List.of("token create", "user reset-password")) {
            String[] words = (command + " ann@example.com").split(" ", -1);
            CommandRun run = commands.run(words);
            assertThat(run.code()).as(command).isZero();
            assertThat(run.out()).as(command).isNotBlank();
            assertThat(run.err()).as(command).contains("ann@example.com is not active yet");
        }
    }

    @Test
    void emailIsUniqueWhateverItsCase() throws SQLException {
        assertThat(create(commands, "One", "ann@example.com").code()).isZero();
        CommandRun second = create(commands, "Two", "ANN@example.com");
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.out()).isEmpty();
        assertThat(second.err())
                .contains("ANN@example.com", "is already taken")
                .doesNotContain("\tat ");
        assertThat(commands.sql("select count(*) from account")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({
        "Example, ann, is not an email address",
        "Example, ann@, is not an email address",
        "Example, ann@gmail, is not an email address",
        "Example, @example.com, is not an email address",
        "Example, ann@exa mple.com, is not an email address",
        "Example, ann@b@example.com, is not an email address",
        "Example, '', is not an email address",
        "'', ann@example.com, must have 1 to",
        "' ', ann@example.com, must have 1 to"
    })
    void valueThatCannotBeUsedIsToldAndNothingIsMade(String name, String email, String reason)
            throws SQLException {
        assertRefused(create(commands, name, email), reason);
    }

    @Test
    void valueThatIsTooLongIsToldShortened() throws SQLException {
        CommandRun name = create(commands, "n".repeat(10_000), "ann@example.com");
        assertRefused(name, "must have 1 to");
        assertThat(name.err()).hasSizeLessThan(300);
        CommandRun email = create(commands, "Example", "ann@" + "e".repeat(10_000) + ".com");
        assertRefused(email, "is not an email address of at most");
        assertThat(email.err()).hasSizeLessThan(300);
    }

    @Test
    void passwordIsReadFromStandardInput() throws SQLException {
        CommandRun created = createWithPassword("correct horse\nnot this line\n");
        assertThat(created.code()).as(created.err()).isZero();
        assertThat(created.out() + created.err()).doesNotContain("correct horse");
        assertThat(commands.sql("select password_hash from account_user")).startsWith("$argon2id$");
    }

    @ParameterizedTest
    @CsvSource({
        "'123456789\n', 'has 9 characters. It must have 10 to 256'",
        "'\n', Standard input contains no password",
        "'', Standard input contains no password"
    })
    void passwordThatCannotBeUsedIsToldAndNothingIsMade(String input, String reason)
            throws SQLException {
        assertRefused(createWithPassword(input), reason);
    }

    @Test
    void passwordThatIsTooLongIsRefused() throws SQLException {
        assertRefused(createWithPassword("x".repeat(257)), "must have 10 to 256");
    }

    @Test
    void listShowsAccountsWithTheirEnd() {
        long one = commands.account("one");
        long two = commands.account("two");
        CommandRun set = commands.run("account", "set-expiry", Long.toString(two), "2027-12-31");
        assertThat(set.code()).isZero();
        assertThat(set.out()).contains("2027-12-31");
        JsonNode list = commands.run("account", "list", "--json").json();
        assertThat(list).hasSize(2);
        assertThat(list.get(0).propertyNames())
                .containsExactly(
                        "account_id",
                        "name",
                        "account_token",
                        "report_address",
                        "created",
                        "expires");
        assertThat(list.get(0).get("report_address").asString())
                .isEqualTo(list.get(0).get("account_token").asString() + "@localhost");
        assertThat(list.get(0).get("account_id").asLong()).isEqualTo(one);
        assertThat(list.get(0).get("expires").isNull()).isTrue();
        assertThat(list.get(1).get("expires").asString()).isEqualTo("2027-12-31");
        assertThat(commands.run("account", "list").out().lines().toList())
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .startsWith(one + "  ")
                                        .endsWith("never expires  one"),
                        line ->
                                assertThat(line)
                                        .startsWith(two + "  ")
                                        .contains("until 2027-12-31"));

        assertThat(commands.run("account", "set-expiry", Long.toString(two), "never").code())
                .isZero();
        assertThat(commands.run("account", "list").out()).doesNotContain("until");
    }

    @Test
    void furtherReportAddressesAreAddedListedAndRemoved() {
        String id = Long.toString(commands.account("one"));
        String own = reportAddresses(id).getFirst();
        assertThat(own).matches("[0-9a-z]{8}@localhost");
        CommandRun add = addressCommand(id, "add", "DMARC@Example.com");
        assertThat(add.code()).as(add.err()).isZero();
        assertThat(add.out())
                .contains("Account " + id + " now receives reports at dmarc@example.com.");
        assertThat(reportAddresses(id)).containsExactly(own, "dmarc@example.com");
        assertThat(addressCommand(id, "remove", "dmarc@EXAMPLE.com").code()).isZero();
        assertThat(reportAddresses(id)).containsExactly(own);
        assertThat(addressCommand(id, "remove", "dmarc@example.com").err())
                .contains("Account " + id + " has no additional address dmarc@example.com.");
    }

    @Test
    void reportAddressIsOfOneAccountOnly() {
        String one = Long.toString(commands.account("one"));
        String two = Long.toString(commands.account("two"));
        assertThat(addressCommand(one, "add", "dmarc@example.com").code()).isZero();
        CommandRun taken = addressCommand(two, "add", "dmarc@example.com");
        assertThat(taken.code()).isEqualTo(1);
        assertThat(taken.err()).contains("unique in the installation").doesNotContain("\tat ");
        assertThat(reportAddresses(two)).hasSize(1);
    }

    @Test
    void addressThatCannotBeAddedIsTold() throws SQLException {
        String id = Long.toString(commands.account("one"));
        assertThat(addressCommand(id, "add", "dmarc").err()).contains("is not an email address");
        assertThat(commands.run("account", "report-address", id, "add").err())
                .contains("Specify the address");
        assertThat(commands.run("account", "report-address", id, "list", "a@b.example").err())
                .contains("list takes no address");
        assertThat(addressCommand("4711", "add", "a@b.example").err())
                .contains("There is no account 4711.");
        commands.sql(
                "insert into report_address (address, account_id, added)"
                        + " select n || '@example.com', %s, now() from generate_series(1, 100) n"
                                .formatted(id));
        CommandRun many = addressCommand(id, "add", "one-more@example.com");
        assertThat(many.code()).isEqualTo(1);
        assertThat(many.err()).contains("already has 100 additional addresses");
    }

    @Test
    void ownAddressNeedNotBeAdded() {
        CommandRun created =
                commands.run(
                        "account",
                        "create",
                        "--json",
                        "--name",
                        "one",
                        "--owner",
                        "one@example.com");
        String id = created.json().get("account_id").asString();
        String token = created.json().get("account_token").asString();
        CommandRun add =
                commands.run(
                        "account",
                        "report-address",
                        id,
                        "add",
                        token + "+x@reports.example",
                        "--intake-domain",
                        "reports.example");
        assertThat(add.code()).isEqualTo(1);
        assertThat(add.err()).contains("already is the report address");
        CommandRun other =
                commands.run(
                        "account",
                        "report-address",
                        Long.toString(commands.account("two")),
                        "add",
                        token + "@reports.example",
                        "--intake-domain",
                        "reports.example");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("is account " + id + "'s automatic address");
    }

    @Test
    void whetherMailsAddDomainsIsKept() throws SQLException {
        String id = Long.toString(commands.account("one"));
        for (String choice : List.of("on", "off")) {
            CommandRun run = commands.run("account", "add-domains-by-mail", id, choice);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(commands.sql("select settings ->> 'add_domains_by_mail' from account"))
                    .isEqualTo(Boolean.toString(choice.equals("on")));
            assertThat(commands.run("account", "add-domains-by-mail", id).out())
                    .isEqualTo(run.out());
        }
        assertThat(commands.run("account", "add-domains-by-mail", "4711").err())
                .contains("There is no account 4711.");
        assertThat(commands.run("account", "add-domains-by-mail", "4711", "on").err())
                .contains("There is no account 4711.");
        assertThat(commands.run("account", "add-domains-by-mail", id, "perhaps").code())
                .isEqualTo(2);
    }

    private static CommandRun addressCommand(String id, String action, String address) {
        return commands.run("account", "report-address", id, action, address);
    }

    private static List<String> reportAddresses(String id) {
        CommandRun run = commands.run("account", "report-address", id, "list");
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().lines().toList();
    }

    @Test
    void nameDoesNotSteerTheTerminal() {
        create(commands, "Ex\u202eample", "ann@example.com");
        assertThat(commands.run("account", "list").out())
                .endsWith("Ex?ample" + System.lineSeparator());
        CommandRun run =
                commands.run(
                        "account", "create", "--name", "Ex\u001b[31m", "--owner", "b@example.com");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("no control characters").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2027-13-01", "2027-02-29", "31.12.2027", "tomorrow", "Never"})
    void dayThatIsNoneIsRefused(String day) {
        long id = commands.account("one");
        CommandRun run = commands.run("account", "set-expiry", Long.toString(id), day);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("\"" + day + "\"", "YYYY-MM-DD", "never");
    }

    @Test
    void accountThatIsNotThereIsTold() {
        CommandRun run = commands.run("account", "set-expiry", "4711", "never");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("There is no account 4711.");
    }

    @Test
    void newTokenRevokesTheEarlierOne() {
        try (TestService service = TestService.shared()) {
            CommandDatabase served = new CommandDatabase(service.database());
            String first =
                    create(served, "Example", "ann@example.com").json().get("api_token").asString();
            CommandRun run = served.run("token", "create", "ANN@example.com");
            assertThat(run.code()).as(run.err()).isZero();
            String second = run.out().strip();
            assertThat(second).matches("mvt_[0-9a-z]{40}").isNotEqualTo(first);
            assertThat(status(service, first)).isEqualTo(401);
            assertThat(status(service, second)).isEqualTo(200);
        }
    }

    @Test
    void passwordIsMadeUpOrReadAndReplacesTheEarlierOne() throws SQLException {
        create(commands, "Example", "ann@example.com");
        CommandRun made = commands.run("user", "reset-password", "ann@example.com");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out().strip()).matches("[0-9a-z]{20}");
        String hash = commands.sql("select password_hash from account_user");
        assertThat(hash).startsWith("$argon2id$");
        CommandRun read =
                withInput(
                        "a password of my own\n",
                        "user",
                        "reset-password",
                        "ann@example.com",
                        "--password-stdin");
        assertThat(read.code()).as(read.err()).isZero();
        assertThat(read.out()).isEmpty();
        assertThat(read.err())
                .contains("Password of ann@example.com changed")
                .doesNotContain("a password of my own");
        assertThat(commands.sql("select password_hash from account_user")).isNotEqualTo(hash);
    }

    @Test
    void passwordIsTheWayBackFromSingleSignOn() throws SQLException {
        create(commands, "Example", "ann@example.com");
        commands.sql("update account_user set sso = true, password_hash = null");
        commands.sql(
                """
                insert into user_identity (account_id, user_id, issuer, subject, linked)
                select account_id, id, 'https://gone.example', 'ann', now() from account_user
                """);
        CommandRun run = commands.run("user", "reset-password", "ann@example.com");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().strip()).matches("[0-9a-z]{20}");
        assertThat(run.err())
                .contains(
                        "ann@example.com now signs in with this password instead of single sign-on");
        assertThat(
                        commands.sql(
                                "select count(*) from account_user where not sso"
                                        + " and password_hash like '$argon2id$%'"))
                .isEqualTo("1");
        assertThat(commands.sql("select count(*) from user_identity")).isEqualTo("0");
        assertThat(commands.run("user", "reset-password", "ann@example.com").err())
                .as("said once")
                .doesNotContain("single sign-on");
    }

    @Test
    void secondFactorIsRemoved() throws SQLException {
        create(commands, "Example", "ann@example.com");
        assertThat(commands.run("user", "reset-2fa", "ann@example.com").out())
                .contains("has no second factor");
        commands.sql("update account_user set totp_secret = 'secret'");
        assertThat(commands.run("user", "reset-2fa", "ann@example.com").out())
                .contains("Removed the second factor");
        assertThat(commands.sql("select count(*) from account_user where totp_secret is null"))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user reset-password", "user reset-2fa", "token create"})
    void personWhoIsNotThereIsTold(String command) {
        CommandRun run = commands.run((command + " nobody@example.com").split(" "));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("There is no user with the email nobody@example.com.");
    }

    private static void assertRefused(CommandRun run, String reason) throws SQLException {
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(reason).doesNotContain("\tat ", "unexpectedly");
        assertThat(commands.sql("select count(*) from account")).isEqualTo("0");
        assertThat(commands.sql("select count(*) from account_user")).isEqualTo("0");
    }

    private static CommandRun create(CommandDatabase on, String name, String email) {
        return on.run("account", "create", "--json", "--name", name, "--owner", email);
    }

    private static CommandRun createWithPassword(String input) {
        return withInput(
                input,
                "account",
                "create",
                "--json",
                "--name",
                "Example",
                "--owner",
                "ann@example.com",
                "--password-stdin");
    }

    private static CommandRun withInput(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return commands.run(args);
        } finally {
            System.setIn(before);
        }
    }

    private static int status(TestService service, String token) {
        return service.get(token, "/api/v1/domains/").status();
    }
}
