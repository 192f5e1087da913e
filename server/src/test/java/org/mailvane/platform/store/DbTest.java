package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.store.Scope.Reach;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.IncorrectResultSizeDataAccessException;

/** Statements stay within their account, transactions are whole, values come back as they went. */
class DbTest {

    private static StoreFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new StoreFixture(2);
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void empty() {
        fixture.system.sql("delete from domain").update();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*) from domain",
                "select count(*) from domain where account_id = 1",
                "select count(*) from domain where account_id = :account_id",
                "select count(*) from domain where account_id = :accounts",
                "delete from domain where name = :name",
                "select count(*) from domain -- where account_id = :account",
                "select count(*) from domain /* where\naccount_id = :account */",
                "select '--', count(*) from domain /* ' */ -- ' = :account",
                "select count(*) from domain where name = ':account'",
                "select 1 as \":account\" from domain",
                "select name::account from domain",
                ""
            })
    void statementThatForgetsTheAccountIsRefused(String text) {
        Db.Scoped scoped = fixture.db.as(fixture.one);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scoped.sql(text))
                .withMessageContaining(":account");
    }

    @ParameterizedTest
    @CsvSource({"5, 9, '1 2 3 4 5', true", "2, 9, '1 2|3 4|5', true", "2, 1, '1 2', false"})
    void rowsComePageByPageAsLongAsMoreAreAskedFor(int size, int most, String pages, boolean all) {
        List<String> seen = new ArrayList<>();
        boolean tookAll =
                fixture.db
                        .as(fixture.one)
                        .sql("select n from generate_series(1, 5) n where :account > 0 order by n")
                        .pages(
                                size,
                                row -> row.text("n"),
                                page -> {
                                    seen.add(String.join(" ", page));
                                    return seen.size() < most;
                                });
        assertThat(String.join("|", seen)).isEqualTo(pages);
        assertThat(tookAll).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " timeline_event",
                "timeline_event t",
                "timeline_event; delete from timeline_event",
                "\"timeline_event\"",
                "Timeline_event",
                "public.timeline_event",
                "1event",
                "timeline_event\n"
            })
    void whatIsForgottenIsToldByNamesThatAreNoMore(String name) {
        LocalDate before = LocalDate.of(2026, 1, 1);
        assertThat(fixture.system.forgetSome("timeline_event", "created", before)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.system.forgetSome(name, "created", before))
                .withMessageContaining("no name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.system.forgetSome("timeline_event", name, before))
                .withMessageContaining("no name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*) as n from domain -- all of it\n where account_id = :account",
                "select count(*) as n from domain /* all */ where account_id = :account",
                "select count(*) as n from domain where name <> '--' and account_id = :account",
                "select count(*) as n from domain where name <> '/*' and account_id=:account"
            })
    void commentsAndQuotesDoNotHideTheAccount(String text) {
        assertThat(fixture.db.as(fixture.one).sql(text).<Long>one(row -> row.number("n"))).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*) as n from domain where account_id = :account",
                "select count(*) as n from domain where account_id = :account -- :viewer",
                "select count(*) as n from domain where account_id = :account and name <> ':viewer'"
            })
    void statementOfWhoSeesSomeDomainsOnlyAsksWhatTheyAre(String text) {
        long account = fixture.one.accountId();
        for (Reach writes : Reach.values()) {
            Db.Scoped limited = fixture.db.as(new Scope(account, 7, Reach.GROUPS, writes));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limited.sql(text))
                    .withMessageContaining(":viewer");
        }
        for (Reach reads : List.of(Reach.DOMAINS, Reach.ACCOUNT)) {
            Scope scope = new Scope(account, 7, reads, Reach.GROUPS);
            assertThat(fixture.db.as(scope).sql(text).<Long>one(row -> row.number("n"))).isZero();
        }
    }

    @Test
    void statementKnowsItsViewer() {
        Scope limited = new Scope(fixture.one.accountId(), 7, Reach.GROUPS, Reach.GROUPS);
        String text = "select :viewer as viewer from account where account_id = :account";
        assertThat(fixture.db.as(limited).sql(text).<Long>one(row -> row.number("viewer")))
                .isEqualTo(7);
        assertThat(
                        fixture.db
                                .as(limited.wholeAccount())
                                .sql(text)
                                .<Long>one(row -> row.number("viewer")))
                .isEqualTo(7);
        assertThat(fixture.db.as(fixture.one).sql(text).<Long>one(row -> row.number("viewer")))
                .isEqualTo(Scope.NOBODY);
    }

    @Test
    void moreTextsThanAreRememberedAreReadAllTheSame() {
        for (int i = 0; i <= Db.MAX_KNOWN; i++) {
            Db.Scoped scoped = fixture.db.as(fixture.one);
            String text = "select " + i + " from account where account_id = ";
            assertThat(scoped.sql(text + ":account")).isNotNull();
            assertThatIllegalArgumentException().isThrownBy(() -> scoped.sql(text + "1"));
        }
        assertThat(Db.known()).isBetween(1, Db.MAX_KNOWN);
    }

    @Test
    void stagingTableIsItsTransactionsAlone() {
        for (int i = 0; i < 3; i++) {
            fixture.db.inTransaction(() -> {
                fixture.db.as(fixture.one).stagingTable("incoming_account", "account");
                fixture.db.as(fixture.one).stagingTable("incoming_account", "account");
                assertThat(staged()).isZero();
                fixture.db
                        .as(fixture.one)
                        .sql(
                                """
                                insert into incoming_account
                                select * from account where account_id = :account
                                """)
                        .update();
                assertThat(staged()).isEqualTo(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;drop table account", "a(", "A", "a.b"})
    void stagingTableHasAPlainName(String name) {
        Db.Scoped scoped = fixture.db.as(fixture.one);
        assertThatIllegalArgumentException().isThrownBy(() -> scoped.stagingTable(name, "account"));
        assertThatIllegalArgumentException().isThrownBy(() -> scoped.stagingTable("a", name));
    }

    private static long staged() {
        return fixture.db
                .as(fixture.one)
                .sql("select count(*) as n from incoming_account where account_id = :account")
                .one(row -> row.number("n"));
    }

    @Test
    void eachScopeSeesItsOwnRowsAlone() {
        insert(fixture.one, "a.example");
        insert(fixture.one, "b.example");
        insert(fixture.two, "b.example");
        assertThat(names(fixture.one)).containsExactly("a.example", "b.example");
        assertThat(names(fixture.two)).containsExactly("b.example");
        assertThat(names(Scope.ofAccount(-1))).isEmpty();

        int deleted =
                fixture.db
                        .as(fixture.two)
                        .sql("delete from domain where account_id = :account and name <> 'none'")
                        .update();
        assertThat(deleted).isEqualTo(1);
        assertThat(names(fixture.one)).containsExactly("a.example", "b.example");
    }

    @Test
    void failedWorkLeavesNothingBehind() {
        assertThatThrownBy(() ->
                        fixture.db.inTransaction(() -> {
                            insert(fixture.one, "a.example");
                            throw new IllegalStateException("stop");
                        }))
                .hasMessage("stop");
        assertThatThrownBy(() ->
                        fixture.db.inTransaction(() -> {
                            insert(fixture.one, "b.example");
                            insert(fixture.one, "b.example");
                        }))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(names(fixture.one)).isEmpty();
    }

    @Test
    void innerTransactionIsPartOfTheOuterOne() {
        assertThatThrownBy(() ->
                        fixture.db.inTransaction(() -> {
                            fixture.db.inTransaction(() -> insert(fixture.one, "a.example"));
                            assertThat(names(fixture.one)).hasSize(1);
                            throw new IllegalStateException("stop");
                        }))
                .hasMessage("stop");
        assertThat(names(fixture.one)).isEmpty();
        fixture.db.inTransaction(
                () -> fixture.db.inTransaction(() -> insert(fixture.one, "b.example")));
        assertThat(names(fixture.one)).containsExactly("b.example");
    }

    @Test
    void valuesComeBackAsTheyWent() {
        Instant instant = Instant.parse("1999-12-31T23:59:59.123456Z");
        LocalDate day = LocalDate.of(1582, 10, 20);
        boolean same =
                fixture.db
                        .as(fixture.one)
                        .sql(
                                """
                                select cast(:account as bigint) as account,
                                    cast(:instant as timestamptz) as instant,
                                    cast(:day as date) as day, cast(:text as text) as text,
                                    cast(:none as text) as none, cast(:bytes as bytea) as bytes,
                                    cast(:texts as text[]) as texts, true as flag
                                """)
                        .param("instant", instant)
                        .param("day", day)
                        .param("text", "Grüße 😀 :account")
                        .param("none", null)
                        .param("bytes", new byte[] {0, -1})
                        .param("texts", new String[] {"a,b", "\"c\"", ""})
                        .one(row -> {
                            assertThat(row.number("account")).isEqualTo(fixture.one.accountId());
                            assertThat(row.instant("instant")).isEqualTo(instant);
                            assertThat(row.optionalDay("day")).isEqualTo(day);
                            assertThat(row.text("text")).isEqualTo("Grüße 😀 :account");
                            assertThat(row.optionalText("none")).isNull();
                            assertThat(row.optionalNumber("none")).isNull();
                            assertThat(row.optionalInstant("none")).isNull();
                            assertThat(row.sum("none")).isZero();
                            assertThat(row.bytes("bytes")).containsExactly(0, -1);
                            assertThat(row.texts("texts")).containsExactly("a,b", "\"c\"", "");
                            assertThat(row.flag("flag")).isTrue();
                            return true;
                        });
        assertThat(same).isTrue();
    }

    @Test
    void requiredValueThatIsNullIsToldByItsColumn() {
        Query query =
                fixture.db.as(fixture.one).sql("select null::bool as nothing where :account > 0");
        assertThatThrownBy(() -> query.one(row -> row.flag("nothing")))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("nothing");
        assertThatThrownBy(() -> query.one(row -> row.number("nothing")))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("nothing");
    }

    @Test
    void onlyRowIsNeitherNoneNorOneOfSeveral() {
        insert(fixture.one, "a.example");
        insert(fixture.one, "b.example");
        Query both =
                fixture.db.as(fixture.one).sql("select id from domain where account_id = :account");
        assertThatThrownBy(() -> both.one(row -> row.number("id")))
                .isInstanceOf(IncorrectResultSizeDataAccessException.class);
        assertThatThrownBy(() -> both.optional(row -> row.number("id")))
                .isInstanceOf(IncorrectResultSizeDataAccessException.class);
        Query none =
                fixture.db
                        .as(fixture.one)
                        .sql("select id from domain where account_id = :account and id < 0");
        assertThat(none.optional(row -> row.number("id"))).isEmpty();
        assertThatThrownBy(() -> none.one(row -> row.number("id")))
                .isInstanceOf(IncorrectResultSizeDataAccessException.class);
    }

    private static void insert(Scope scope, String name) {
        fixture.db
                .as(scope)
                .sql(
                        """
                        insert into domain (account_id, name, top_level, origin, added_date)
                        values (:account, :name, true, 'm', now())
                        """)
                .param("name", name)
                .update();
    }

    private static List<String> names(Scope scope) {
        return fixture.db
                .as(scope)
                .sql("select name from domain where account_id = :account order by name")
                .list(row -> row.text("name"));
    }
}
