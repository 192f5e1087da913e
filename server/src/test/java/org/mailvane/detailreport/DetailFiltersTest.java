package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.detailreport.PlainRows.Expected;
import org.mailvane.detailreport.query.SourceSums;
import org.mailvane.detailreport.queue.ReportWork;
import org.mailvane.detailreport.queue.ReportWorks;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotRows;
import org.mailvane.detailreport.snapshot.SnapshotStream;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.traffic.PackedMonths;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

/**
 * Reports show exactly what looking at each row by itself shows, whatever they are asked for and
 * whichever months are packed, and their totals agree. {@code -Dmailvane.fuzz=N} tries N thousand
 * combinations for each way of packing, and every value of each filter.
 */
@Tag("slow")
class DetailFiltersTest {

    private static final long SEED = 20_261_120;
    private static final int FUZZ = Integer.getInteger("mailvane.fuzz", 0);
    private static final int COMBINATIONS = FUZZ > 0 ? FUZZ * 1_000 : 60;

    /** Addresses, names and days that are tried alone. */
    private static final int VALUES = FUZZ > 0 ? Integer.MAX_VALUE : 2;

    private static GeneratedReports house;
    private static PlainRows plain;
    private static List<Long> domains;

    @BeforeAll
    static void fill() {
        house = new GeneratedReports(SEED).fill();
        plain = new PlainRows(house.database);
        domains = house.domains(house.scope);
    }

    @AfterAll
    static void close() {
        house.close();
    }

    private static RandomCriteria criteria(long seed) {
        return new RandomCriteria(plain, house.scope.accountId(), seed);
    }

    /** A report shows what it must; answers how many rows. */
    private static int check(ReportCriteria criteria, List<Long> ids) {
        Expected expected = plain.of(house.scope.accountId(), criteria, ids);
        ReportWorks.Result alone = house.work(house.scope, criteria, ids, 1);
        assertShows(alone, expected, criteria);
        ReportWorks.Result together = house.work(house.scope, criteria, ids, 2);
        assertThat(bytes(together.snapshot()))
                .as("by two threads: %s", criteria)
                .isEqualTo(bytes(alone.snapshot()));
        assertThat(together.held()).isEqualTo(alone.held());
        return expected.rows().size();
    }

    private static byte[] bytes(Snapshot snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SnapshotStream.write(snapshot, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return bytes.toByteArray();
    }

    private static void assertShows(
            ReportWorks.Result result, Expected expected, ReportCriteria criteria) {
        Snapshot snapshot = result.snapshot();
        assertThat(SnapshotRows.of(snapshot)).as("rows of %s", criteria).isEqualTo(expected.rows());
        Map<List<Object>, Long> sources = new HashMap<>();
        SourceSums.of(snapshot.kinds())
                .forEach(sum ->
                        sources.put(List.of(sum.category(), sum.source()), sum.sums().messages()));
        assertThat(sources).as("sources of %s", criteria).isEqualTo(expected.sources());
        Map<List<Object>, Long> days =
                snapshot.days().stream()
                        .collect(
                                Collectors.toMap(
                                        day -> List.of(day.day(), day.category()),
                                        DayMessages::messages));
        assertThat(days).as("days of %s", criteria).isEqualTo(expected.days());
        assertThat(result.held().stream().map(DomainId::value).collect(Collectors.toSet()))
                .as("domains of %s", criteria)
                .isEqualTo(expected.held());
        assertThat(Arrays.stream(snapshot.kinds().messages()).sum()).isEqualTo(expected.messages());
        assertOrder(snapshot);
        assertNothingSuperfluous(snapshot);
    }

    /** Rows with most messages come first. */
    private static void assertOrder(Snapshot snapshot) {
        for (int row = 1; row < snapshot.rows().count(); row++) {
            if (snapshot.rows().messages(row) > snapshot.rows().messages(row - 1)) {
                throw new AssertionError("row " + row + " has more than the one before");
            }
        }
    }

    /** Values that no row shows are not stored: they would count against the limits of a report. */
    private static void assertNothingSuperfluous(Snapshot snapshot) {
        TreeSet<Integer> results = new TreeSet<>();
        TreeSet<Integer> senders = new TreeSet<>();
        for (int row = 0; row < snapshot.rows().count(); row++) {
            results.add(snapshot.rows().results().get(row));
            senders.add(snapshot.rows().sender().get(row));
        }
        assertThat(results).hasSize(snapshot.results().reporter().size());
        assertThat(senders).hasSize(snapshot.senders().name().size());
    }

    private static void checkCombinations(int count, long seed) {
        RandomCriteria random = criteria(seed);
        List<Long> all = new ArrayList<>(domains);
        // Nobody sees another account's rows, nor those of domains that are not there.
        all.addAll(house.domains(house.other));
        all.add(Long.MAX_VALUE);
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += check(random.next(), random.some(all)) > 0 ? 1 : 0;
        }
        assertThat(found).isBetween(count / 3, count - count / 50);
    }

    @Test
    void theRowsHoldWhatRowsCanHold() {
        long account = house.scope.accountId();
        assertThat(plain.rows()).hasSizeGreaterThan(4_000);
        assertThat(domains).hasSizeGreaterThan(35);
        assertThat(plain.values(account, r -> List.of(r.shown().dkim().letter()))).hasSize(8);
        assertThat(plain.values(account, r -> List.of(r.shown().spf().letter()))).hasSize(8);
        assertThat(plain.values(account, r -> List.of(r.shown().disposition().name()))).hasSize(4);
        assertThat(plain.values(account, r -> List.of("" + r.shown().kind().rule()))).hasSize(8);
        assertThat(plain.values(account, r -> List.of("" + r.shown().kind().category())))
                .hasSize(4);
        assertThat(plain.values(account, r -> List.of("" + r.shown().messages()))).contains("0");
        assertThat(plain.rows()).anyMatch(r -> r.shown().outside());
        assertThat(plain.rows()).anyMatch(r -> r.shown().contradicts());
        assertThat(plain.rows()).anyMatch(r -> r.day().isBefore(GeneratedReports.FIRST));
        assertThat(plain.rows()).anyMatch(r -> r.day().equals(GeneratedReports.FIRST));
        assertThat(plain.rows()).anyMatch(r -> r.day().equals(GeneratedReports.LAST));
    }

    @Test
    void somethingIsPackedWhereItSaysSo() {
        house.pack(PackedMonths.NONE);
        assertThat(months("fact_block")).isZero();
        long all = months("unpacked_month");
        house.pack(PackedMonths.SOME);
        assertThat(months("fact_block")).isBetween(all / 3, all * 2 / 3);
        assertThat(months("fact_block") + months("unpacked_month")).isEqualTo(all);
        house.pack(PackedMonths.ALL);
        assertThat(months("fact_block")).isEqualTo(all).isGreaterThan(200);
    }

    private static long months(String table) {
        return Long.parseLong(
                house.sql.value("select count(distinct (domain_id, month)) from " + table));
    }

    @Test
    void everyFilterAlone() {
        List<ReportCriteria> all = criteria(SEED).alone(VALUES);
        int part = 0;
        for (PackedMonths packed : PackedMonths.values()) {
            house.pack(packed);
            for (int i = part; i < all.size(); i += PackedMonths.values().length) {
                check(all.get(i), domains);
            }
            part++;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, NONE", "2, SOME", "3, ALL"})
    void manyCombinations(int further, PackedMonths packed) {
        house.pack(packed);
        checkCombinations(COMBINATIONS, SEED + further);
    }

    @Test
    void whatIsForgottenIsLookedUpAgain() {
        assertThat(ReportWork.Bounds.USUAL)
                .isEqualTo(
                        new ReportWork.Bounds(
                                ReportWork.BATCH,
                                ReportWork.RESULTS_AT_ONCE,
                                ReportWork.MAX_ROWS,
                                ReportWork.MAX_RESULTS,
                                ReportWork.MAX_ADDRESSES));
        house.pack(PackedMonths.SOME);
        // Of some 5,000 rows: every batch is beyond all of these.
        ReportWorks forgetful = house.works(new ReportWork.Bounds(50, 7, 3, 3, 3));
        for (ReportCriteria each : List.of(RandomCriteria.of(w -> {}), criteria(SEED).next())) {
            List<DomainId> ids = domains.stream().map(DomainId::new).toList();
            ReportWorks.Result result =
                    forgetful.work(
                            house.scope,
                            each,
                            ids,
                            2,
                            (stage, percent) -> {},
                            GeneratedReports.NEVER);
            assertThat(bytes(result.snapshot()))
                    .as("%s", each)
                    .isEqualTo(bytes(house.work(house.scope, each, domains, 1).snapshot()));
        }
    }

    @Test
    void everyFilterFindsSomeAndLeavesSomeOut() {
        house.pack(PackedMonths.ALL);
        int all = check(RandomCriteria.of(w -> {}), domains);
        List<ReportCriteria> each =
                List.of(
                        RandomCriteria.of(w -> w.option = FilterOption.IMPACT),
                        RandomCriteria.of(w -> w.network = IpNetwork.parse("::/0").orElseThrow()),
                        RandomCriteria.of(
                                w -> w.network = IpNetwork.parse("0.0.0.0/0").orElseThrow()),
                        RandomCriteria.of(w -> w.providers.add("POSTBOX One")),
                        RandomCriteria.of(w -> w.countries.add("se")),
                        RandomCriteria.of(w -> w.spfDomain = ".CO.UK"),
                        RandomCriteria.of(w -> w.ptr = ".Sender.Example"),
                        RandomCriteria.of(w -> w.ptr = "sender.example"),
                        RandomCriteria.of(w -> w.comment = "GRÖSSE, änderung"),
                        RandomCriteria.of(w -> w.comment = "GRÖßE, änderung"),
                        RandomCriteria.of(w -> w.comment = "A"));
        int nothing = 0;
        for (ReportCriteria criteria : each) {
            int rows = check(criteria, domains);
            assertThat(rows).isLessThan(all);
            nothing += rows == 0 ? 1 : 0;
        }
        // "SS" is another text than "ß".
        assertThat(nothing).isEqualTo(1);
    }

    @Test
    void emptyAndEndlessRangesAndManyDomains() {
        house.pack(PackedMonths.SOME);
        ReportCriteria all = RandomCriteria.of(w -> {});
        assertThat(check(all, List.of())).isZero();
        assertThat(
                        check(
                                RandomCriteria.of(w -> w.end = GeneratedReports.FIRST.minusDays(1)),
                                domains))
                .isZero();
        assertThat(
                        check(
                                RandomCriteria.of(w -> w.start = GeneratedReports.LAST.plusDays(1)),
                                domains))
                .isZero();
        assertThat(
                        check(
                                RandomCriteria.of(w -> {
                                    w.start = LocalDate.of(2026, 7, 2);
                                    w.end = LocalDate.of(2026, 7, 1);
                                }),
                                domains))
                .isZero();
        ReportCriteria endless =
                RandomCriteria.of(w -> {
                    w.start = LocalDate.of(1, 1, 1);
                    w.end = LocalDate.of(9999, 12, 31);
                });
        int rows = check(endless, domains);
        assertThat(rows).isEqualTo(check(all, domains)).isPositive();
        List<Long> many = new ArrayList<>(domains);
        LongStream.range(0, 5_000).map(i -> 1_000_000 + i).forEach(many::add);
        many.addAll(domains);
        assertThat(check(endless, many)).isEqualTo(rows);
        assertThat(check(all, house.domains(house.other))).isZero();
    }
}
