package org.mailvane.detail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.ReportedRows.DayMessages;
import org.springframework.context.SmartLifecycle;

/** Messages of a report, by rows, sources and days. */
class DetailTotalsTest {

    private static final Duration LIMIT = Duration.ofSeconds(180);

    /** Reports that are looked at while rows change, and changes that must have come meanwhile. */
    private static final int READS = 12;

    private static final int CHANGES = 10;

    @Test
    void totalsAgreeWhileRowsComeInAndAreClassifiedAgain() {
        try (GeneratedReports house = new GeneratedReports(5).fill(30)) {
            house.service.part("settlingWorker", SmartLifecycle.class).start();
            AtomicBoolean ended = new AtomicBoolean();
            AtomicInteger changes = new AtomicInteger();
            AtomicInteger imports = new AtomicInteger();
            List<Long> domains = house.domains(house.scope);
            CompletableFuture<Void> changing =
                    CompletableFuture.runAsync(() -> {
                        while (!ended.get()) {
                            int change = changes.getAndIncrement();
                            change(house, domains.get(change % domains.size()));
                        }
                    });
            CompletableFuture<Void> importing =
                    CompletableFuture.runAsync(() -> {
                        while (!ended.get()) {
                            house.take(house.scope, house.reports(2));
                            imports.incrementAndGet();
                        }
                    });
            Set<Long> totals = new HashSet<>();
            AtomicInteger reads = new AtomicInteger();
            try {
                Awaiting.until(
                        "there were enough changes while reports were made",
                        LIMIT,
                        () -> {
                            failIfFailed(changing);
                            failIfFailed(importing);
                            totals.add(assertTotalsAgree(house, 1 + reads.get() % 2));
                            return reads.incrementAndGet() >= READS
                                    && changes.get() >= CHANGES
                                    && imports.get() > 0;
                        });
            } finally {
                ended.set(true);
            }
            changing.join();
            importing.join();
            // Otherwise nothing has happened that could have made them differ.
            assertThat(totals).hasSizeGreaterThan(READS / 2);
        }
    }

    /**
     * Raises the messages of a domain's rows and moves them to other categories, in one
     * transaction.
     */
    private static void change(GeneratedReports house, long domain) {
        house.sql.execute(
                """
                begin;
                select from domain where id = %1$d for update;
                update fact set messages = messages + 1, category = 1 + category %% 4
                where domain_id = %1$d;
                delete from daily where domain_id = %1$d;
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                select account_id, domain_id, day, source, category, sum(messages), 0, 0, 0, 0, 0
                from fact where domain_id = %1$d
                group by account_id, domain_id, day, source, category;
                commit
                """
                        .formatted(domain));
    }

    /** Answers the total. */
    private static long assertTotalsAgree(GeneratedReports house, int threads) {
        Snapshot snapshot =
                house.work(
                                house.scope,
                                RandomCriteria.of(w -> {}),
                                house.domains(house.scope),
                                threads)
                        .snapshot();
        Map<Category, Long> rows = new HashMap<>();
        SnapshotRows.of(snapshot)
                .forEach((row, messages) -> rows.merge(row.kind().category(), messages, Long::sum));
        Map<Category, Long> kinds = new HashMap<>();
        for (int i = 0; i < snapshot.kinds().list().size(); i++) {
            kinds.merge(
                    snapshot.kinds().list().get(i).category(),
                    snapshot.kinds().messages()[i],
                    Long::sum);
        }
        Map<Category, Long> days = new HashMap<>();
        snapshot.days().forEach(day -> days.merge(day.category(), day.messages(), Long::sum));
        assertThat(kinds).isEqualTo(rows);
        assertThat(days).isEqualTo(rows);
        return rows.values().stream().mapToLong(messages -> messages).sum();
    }

    @Test
    void messagesCountOnTheDaysThatTheirReportCovers() {
        try (GeneratedReports house = new GeneratedReports(6)) {
            // 25 hours: the first day. A second more: spread, by 12 hours and 13.
            assertDays(house, "2026-11-03T22:30:00Z", "2026-11-04T23:30:00Z", 7, "11-03", 7);
            assertDays(
                    house,
                    "2026-11-03T12:00:00Z",
                    "2026-11-04T13:00:01Z",
                    25,
                    "11-03",
                    12,
                    "11-04",
                    13);
            // 12, 24 and 24 hours.
            assertDays(
                    house,
                    "2026-10-31T12:00:00Z",
                    "2026-11-03T00:00:00Z",
                    10,
                    "10-31",
                    2,
                    "11-01",
                    4,
                    "11-02",
                    4);
            // The larger remainder, by a second; and a day without any.
            assertDays(
                    house,
                    "2026-08-31T00:00:00Z",
                    "2026-09-01T23:59:59Z",
                    3,
                    "08-31",
                    2,
                    "09-01",
                    1);
            assertDays(house, "2026-08-31T00:00:00Z", "2026-09-01T23:59:59Z", 1, "08-31", 1);
            // Of equal remainders the earlier days; 31 days are the most.
            assertDays(
                    house,
                    "2026-07-01T00:00:00Z",
                    "2026-08-01T00:00:00Z",
                    2,
                    "07-01",
                    1,
                    "07-02",
                    1);
            assertDays(house, "2026-07-01T00:00:00Z", "2026-08-01T00:00:01Z", 9, "07-01", 9);
            // Only what is kept of it: nothing before the first day, and nothing after the last.
            assertDays(
                    house,
                    "2026-05-02T00:00:00Z",
                    "2026-05-06T00:00:00Z",
                    8,
                    "05-04",
                    2,
                    "05-05",
                    2);
            assertDays(house, "2026-11-22T00:00:00Z", "2026-11-24T00:00:00Z", 8, "11-22", 4);
        }
    }

    private static int reports;

    /**
     * A report counts on these days, and a report about one of them shows that day's messages.
     *
     * @param days days of the year and their messages
     */
    private static void assertDays(
            GeneratedReports house, String begin, String end, long messages, Object... days) {
        Scope account = house.service.account("days" + reports++).account().scope();
        house.take(
                account,
                List.of(
                        SampleReport.about("days.example")
                                .period(begin, end)
                                .record("192.0.2.1", messages, "none", true, true)));
        Map<LocalDate, Long> expected = new TreeMap<>();
        for (int i = 0; i < days.length; i += 2) {
            expected.put(LocalDate.parse("2026-" + days[i]), ((Integer) days[i + 1]).longValue());
        }
        List<Long> domains = house.domains(account);
        // Once from the sums, and once, with the reporter, from the rows.
        for (ReportCriteria criteria :
                List.of(
                        RandomCriteria.of(w -> {}),
                        RandomCriteria.of(w -> w.spfAligned = true),
                        RandomCriteria.of(w -> w.providers.add("postbox one")))) {
            Map<LocalDate, Long> found = new TreeMap<>();
            for (DayMessages day : house.work(account, criteria, domains, 1).snapshot().days()) {
                found.merge(day.day(), day.messages(), Long::sum);
            }
            assertThat(found).as("%s to %s", begin, end).isEqualTo(expected);
            LocalDate first = expected.keySet().iterator().next();
            Snapshot one =
                    house.work(account, criteria.within(first, first), domains, 1).snapshot();
            assertThat(Arrays.stream(one.kinds().messages()).sum()).isEqualTo(expected.get(first));
            Snapshot before =
                    house.work(
                                    account,
                                    criteria.within(first.minusYears(1), first.minusDays(1)),
                                    domains,
                                    1)
                            .snapshot();
            assertThat(before.rows().count()).isZero();
            assertThat(before.days()).isEmpty();
        }
    }
}
