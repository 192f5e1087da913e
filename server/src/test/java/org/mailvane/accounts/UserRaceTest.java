package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.mailvane.accounts.People.Person;
import org.mailvane.api.Caller;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestService.Answer;

/** Requests about the same user at the same time. */
@Tag("slow")
class UserRaceTest {

    private static final int AT_ONCE = 4;
    private static final String NEW_PASSWORD = "phrase of the change";

    private static People people;

    @BeforeAll
    static void open() {
        people = new People();
    }

    @AfterAll
    static void close() {
        people.close();
    }

    @RepeatedTest(5)
    void oneOfTheCreationsWithTheSameEmailWins() throws Exception {
        String email = people.email();
        List<Answer> answers =
                atOnce(() ->
                        people.service.send(
                                "POST",
                                people.owner.token(),
                                "/api/v1/users/",
                                "{\"email\":\"" + email + "\"}"));
        assertThat(statuses(answers)).containsExactly(201, 400, 400, 400);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 400)
                .allSatisfy(answer ->
                        assertThat(answer.json().get("email").get(0).asString())
                                .contains("is already taken"));
        people.mails.await(email, 1);
        assertThat(people.value("select count(*) from account_user where email = '" + email + "'"))
                .isEqualTo("1");
    }

    @RepeatedTest(5)
    void oneOfTheTokensThatAreMadeAtOnceIsInForce() throws Exception {
        Person member = people.member();
        List<String> tokens =
                atOnce(() -> people.service.part(Accounts.class).createToken(member.email()));
        List<Integer> statuses = new ArrayList<>();
        for (String token : tokens) {
            statuses.add(people.service.get(token, "/api/v1/find/source/192.0.2.1/").status());
        }
        assertThat(statuses).containsExactlyInAnyOrder(200, 401, 401, 401);
    }

    @RepeatedTest(5)
    void ofFormsForANewTokenThatAreSentAtOnceOneMakesIt() throws Exception {
        Person member = people.member();
        Accounts accounts = people.service.part(Accounts.class);
        Caller caller =
                new Caller(
                        Scope.ofAccount(member.accountId()),
                        member.id(),
                        member.email(),
                        false,
                        false,
                        false);
        String masked = accounts.token(caller).orElseThrow().masked();
        List<Optional<String>> made = atOnce(() -> accounts.createToken(caller, masked));
        assertThat(made).filteredOn(Optional::isPresent).hasSize(1);
        people.sql("delete from api_token where user_id = " + member.id());
        made = atOnce(() -> accounts.createToken(caller, ""));
        assertThat(made).as("the first one").filteredOn(Optional::isPresent).hasSize(1);
        String token = made.stream().flatMap(Optional::stream).findFirst().orElseThrow();
        assertThat(people.service.get(token, "/api/v1/find/source/192.0.2.1/").status())
                .isEqualTo(200);
    }

    @RepeatedTest(3)
    void oneOfTheActivationsWins() throws Exception {
        String email = people.email();
        long id = people.invited(email).get("id").asLong();
        String link = people.mails.awaitLast(email, 1).link();
        List<Answer> answers =
                atOnce(() ->
                        people.post(link, "password", People.PASSWORD, "confirm", People.PASSWORD));
        assertThat(statuses(answers)).containsExactly(200, 404, 404, 404);
        assertThat(people.value("select is_active from account_user where id = " + id))
                .isEqualTo("true");
    }

    @RepeatedTest(3)
    void twoWhoWantTheSameAddressCannotBothHaveIt() throws Exception {
        String wanted = people.email();
        List<String> links = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            people.service.send(
                    "PATCH",
                    people.owner.token(),
                    people.member().path(),
                    "{\"email\":\"" + wanted + "\"}");
            links.add(people.mails.awaitLast(wanted, i + 1).link());
        }
        List<Callable<Answer>> confirmations = new ArrayList<>();
        links.forEach(link -> confirmations.add(() -> people.post(link)));
        assertThat(statuses(atOnce(confirmations))).containsExactly(200, 400, 400, 400);
    }

    @RepeatedTest(5)
    void confirmingAnAddressAndAskingForAnotherWaitForEachOther() throws Exception {
        Person member = people.member();
        String wanted = people.email();
        ask(member, wanted);
        String link = people.mails.awaitLast(wanted, 1).link();
        String other = people.email();
        List<Callable<Answer>> calls =
                List.of(
                        () -> people.post(link),
                        () -> ask(member, other),
                        () -> people.post(link),
                        () -> ask(member, other));
        List<Answer> answers = atOnce(calls);
        List<Integer> confirmed = statuses(List.of(answers.get(0), answers.get(2)));
        assertThat(confirmed).isIn(List.of(200, 404), List.of(404, 404));
        assertThat(statuses(List.of(answers.get(1), answers.get(3)))).containsExactly(200, 200);
        assertThat(people.value("select email from account_user where id = " + member.id()))
                .as("the address is the confirmed one, or as it was")
                .isEqualTo(confirmed.contains(200) ? wanted : member.email());
        assertThat(
                        people.value(
                                """
                                select string_agg(purpose || ' ' || new_email, ', ')
                                from one_time_link where user_id = %d
                                """
                                        .formatted(member.id())))
                .as("the other waits to be confirmed")
                .isEqualTo("email " + other);
    }

    @RepeatedTest(3)
    void oneOfAChangeAndAResetOfAPasswordWins() throws Exception {
        Person member = people.member();
        people.givePassword(member);
        people.service.send("POST", people.owner.token(), member.path() + "password-reset/", "");
        String link = people.mails.awaitLast(member.email(), 2).link();
        String reset = "phrase of the reset";
        List<Answer> answers =
                atOnce(
                        List.of(
                                () -> change(people, member),
                                () -> people.post(link, "password", reset, "confirm", reset)));
        boolean changed = answers.get(0).status() == 200;
        assertThat(answers.get(0).status()).isEqualTo(changed ? 200 : 400);
        assertThat(answers.get(1).status()).isEqualTo(changed ? 404 : 200);
        String hash =
                people.value("select password_hash from account_user where id = " + member.id());
        assertThat(
                        people.service
                                .part(Passwords.class)
                                .matches(
                                        changed ? NEW_PASSWORD : reset,
                                        hash,
                                        HashingThreads.Rank.KNOWN))
                .as("the password is the winner's")
                .isTrue();
    }

    @RepeatedTest(3)
    void whoIsConvertedToSingleSignOnKeepsNoPasswordThatWasOnItsWay() throws Exception {
        try (People sso = new People(Map.of(Setting.OIDC_ISSUER, "https://login.example.com"))) {
            Person member = sso.member();
            sso.givePassword(member);
            sso.service.send("POST", sso.owner.token(), member.path() + "password-reset/", "");
            String link = sso.mails.awaitLast(member.email(), 2).link();
            String reset = "phrase of the reset";
            List<Answer> answers =
                    atOnce(
                            List.of(
                                    () -> change(sso, member),
                                    () -> sso.post(link, "password", reset, "confirm", reset),
                                    () -> convertWhileAPasswordIsTried(sso, member)));
            assertThat(answers.get(0).status()).isIn(200, 400);
            assertThat(answers.get(1).status()).isIn(200, 404);
            assertThat(answers.get(2).status()).isEqualTo(200);
            assertThat(
                            sso.value(
                                    "select concat(sso, password_hash) from account_user where id = "
                                            + member.id()))
                    .isEqualTo("t");
        }
    }

    private static Answer convertWhileAPasswordIsTried(People house, Person member) {
        String tried =
                "select password_tries_since is not null from account_user where id = "
                        + member.id();
        Awaiting.until(
                "a try is counted",
                Duration.ofSeconds(20),
                () -> house.value(tried).equals("true"));
        return house.service.send(
                "POST", house.owner.token(), member.path() + "convert-to-sso/", "");
    }

    private static Answer change(People house, Person member) {
        return house.service.send(
                "POST",
                member.token(),
                member.path() + "password-change/",
                """
                {"password_old": "%1$s", "password": "%2$s", "password_confirm": "%2$s"}
                """
                        .formatted(People.PASSWORD, NEW_PASSWORD));
    }

    private static Answer ask(Person person, String email) {
        return people.service.send(
                "PATCH", people.owner.token(), person.path(), "{\"email\":\"" + email + "\"}");
    }

    @RepeatedTest(3)
    void triesOfAPasswordAtOnceAreCountedEach() throws Exception {
        Person member = people.member();
        people.givePassword(member);
        String wrong =
                """
                {"password_old": "wrong", "password": "another phrase", "password_confirm": "another phrase"}
                """;
        people.sql(
                "update account_user set password_tries = %d, password_tries_since = '2026-11-20 10:00:00Z' where id = %d"
                        .formatted(Users.MAX_PASSWORD_TRIES - 1, member.id()));
        assertThat(
                        statuses(
                                atOnce(() ->
                                        people.service.send(
                                                "POST",
                                                member.token(),
                                                member.path() + "password-change/",
                                                wrong))))
                .containsExactly(400, 429, 429, 429);
    }

    private static List<Integer> statuses(List<Answer> answers) {
        return answers.stream().map(Answer::status).sorted().toList();
    }

    private static <T> List<T> atOnce(Callable<T> call) throws Exception {
        List<Callable<T>> calls = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            calls.add(call);
        }
        return atOnce(calls);
    }

    private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> call : calls) {
                running.add(
                        threads.submit(() -> {
                            start.await();
                            return call.call();
                        }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : running) {
                results.add(future.get());
            }
            return results;
        }
    }
}
