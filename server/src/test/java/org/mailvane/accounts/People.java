package org.mailvane.accounts;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.Browser;
import org.mailvane.testing.MailServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** A running service that mails, an account, and its people. */
public final class People implements AutoCloseable {

    /** What all passwords are. */
    public static final String PASSWORD = "correct horse battery";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    public final MailServer mails;
    public final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    public final TestService service;

    /** The account's owner. */
    public final Person owner;

    public People() {
        this(Map.of());
    }

    public People(Map<Setting, String> settings) {
        this(settings, TestService::shared);
    }

    private People(
            Map<Setting, String> settings,
            BiFunction<Map<Setting, String>, Clock, TestService> services) {
        service = services.apply(settings, clock);
        mails = service.mails();
        owner = account("Example");
    }

    /** People on a service where the first thing of each kind has the number 1. */
    public static People onFreshService() {
        return new People(Map.of(), TestService::fresh);
    }

    /** Somebody with a token. */
    public record Person(long accountId, long id, String email, String token) {

        public String path() {
            return "/api/v1/users/" + id + "/";
        }
    }

    /** The owner of a new account. */
    public Person account(String name) {
        Accounts.Created created = service.account(name + NUMBERS.incrementAndGet());
        return new Person(
                created.account().id(),
                created.owner().id(),
                created.owner().email(),
                created.apiToken());
    }

    /** A new address. */
    public String email() {
        return "person" + NUMBERS.incrementAndGet() + "@example.com";
    }

    /** A user of the account as the API makes one: not active yet. */
    public JsonNode invited(String email) {
        Answer answer =
                service.send(
                        "POST", owner.token(), "/api/v1/users/", "{\"email\":\"" + email + "\"}");
        if (answer.status() != 201) {
            throw new AssertionError(answer.text());
        }
        return answer.json();
    }

    /** An active user of the account without rights. */
    public Person member() {
        return active(invited(email()));
    }

    /** An active admin of the account. */
    public Person admin() {
        JsonNode user = invited(email());
        service.send(
                "PATCH",
                owner.token(),
                "/api/v1/users/" + user.get("id").asLong() + "/",
                "{\"is_admin\":true}");
        return active(user);
    }

    private Person active(JsonNode user) {
        long id = user.get("id").asLong();
        String email = user.get("email").asString();
        sql("update account_user set is_active = true where id = " + id);
        return new Person(
                owner.accountId(),
                id,
                email,
                unnoticed(email, () -> service.part(Accounts.class).createToken(email)));
    }

    /**
     * Makes a change that its user would be notified of, and takes the mail back before it is sent.
     */
    private <T> T unnoticed(String email, Supplier<T> change) {
        Db db = service.part(Db.class);
        return db.inTransaction(() -> {
            T made = change.get();
            db.as(
                            Scope.ofAccount(
                                    service.part(UserTable.class)
                                            .findByEmail(email)
                                            .orElseThrow()
                                            .accountId()))
                    .sql(
                            """
                            delete from outgoing_mail
                            where account_id = :account and recipient = :email
                                and id = (select max(id) from outgoing_mail)
                            """)
                    .param("email", email)
                    .update();
            return made;
        });
    }

    /** Sets a person's password to {@link #PASSWORD}. */
    public void givePassword(Person person) {
        unnoticed(
                person.email(),
                () -> service.part(Accounts.class).resetPassword(person.email(), PASSWORD));
    }

    public void sql(String text) {
        service.sql().execute(text);
    }

    /** One text from the database. */
    public String value(String text) {
        return service.part(SystemDb.class)
                .sql("select (" + text + ")::text as value")
                .one(row -> String.valueOf(row.optionalText("value")));
    }

    /** Sends the form of a page, as a browser does: names and values in turn. */
    public Answer post(String link, String... fields) {
        return new Browser(service).post(link, fields);
    }

    @Override
    public void close() {
        service.close();
    }
}
