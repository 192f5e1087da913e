package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.testing.TestService;

/** Statements end in time, and have plans that fit what they are given. */
class StatementLimitTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final String SLOW = "select pg_sleep(600)::text as slept";
    private static final TestService SERVICE = TestService.shared();

    private final SystemDb system = SERVICE.part(SystemDb.class);

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private String sleep(String sql) {
        return system.sql(sql).one(row -> row.text("slept"));
    }

    @Test
    void aStatementIsCancelledWhenItTakesTooLong() {
        Throwable failure = catchThrowable(() -> StatementLimit.within(LIMIT, () -> sleep(SLOW)));
        assertThat(DatabaseFailure.isTooSlow(failure)).isTrue();
        assertThat(DatabaseFailure.isLostConnection(failure)).isFalse();
        assertThat(DatabaseFailure.isTrouble(failure)).isFalse();
    }

    @Test
    void soIsOneWhoseRowsAreHandedOverOneByOne() {
        Db db = SERVICE.part(Db.class);
        Throwable failure =
                catchThrowable(() ->
                        StatementLimit.within(
                                LIMIT,
                                () ->
                                        db.inSnapshot(() -> {
                                            system.sql(SLOW).forEach(row -> {});
                                            return true;
                                        })));
        assertThat(DatabaseFailure.isTooSlow(failure)).isTrue();
    }

    @Test
    void aLimitCanBeLifted() {
        StatementLimit.within(
                LIMIT,
                () -> {
                    StatementLimit.lifted(
                            () -> assertThat(StatementLimit.current()).isEqualTo(Duration.ZERO));
                    assertThat(StatementLimit.current()).isEqualTo(LIMIT);
                    return true;
                });
        assertThat(StatementLimit.current()).isEqualTo(Duration.ZERO);
    }

    /** A connection keeps the plan of a statement that it has run ten times. */
    @Test
    void aLongListIsLookedUpByAHashHoweverOftenItsStatementHasRun() {
        String sql =
                "select count(*) as found from generate_series(1, cast(20000 as bigint)) s(id)"
                        + " where s.id = any(:ids) or s.id % 7 = any(:ids)";
        long[] few = {1, -2};
        long[] many = LongStream.range(0, 20_000).map(i -> 1 - i).toArray();
        SERVICE.part(Db.class)
                .inTransaction(() -> {
                    for (int i = 0; i < 20; i++) {
                        assertThat(found(sql, few)).isEqualTo(2_858);
                    }
                    assertThat(StatementLimit.within(LIMIT, () -> found(sql, many)))
                            .isEqualTo(5_715);
                });
    }

    private long found(String sql, long[] ids) {
        return system.sql(sql).param("ids", ids).one(row -> row.number("found"));
    }
}
