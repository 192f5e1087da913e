package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotRows;
import org.mailvane.sources.Category;
import org.springframework.context.SmartLifecycle;

/** Totals of a report by rows, sources and days, while rows change. */
@Tag("slow")
class DetailTotalsTest {

    private static final int READS = 12;

    /** How often rows of a domain change while one report is made. */
    private static final int CHANGES = 4;

    @Test
    void totalsAgreeWhileRowsComeInAndAreClassifiedAgain() {
        try (GeneratedReports house = new GeneratedReports(5).fill(30)) {
            house.service.part("reclassificationWorker", SmartLifecycle.class).start();
            List<Long> domains = house.domains(house.scope);
            int changes = 0;
            Set<Long> totals = new HashSet<>();
            for (int read = 0; read < READS; read++) {
                int before = changes;
                CompletableFuture<Void> changing =
                        inBackground(() -> {
                            for (int i = 0; i < CHANGES; i++) {
                                change(house, domains.get((before + i) % domains.size()));
                            }
                        });
                CompletableFuture<Void> importing =
                        inBackground(() -> house.take(house.scope, house.reports(1)));
                try {
                    totals.add(assertTotalsAgree(house, 1 + read % 2));
                } finally {
                    // Not more at a time: rows to read would become more with each read.
                    changing.join();
                    importing.join();
                }
                // What a read has seen of the changes beside it is open; the next sees these too.
                domains.forEach(domain -> change(house, domain));
                changes += CHANGES;
            }
            // Each change raises the messages.
            assertThat(totals).hasSize(READS);
        }
    }

    /** Runs on a separate thread: others may be as many as there are processors. */
    private static CompletableFuture<Void> inBackground(Runnable work) {
        return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
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
                delete from fact_block where domain_id = %1$d;
                insert into unpacked_month (account_id, domain_id, month, since)
                select distinct account_id, domain_id, cast(date_trunc('month', day) as date), now()
                from fact where domain_id = %1$d
                on conflict (domain_id, month) do nothing;
                update fact set messages = messages + 1, category = 1 + category %% 4
                where domain_id = %1$d;
                delete from daily where domain_id = %1$d;
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                select account_id, domain_id, day, source, category, sum(messages), 0, 0, 0, 0, 0
                from fact where domain_id = %1$d
                group by account_id, domain_id, day, source, category;
                delete from domain_day where domain_id = %1$d;
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, domain_id, day,
                    coalesce(sum(messages) filter (where category = 1), 0),
                    coalesce(sum(messages) filter (where category = 2), 0),
                    coalesce(sum(messages) filter (where category = 3), 0),
                    coalesce(sum(messages) filter (where category = 4), 0), sum(dmarc)
                from daily where domain_id = %1$d
                group by account_id, domain_id, day;
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
}
