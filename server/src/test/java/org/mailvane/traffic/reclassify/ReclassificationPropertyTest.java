package org.mailvane.traffic.reclassify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.testing.SampleReport;
import org.mailvane.traffic.store.ExpiredTraffic;

/**
 * Whatever comes in whatever order, sums, rows and reports agree at any moment, and in the end
 * every row is classified by all that is known.
 */
class ReclassificationPropertyTest {

    private static final int STEPS = 40;
    private static final int ADDRESSES = 12;
    private static final int RETENTION = 60;

    private static final String ZONE =
            """
            example              SOA  ns.example hostmaster.example 7 3600 600 86400 60
            2.0.192.in-addr.arpa SOA  ns.example hostmaster.example 7 3600 600 86400 60
            """;

    private final SplittableRandom random = new SplittableRandom(11);
    private int reports;

    @Test
    @Tag("slow")
    void sumsAgreeAtAnyMomentAndRowsInTheEnd() throws InterruptedException {
        try (ReclassificationFixture house =
                new ReclassificationFixture(
                        ZONE, Map.of(Setting.RETENTION_DAYS, String.valueOf(RETENTION)))) {
            AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
            Thread watcher = watch(house, wrong);
            for (int step = 0; step < STEPS; step++) {
                change(house);
                if (random.nextInt(3) == 0) {
                    house.clock.advance(Duration.ofSeconds(random.nextInt(40)));
                }
            }
            for (int i = 0; i < ADDRESSES; i++) {
                answer(house, i, random.nextInt(3));
            }
            house.settleAll();
            watcher.interrupt();
            watcher.join();
            assertThat(wrong.get()).isNull();
            house.sums.assertAgree();
            assertReportsAgree(house);
            assertNothingChangesBySettlingAgain(house);
        }
    }

    private static Thread watch(
            ReclassificationFixture house, AtomicReference<@Nullable Throwable> wrong) {
        return Thread.ofPlatform()
                .start(() -> {
                    try {
                        while (!Thread.currentThread().isInterrupted()) {
                            house.sums.assertAgree();
                            Thread.sleep(50);
                        }
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    } catch (Throwable failed) {
                        wrong.set(failed);
                    }
                });
    }

    private void change(ReclassificationFixture house) {
        switch (random.nextInt(12)) {
            case 0 -> answer(house, random.nextInt(ADDRESSES), random.nextInt(3));
            case 1 -> customSource(house);
            case 2 -> call(house, "PUT", domain(house), "{\"treat_as_top_level\": true}");
            case 3 -> {
                if (random.nextInt(4) == 0) {
                    call(house, "DELETE", domain(house), "");
                }
            }
            case 4 -> {
                house.clock.advance(Duration.ofDays(random.nextInt(5)));
                house.service
                        .part(ExpiredTraffic.class)
                        .delete(house.service.part(KeptDays.class).now().first());
            }
            case 5 -> house.service.part(FreshEvidence.class).run(new StopSign(() -> false));
            default -> house.take(report(house));
        }
    }

    /** What DNS says of an address: a name, none, or that it can't be asked now. */
    private static void answer(ReclassificationFixture house, int address, int how) {
        String name = address + ".2.0.192.in-addr.arpa";
        house.dns.remove(name);
        house.dns.remove("out" + address + ".o" + address % 4 + ".example");
        switch (how) {
            case 0 -> {
                house.dns.add(name + " 0 PTR out" + address + ".o" + address % 4 + ".example");
                house.dns.add(
                        "out" + address + ".o" + address % 4 + ".example 0 A 192.0.2." + address);
            }
            case 1 -> house.dns.add(name + " SERVFAIL 2");
            default -> {}
        }
    }

    private void customSource(ReclassificationFixture house) {
        int network = random.nextInt(ADDRESSES);
        house.service.send(
                "POST",
                house.token,
                "/api/v1/custom-sources/",
                """
                {"name": "own %1$d-%2$d", "networks": ["192.0.2.%1$d/32"], "category": %3$d}
                """
                        .formatted(network, random.nextInt(1000), 1 + random.nextInt(3)));
        List<String> all = house.sql.rows("select id from custom_source");
        if (all.size() > 3) {
            house.service.send(
                    "DELETE",
                    house.token,
                    "/api/v1/custom-sources/" + all.get(random.nextInt(all.size())) + "/",
                    "");
        }
    }

    private @Nullable String domain(ReclassificationFixture house) {
        List<String> ids = house.sql.rows("select id from domain order by id");
        return ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
    }

    private static void call(
            ReclassificationFixture house, String method, @Nullable String domain, String body) {
        if (domain != null) {
            house.service.send(method, house.token, "/api/v1/domains/" + domain + "/", body);
        }
    }

    private SampleReport report(ReclassificationFixture house) {
        String domain = "d" + random.nextInt(3) + ".example";
        LocalDate today = LocalDate.ofInstant(house.clock.instant(), ZoneOffset.UTC);
        LocalDate day = today.minusDays(random.nextInt(RETENTION + 5));
        LocalDate last = random.nextInt(4) == 0 ? day.plusDays(random.nextInt(5)) : day;
        SampleReport report =
                SampleReport.about(domain)
                        .id("r" + reports++)
                        .from("reporter " + random.nextInt(3))
                        .period(day + "T00:00:00Z", last + "T23:59:59Z");
        int records = 1 + random.nextInt(6);
        for (int i = 0; i < records; i++) {
            report.record(
                    "192.0.2." + random.nextInt(ADDRESSES),
                    random.nextInt(50),
                    List.of("none", "quarantine", "reject").get(random.nextInt(3)),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    random.nextInt(3) == 0 ? "sub" + random.nextInt(2) + "." + domain : domain,
                    random.nextInt(5) == 0 ? "forwarded" : "");
        }
        return report;
    }

    private static void assertReportsAgree(ReclassificationFixture house) {
        // Of reports all of whose days are kept; those of subdomains that were deleted are gone.
        assertThat(
                        house.sql.rows(
                                """
                                select r.id from report r
                                where (select coalesce(sum(f.messages), 0) from fact f
                                        where f.report_id = r.id) > r.messages
                                """))
                .isEmpty();
        if (house.sql.value("select count(*) from deleted_domain").equals("0")) {
            LocalDate kept = house.service.part(KeptDays.class).now().first();
            assertThat(
                            house.sql.rows(
                                    """
                                    select r.id from report r
                                    where r.begin_at >= '%s' and r.not_stored = 0
                                        and (select coalesce(sum(f.messages), 0) from fact f
                                            where f.report_id = r.id) <> r.messages
                                    """
                                            .formatted(kept)))
                    .isEmpty();
        }
    }

    private static void assertNothingChangesBySettlingAgain(ReclassificationFixture house) {
        List<String> before = house.rows();
        assertThat(before).isNotEmpty();
        house.service.part(Reclassification.class).changed(house.scope);
        house.settleAll();
        assertThat(house.rows()).isEqualTo(before);
        house.sums.assertAgree();
    }
}
