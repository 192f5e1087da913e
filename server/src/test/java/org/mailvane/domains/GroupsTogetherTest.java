package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;

/** People who change groups at the same time, on two servers with one database. */
@Tag("slow")
class GroupsTogetherTest {

    private static final int ROUNDS = 15;
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    private static DomainApi api;
    private static TestService second;
    private static GroupApi here;
    private static GroupApi there;
    private static ExecutorService threads;
    private Person owner;

    @BeforeAll
    static void start() {
        api = new DomainApi();
        second = TestService.start(Map.of(), api.database);
        here = new GroupApi(api.service);
        there = new GroupApi(second);
        threads = Executors.newCachedThreadPool();
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
        second.close();
        api.close();
    }

    @BeforeEach
    void newAccount() {
        owner = api.account("together" + ACCOUNTS.incrementAndGet());
    }

    /** What several requests answer that are sent at the same time. */
    @SafeVarargs
    private static List<Answer> together(Supplier<Answer>... requests) {
        CyclicBarrier barrier = new CyclicBarrier(requests.length);
        List<Future<Answer>> running = new ArrayList<>();
        for (Supplier<Answer> request : requests) {
            running.add(
                    threads.submit(() -> {
                        barrier.await();
                        return request.get();
                    }));
        }
        List<Answer> answers = new ArrayList<>();
        for (Future<Answer> one : running) {
            try {
                answers.add(one.get());
            } catch (InterruptedException | ExecutionException failed) {
                throw new AssertionError(failed);
            }
        }
        return answers;
    }

    private static String[] names(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> prefix + i + ".example")
                .toArray(String[]::new);
    }

    private static String[] reversed(String... names) {
        return Stream.of(names).toList().reversed().toArray(String[]::new);
    }

    @Test
    void noMembershipIsLostWhenTwoAddAndRemoveDifferentDomains() {
        long group = here.holding(owner, "alpha", names("removed", ROUNDS));
        for (int i = 0; i < ROUNDS; i++) {
            String name = i + ".example";
            List<Answer> answers =
                    together(
                            () -> here.add(owner, group, "one" + name),
                            () -> there.add(owner, group, "two" + name),
                            () -> there.remove(owner, group, "removed" + name));
            assertThat(answers).extracting(Answer::status).containsExactly(201, 201, 200);
        }
        assertThat(owner.names("group_id=" + group))
                .containsExactlyInAnyOrder(
                        Stream.of(names("one", ROUNDS), names("two", ROUNDS))
                                .flatMap(Stream::of)
                                .toArray(String[]::new));
    }

    @Test
    void aNewDomainThatTwoAddToTheirGroupsAtOnceIsOneRowInBoth() {
        long alpha = here.create(owner, "alpha");
        long beta = here.create(owner, "beta");
        for (int i = 0; i < ROUNDS; i++) {
            String[] names = names("r" + i + "-", 10);
            List<Answer> answers =
                    together(
                            () -> here.add(owner, alpha, names),
                            () -> there.add(owner, beta, reversed(names)));
            assertThat(answers).extracting(Answer::status).allMatch(s -> s == 200 || s == 201);
            assertThat(answers.stream().mapToInt(a -> a.json().get("added").size()).sum())
                    .isEqualTo(10);
        }
        assertThat(owner.all()).hasSize(10 * ROUNDS);
        assertThat(owner.names("group_id=" + alpha)).hasSize(10 * ROUNDS);
        assertThat(owner.names("group_id=" + beta)).hasSize(10 * ROUNDS);
    }

    @Test
    void aGroupThatIsDeletedWhileDomainsAreAddedTakesThemOrIsGone() {
        for (int i = 0; i < ROUNDS; i++) {
            long group = here.holding(owner, "alpha" + i, names("old" + i + "-", 5));
            String[] names = names("new" + i + "-", 5);
            String[] old = names("old" + i + "-", 5);
            List<Answer> answers =
                    together(
                            () -> here.add(owner, group, names),
                            () -> there.send(owner, "DELETE", group + "/", ""),
                            () -> here.remove(owner, group, old));
            assertThat(answers.get(0).status()).isIn(201, 404);
            assertThat(answers.get(1).status()).isEqualTo(204);
            assertThat(answers.get(2).status()).isIn(200, 404);
            // Added to the account together with the group, or not at all.
            assertThat(owner.names("domain=new" + i + "-"))
                    .hasSize(answers.get(0).status() == 201 ? 5 : 0);
        }
        assertThat(owner.names("assigned=true")).isEmpty();
    }

    @Test
    void movesAgainstEachOtherLeaveEachDomainInOneGroup() {
        String[] names = names("d", 20);
        long alpha = here.holding(owner, "alpha", names);
        long beta = here.create(owner, "beta");
        for (int i = 0; i < ROUNDS; i++) {
            List<Answer> answers =
                    together(
                            () -> here.moveAs(owner, alpha, beta, "\"active\"", names),
                            () ->
                                    there.moveAs(
                                            owner, beta, alpha, "\"inactive\"", reversed(names)));
            assertThat(answers).extracting(Answer::status).containsOnly(200);
            List<String> in = new ArrayList<>(owner.names("group_id=" + alpha));
            in.addAll(owner.names("group_id=" + beta));
            assertThat(in).containsExactlyInAnyOrder(names);
        }
    }

    @Test
    void domainsThatAreDeletedWhileTheyAreAddedAndMovedAreThereOrGone() {
        long alpha = here.create(owner, "alpha");
        long beta = here.create(owner, "beta");
        for (int i = 0; i < ROUNDS; i++) {
            String[] names = names("r" + i + "-", 10);
            GroupApi.done(here.add(owner, alpha, names));
            owner.discover("news.r" + i + "-0.example");
            String listed = "\"" + String.join("\", \"", names) + "\"";
            List<Answer> answers =
                    together(
                            () -> here.add(owner, beta, reversed(names)),
                            () -> there.move(owner, alpha, beta, names),
                            () ->
                                    owner.send(
                                            "POST",
                                            "delete/",
                                            "{\"domains\": ["
                                                    + listed
                                                    + "], \"delete_subdomains\": true}"));
            assertThat(answers.get(0).status()).isIn(200, 201);
            assertThat(answers.get(1).status()).isEqualTo(200);
            assertThat(answers.get(2).status()).isEqualTo(200);
            int left = owner.names("domain=r" + i + "-").size();
            assertThat(left).isEqualTo(answers.get(0).status() == 201 ? 10 : 0);
        }
        assertThat(owner.names("group_id=" + beta)).hasSameSizeAs(owner.all());
    }

    @Test
    void accessThatTwoGiveAtOnceIsOneOfBoth() {
        List<Person> users =
                IntStream.range(0, 10).mapToObj(i -> owner.colleague("u" + i)).toList();
        long[] forth = users.stream().mapToLong(u -> u.userId).toArray();
        long[] back = users.reversed().stream().mapToLong(u -> u.userId).toArray();
        for (int i = 0; i < ROUNDS; i++) {
            long group = here.create(owner, "alpha" + i);
            List<Answer> answers =
                    together(
                            () -> here.access(owner, group, "add-admin-users", forth),
                            () -> there.access(owner, group, "add-readonly-users", back));
            assertThat(answers).extracting(Answer::status).containsOnly(200);
            assertThat(
                            api.sql.rows(
                                    "select count(*), count(distinct writes) from group_access where group_id = %d and user_id <> %d"
                                            .formatted(group, owner.userId)))
                    .containsExactly("10|1");
        }
    }

    @Test
    void accessToAGroupAndFromAUserThatAreDeletedMeanwhileIsNoFailure() {
        for (int i = 0; i < ROUNDS; i++) {
            long group = here.create(owner, "alpha" + i);
            Person user = owner.colleague("gone" + i);
            List<Answer> answers =
                    together(
                            () -> here.access(owner, group, "add-admin-users", user.userId),
                            () -> there.send(owner, "DELETE", group + "/", ""),
                            () -> {
                                api.sql.execute(
                                        "delete from account_user where id = " + user.userId);
                                return here.get(owner, "");
                            });
            assertThat(answers.get(0).status()).isIn(200, 400, 404);
            assertThat(answers.get(1).status()).isEqualTo(204);
        }
    }
}
