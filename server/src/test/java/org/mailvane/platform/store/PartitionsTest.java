package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;
import org.springframework.dao.DataAccessException;

/** The months of the facts are made when they are needed, once, by whoever needs them. */
class PartitionsTest {

    private static final int SERVERS = 6;

    private StoreFixture fixture;

    @BeforeEach
    void open() {
        fixture = new StoreFixture(SERVERS + 2);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void firstAndLastDayOfAMonthCanBeWrittenAndItsNeighboursNot() {
        partitions().ensure(List.of(LocalDate.of(2028, 2, 10)));
        write(LocalDate.of(2028, 2, 1));
        write(LocalDate.of(2028, 2, 29));
        assertThatThrownBy(() -> write(LocalDate.of(2028, 1, 31)))
                .isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> write(LocalDate.of(2028, 3, 1)))
                .isInstanceOf(DataAccessException.class);
        assertThat(months()).containsExactly("fact_2028_02");
    }

    @Test
    void yearsEndAndDmarcsFirstDayHaveTheirMonths() {
        partitions()
                .ensure(
                        List.of(
                                LocalDate.of(2026, 12, 31),
                                LocalDate.of(2027, 1, 1),
                                Partitions.FIRST_DAY));
        write(LocalDate.of(2026, 12, 31));
        write(LocalDate.of(2027, 1, 1));
        write(Partitions.FIRST_DAY);
        assertThat(months()).containsExactly("fact_2012_01", "fact_2026_12", "fact_2027_01");
    }

    @Test
    void everyDayFindsItsRowAgain() {
        Partitions partitions = partitions();
        List<LocalDate> days =
                LocalDate.of(2026, 1, 1).datesUntil(LocalDate.of(2027, 1, 1)).toList();
        partitions.ensure(days);
        days.forEach(this::write);
        assertThat(months()).hasSize(12);
        assertThat(number("select count(distinct day) as n from fact")).isEqualTo(365);
    }

    @Test
    void monthsThatAreThereAreLeftAlone() {
        LocalDate day = LocalDate.of(2026, 11, 20);
        Partitions partitions = partitions();
        partitions.ensure(List.of(day));
        write(day);
        partitions.ensure(List.of(day));
        partitions().ensure(List.of(day));
        partitions().ensure(List.of());
        write(day);
        assertThat(months()).containsExactly("fact_2026_11");
    }

    @Test
    void serversThatNeedTheSameMonthsAtTheSameTimeAllGetThem() throws Exception {
        List<LocalDate> days =
                LocalDate.of(2024, 1, 1).datesUntil(LocalDate.of(2025, 7, 1)).toList();
        List<LocalDate> backwards = new ArrayList<>(days);
        Collections.reverse(backwards);
        CyclicBarrier start = new CyclicBarrier(SERVERS);
        try (ExecutorService threads = Executors.newFixedThreadPool(SERVERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < SERVERS; i++) {
                List<LocalDate> own = i % 2 == 0 ? days : backwards;
                Partitions partitions = partitions();
                all.add(
                        threads.submit(() -> {
                            start.await(20, TimeUnit.SECONDS);
                            for (LocalDate day : own) {
                                partitions.ensure(List.of(day));
                                write(day);
                            }
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(months()).hasSize(18);
        assertThat(number("select count(*) as n from fact"))
                .isEqualTo((long) SERVERS * days.size());
    }

    @Test
    void connectionsOlderThanAMonthAreClosed() {
        Partitions partitions = partitions();
        LocalDate november = LocalDate.of(2026, 11, 1);
        long before = number("select pg_backend_pid() as n");
        partitions.ensure(List.of(november));
        long after = number("select pg_backend_pid() as n");
        assertThat(after).isNotEqualTo(before);
        partitions.ensure(List.of(november));
        assertThat(number("select pg_backend_pid() as n")).isEqualTo(after);
    }

    @Test
    void writerOfAnotherMonthIsNotWaitedFor() throws Exception {
        LocalDate november = LocalDate.of(2026, 11, 1);
        LocalDate december = LocalDate.of(2026, 12, 1);
        partitions().ensure(List.of(november));
        Partitions other = partitions();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            fixture.db.inTransaction(() -> {
                write(november);
                Future<?> made = thread.submit(() -> other.ensure(List.of(december)));
                assertThat(made).succeedsWithin(20, TimeUnit.SECONDS);
            });
        }
        write(december);
        assertThat(months()).hasSize(2);
    }

    @Test
    void monthsBeforeOneAreDroppedAndMayBeMadeAgain() {
        LocalDate december = LocalDate.of(2025, 12, 31);
        LocalDate january = LocalDate.of(2026, 1, 1);
        Partitions partitions = partitions();
        partitions.ensure(List.of(december, january));
        write(december);
        write(january);
        assertThat(partitions.hasAny(YearMonth.of(2025, 12))).isFalse();
        assertThat(partitions.hasAny(YearMonth.of(2026, 1))).isTrue();
        partitions.drop(YearMonth.of(2025, 12));
        partitions.drop(YearMonth.of(2026, 1));
        assertThat(months()).containsExactly("fact_2026_01");
        assertThat(number("select count(*) as n from fact")).isOne();
        partitions.ensure(List.of(december));
        write(december);
        assertThat(number("select count(*) as n from fact")).isEqualTo(2);
    }

    @Test
    void monthThatWasTakenOffAndNotDroppedIsDroppedOrMadeAnew() {
        LocalDate march = LocalDate.of(2026, 3, 1);
        LocalDate april = LocalDate.of(2026, 4, 1);
        partitions().ensure(List.of(march, april));
        write(march);
        write(april);
        // As a server leaves them that died in between.
        fixture.system.sql("alter table fact detach partition fact_2026_03").update();
        fixture.system.sql("alter table fact detach partition fact_2026_04").update();
        partitions().ensure(List.of(april));
        write(april);
        assertThat(number("select count(*) as n from fact")).isOne();
        partitions().drop(YearMonth.of(2026, 4));
        assertThat(number("select count(*) as n from pg_class where relname = 'fact_2026_03'"))
                .isZero();
    }

    @Test
    void nobodyWaitsForTheMonthsThatAreDropped() throws Exception {
        LocalDate old = LocalDate.of(2026, 1, 1);
        LocalDate now = LocalDate.of(2026, 11, 1);
        Partitions partitions = partitions();
        partitions.ensure(List.of(old, now));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> dropped =
                    fixture.db.inTransaction(() -> {
                        write(now);
                        Future<?> begun =
                                threads.submit(() -> partitions.drop(YearMonth.of(2026, 11)));
                        Awaiting.until(
                                "it waits for this transaction",
                                Duration.ofSeconds(20),
                                () ->
                                        number(
                                                        "select count(*) as n from pg_locks where locktype = 'virtualxid' and not granted")
                                                > 0);
                        // A writer and a reader who come later pass by it.
                        assertThat(threads.submit(() -> write(now)))
                                .succeedsWithin(20, TimeUnit.SECONDS);
                        assertThat(number("select count(*) as n from fact")).isEqualTo(2);
                        return begun;
                    });
            assertThat(dropped).succeedsWithin(20, TimeUnit.SECONDS);
        }
        assertThat(months()).containsExactly("fact_2026_11");
    }

    private Partitions partitions() {
        return new Partitions(fixture.db, fixture.system, fixture.pool);
    }

    private void write(LocalDate day) {
        fixture.db
                .as(fixture.one)
                .sql(
                        """
                        insert into fact values (:account, 1, 1, :day, 'a.example', '192.0.2.1', 4,
                            0, 8, 1, 0, false, false, 1, gen_random_uuid())
                        """)
                .param("day", day)
                .update();
    }

    private long number(String query) {
        return fixture.system.sql(query).one(row -> row.number("n"));
    }

    private List<String> months() {
        return fixture.system
                .sql(
                        """
                        select inhrelid::regclass::text as name from pg_inherits
                        where inhparent = 'fact'::regclass order by name
                        """)
                .list(row -> row.text("name"));
    }
}
