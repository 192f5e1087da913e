package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainRows;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Classification;
import org.mailvane.sources.Knowledge;
import org.mailvane.sources.SourceKnowledge;
import org.mailvane.store.Db;
import org.mailvane.traffic.StoredRowTable.Chunk;
import org.springframework.stereotype.Component;

/**
 * Classifies stored rows again, in chunks: each is a transaction of its own that locks the domain,
 * changes the rows that differ, and makes the sums of their days anew. Whatever ends it, rows and
 * sums agree.
 */
@Component
class RowSettling {

    /**
     * Rows of a chunk, about: so many take a fraction of a second, for which imports about the
     * domain wait.
     */
    static final int CHUNK = 5_000;

    private final Db db;
    private final DomainRows domains;
    private final SourceKnowledge sources;
    private final StoredRowTable rows;
    private final DailyTable daily;
    private final PackedRows packed;

    RowSettling(
            Db db,
            DomainRows domains,
            SourceKnowledge sources,
            StoredRowTable rows,
            DailyTable daily,
            PackedRows packed) {
        this.db = db;
        this.domains = domains;
        this.sources = sources;
        this.rows = rows;
        this.daily = daily;
        this.packed = packed;
    }

    /** Chunks that days of a domain are worked in. */
    List<Chunk> chunks(Mark mark, List<Days> some) {
        // Whoever has the domain's lock may have read what was known before. Its rows are to be
        // seen, so that it is waited for.
        db.inTransaction(() -> domains.lock(mark.scope(), mark.domain()));
        List<Chunk> chunks = new ArrayList<>();
        for (Days days : some) {
            chunks(rows.counts(mark.scope(), mark.domain(), days), chunks);
        }
        return chunks;
    }

    private static void chunks(Map<LocalDate, Long> counts, List<Chunk> chunks) {
        @Nullable Days open = null;
        long size = 0;
        for (Map.Entry<LocalDate, Long> entry : counts.entrySet()) {
            Days day = Days.of(entry.getKey());
            long count = entry.getValue();
            if (open != null && size + count > CHUNK) {
                chunks.add(new Chunk(open, 0, 1));
                open = null;
                size = 0;
            }
            if (count > CHUNK) {
                int parts = Math.toIntExact(Math.ceilDiv(count, CHUNK));
                for (int part = 0; part < parts; part++) {
                    chunks.add(new Chunk(day, part, parts));
                }
            } else {
                open = open == null ? day : open.with(day);
                size += count;
            }
        }
        if (open != null) {
            chunks.add(new Chunk(open, 0, 1));
        }
    }

    /**
     * What came of a chunk: days, from the first to the last.
     *
     * @param changed those of rows that are classified otherwise now
     * @param lacking those of rows whose address is not known
     */
    record Settled(Optional<Days> changed, Optional<Days> lacking) {}

    /** Classifies a chunk again. */
    Settled settle(Mark mark, Chunk chunk, DetailCache details) {
        return db.inTransaction(() -> {
            domains.lock(mark.scope(), mark.domain());
            List<StoredRow> stored = rows.rows(mark.scope(), mark.domain(), chunk);
            Knowledge knowledge = sources.of(mark.scope(), List.of(mark.domain()));
            Set<IpAddress> addresses = new HashSet<>();
            stored.forEach(row -> addresses.add(row.key().address()));
            knowledge.learn(addresses);
            Map<StoredRow.Key, Classification> changes = new HashMap<>();
            details.forEach(
                    stored,
                    row -> row.key().detail(),
                    (row, results) -> {
                        Classification now =
                                knowledge.classify(
                                        row.key().with(results), mark.domain(), row.key().day());
                        if (!row.is(now)) {
                            changes.put(row.key(), now);
                        }
                    });
            if (!changes.isEmpty()) {
                change(mark, chunk, changes, knowledge.version().rules());
            }
            return new Settled(
                    days(changes.keySet().stream()),
                    days(
                            stored.stream()
                                    .map(StoredRow::key)
                                    .filter(key -> !knowledge.knows(key.address(), key.day()))));
        });
    }

    private static Optional<Days> days(Stream<StoredRow.Key> keys) {
        return keys.map(key -> Days.of(key.day())).reduce(Days::with);
    }

    private void change(
            Mark mark, Chunk chunk, Map<StoredRow.Key, Classification> changes, int version) {
        Set<LocalDate> days = new TreeSet<>();
        SortedSet<DomainMonth> months = new TreeSet<>();
        changes.keySet()
                .forEach(key -> {
                    days.add(key.day());
                    months.add(DomainMonth.of(mark.domain(), key.day()));
                });
        rows.update(mark.scope(), mark.domain(), chunk.days(), changes, version);
        packed.changed(mark.scope(), months);
        daily.sumUp(mark.scope(), mark.domain(), days);
        domains.replaceCounts(mark.scope(), daily.counts(mark.scope(), mark.domain(), days));
    }
}
