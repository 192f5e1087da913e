package org.mailvane.traffic.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.ReadRows;
import org.mailvane.traffic.reclassify.Reclassification;
import org.mailvane.traffic.reclassify.ReclassificationFixture;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.mailvane.traffic.store.ExpiredTraffic;

/**
 * While rows come in, are classified again, expire and are packed, blocks say what sums say, in
 * whatever moment they are read.
 */
@Tag("slow")
class PackedRowsPropertyTest {

    private static final int STEPS = 60;
    private static final int ADDRESSES = 12;
    private static final LocalDate FIRST = LocalDate.parse("2026-09-20");
    private static final int DAYS = 60;

    private static final Days ALL = new Days(FIRST.minusDays(1), LocalDate.parse("2026-12-31"));

    private static final String ZONE =
            """
            example              SOA  ns.example hostmaster.example 7 3600 600 86400 60
            2.0.192.in-addr.arpa SOA  ns.example hostmaster.example 7 3600 600 86400 60
            """;

    private final SplittableRandom random = new SplittableRandom(23);
    private int reports;

    /** What a snapshot shows: messages of each domain, day and category, and how much is packed. */
    private record Seen(
            Map<List<Object>, Long> blocks, Map<List<Object>, Long> sums, long packed) {}

    @Test
    void blocksAgreeWithSumsAtAnyMoment() {
        try (ReclassificationFixture house = new ReclassificationFixture(ZONE)) {
            ReadRows rows = new ReadRows(house);
            AtomicBoolean ended = new AtomicBoolean();
            // Changes that wait for a read, else all could be made beside a few slow ones.
            Semaphore changes = new Semaphore(0);
            CompletableFuture<Void> packing =
                    inBackground(() -> {
                        while (!ended.get()) {
                            house.service
                                    .part(RowPacking.class)
                                    .pack(house.clock.instant(), new StopSign(() -> false));
                        }
                    });
            CompletableFuture<Void> changing =
                    inBackground(() -> {
                        for (int step = 0; step < STEPS; step++) {
                            changes.acquireUninterruptibly();
                            change(house, step);
                        }
                    });
            Set<Map<List<Object>, Long>> different = new HashSet<>();
            boolean somePacked = false;
            boolean someNot = false;
            try {
                while (!changing.isDone()) {
                    if (changes.availablePermits() == 0) {
                        changes.release();
                    }
                    Seen seen = read(house, rows);
                    assertThat(seen.blocks).isEqualTo(seen.sums);
                    different.add(seen.sums);
                    somePacked |= seen.packed > 0;
                    someNot |= seen.packed < months(seen.sums);
                }
            } finally {
                ended.set(true);
                changes.release(STEPS);
                changing.join();
                packing.join();
            }
            // Otherwise nothing has happened that could have made them differ.
            assertThat(different).hasSizeGreaterThan(STEPS / 4);
            assertThat(somePacked).isTrue();
            assertThat(someNot).isTrue();
            house.settle();
            rows.assertAreThoseOfTheTable(ALL);
            house.sums.assertAgree();
        }
    }

    /** Runs on a separate thread: others may be as many as there are processors. */
    private static CompletableFuture<Void> inBackground(Runnable work) {
        return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
    }

    private static long months(Map<List<Object>, Long> sums) {
        return sums.keySet().stream()
                .map(key ->
                        new DomainMonth(
                                (DomainId) key.get(0), YearMonth.from((LocalDate) key.get(1))))
                .distinct()
                .count();
    }

    private void change(ReclassificationFixture house, int step) {
        switch (step % 6) {
            case 0 -> answer(house, random.nextInt(ADDRESSES), random.nextBoolean());
            case 1 -> house.clock.advance(Duration.ofSeconds(20 + random.nextInt(40)));
            case 2 -> {
                house.service.part(Reclassification.class).changed(house.scope);
                house.service
                        .part(ExpiredTraffic.class)
                        .delete(FIRST.plusDays(Math.max(0, step - 20)));
            }
            default -> house.take(report());
        }
    }

    /** What DNS says of an address. */
    private static void answer(ReclassificationFixture house, int address, boolean named) {
        String name = address + ".2.0.192.in-addr.arpa";
        String host = "out" + address + ".o" + address % 4 + ".example";
        house.dns.remove(name);
        house.dns.remove(host);
        if (named) {
            house.dns.add(name + " 0 PTR " + host);
            house.dns.add(host + " 0 A 192.0.2." + address);
        }
    }

    private SampleReport report() {
        String domain = "d" + random.nextInt(3) + ".example";
        LocalDate day = FIRST.plusDays(random.nextInt(DAYS));
        SampleReport report =
                SampleReport.about(domain)
                        .id("r" + reports++)
                        .period(day + "T00:00:00Z", day.plusDays(random.nextInt(3)) + "T23:59:59Z");
        for (int i = random.nextInt(20); i >= 0; i--) {
            report.record(
                    "192.0.2." + random.nextInt(ADDRESSES),
                    random.nextInt(50),
                    "none",
                    random.nextBoolean(),
                    random.nextBoolean());
        }
        return report;
    }

    private static Seen read(ReclassificationFixture house, ReadRows rows) {
        List<DomainId> domains = rows.domains();
        Db db = house.service.part(Db.class);
        return db.inSnapshot(() -> {
            Map<List<Object>, Long> blocks = new HashMap<>();
            List<RowBlock> read = new ArrayList<>();
            house.service.part(ReportedRows.class).blocks(house.scope, domains, ALL, read::add);
            for (RowBlock block : read) {
                for (int row = 0; row < block.size(); row++) {
                    RowKind kind = block.kinds().get(block.kind(row));
                    blocks.merge(
                            List.of(
                                    block.domain(),
                                    block.month().atDay(block.day(row)),
                                    kind.category().number(),
                                    kind.source()),
                            block.messages(row),
                            Long::sum);
                }
            }
            Map<List<Object>, Long> sums = new HashMap<>();
            db.as(house.scope)
                    .sql(
                            """
                            select domain_id, day, category, source, messages from daily
                            where account_id = :account and domain_id = any(:domains)
                            """)
                    .param("domains", ReclassificationQueueTable.ids(domains))
                    .list(row ->
                            sums.put(
                                    List.of(
                                            new DomainId(row.number("domain_id")),
                                            row.day("day"),
                                            Math.toIntExact(row.number("category")),
                                            Math.toIntExact(row.number("source"))),
                                    row.number("messages")));
            long packed =
                    db.as(house.scope)
                            .sql(
                                    """
                                    select count(*) as count from fact_block
                                    where account_id = :account and domain_id = any(:domains)
                                    """)
                            .param("domains", ReclassificationQueueTable.ids(domains))
                            .one(row -> row.number("count"));
            return new Seen(blocks, sums, packed);
        });
    }
}
