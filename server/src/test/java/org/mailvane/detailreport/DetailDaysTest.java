package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

/** Days that the messages of a report count on. */
@Tag("slow")
class DetailDaysTest {

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
