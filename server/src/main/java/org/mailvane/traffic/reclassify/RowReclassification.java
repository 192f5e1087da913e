package org.mailvane.traffic.reclassify;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.mailvane.domains.DomainRows;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.Label;
import org.mailvane.platform.store.Db;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.Category;
import org.mailvane.sources.classify.Classification;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.blocks.DomainMonth;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.sums.DailyKey;
import org.mailvane.traffic.sums.DailySums;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/**
 * Classifies stored rows again, in chunks. Each chunk is a separate transaction that locks the
 * domain, changes the rows that differ, and computes the sums of their days again. Rows and sums
 * agree wherever it ends.
 */
@Component
class RowReclassification implements MeterBinder {

    /**
     * Rows of a chunk, about: so many take a fraction of a second, for which imports about the
     * domain wait.
     */
    static final int CHUNK = 5_000;

    private static final String CHANGED = "changed";
    private static final String SAME = "same";

    private final EventCounter reclassified =
            new EventCounter(
                    "mailvane.reclassification.rows",
                    "Reclassified rows, by whether they changed",
                    new Label("result", List.of(CHANGED, SAME)));

    private final Db db;
    private final DomainRows domains;
    private final ClassificationContextLoader sources;
    private final StoredRowTable rows;
    private final DailyTable daily;
    private final PackedRows packed;

    RowReclassification(
            Db db,
            DomainRows domains,
            ClassificationContextLoader sources,
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

    @Override
    public void bindTo(MeterRegistry registry) {
        reclassified.bindTo(registry);
    }

    /** Returns the days that have rows, month by month. */
    List<Days> months(ReclassificationClaim mark, List<Days> some) {
        // An import that holds the domain's lock may have classified its rows by older knowledge.
        // Wait for it, so that its rows are found too.
        db.inTransaction(() -> domains.lock(mark.scope(), mark.domain()));
        List<Days> months = new ArrayList<>();
        for (Days days : Days.union(some)) {
            daily.months(mark.scope(), mark.domain(), days)
                    .forEach(month -> days.within(month).ifPresent(months::add));
        }
        return months;
    }

    /** Divides the rows of one month of a domain into chunks; {@link #months} comes first. */
    List<RowChunk> chunks(ReclassificationClaim mark, Days days) {
        RowChunk.Cutter cutter = new RowChunk.Cutter(CHUNK);
        db.inTransaction(() -> rows.places(mark.scope(), mark.domain(), days, cutter));
        return cutter.chunks();
    }

    /**
     * What came of a chunk: days, from the first to the last.
     *
     * @param changed those of rows that are classified otherwise now
     * @param lacking those of rows whose address is not known
     * @param trusted those of rows that count for something else now
     */
    record Settled(Optional<Days> changed, Optional<Days> lacking, Optional<Days> trusted) {}

    /** A row and what it is to be. */
    private record Change(StoredRow row, Classification now) {}

    /** Classifies a chunk again. */
    Settled settle(ReclassificationClaim mark, RowChunk chunk, DetailCache details) {
        return db.inTransaction(() -> {
            domains.lock(mark.scope(), mark.domain());
            List<StoredRow> stored = rows.rows(mark.scope(), mark.domain(), chunk);
            ClassificationContext knowledge = sources.of(mark.scope(), List.of(mark.domain()));
            Set<IpAddress> addresses = new HashSet<>();
            stored.forEach(row -> addresses.add(row.key().address()));
            knowledge.learn(addresses);
            Map<StoredRow.Key, Classification> known = new HashMap<>();
            List<Change> changes = new ArrayList<>();
            details.forEach(
                    stored,
                    row -> row.key().detail(),
                    (row, results) -> {
                        Classification now =
                                known.computeIfAbsent(
                                        row.key(),
                                        key ->
                                                knowledge.classify(
                                                        key.with(results),
                                                        mark.domain(),
                                                        key.day()));
                        if (!row.is(now)) {
                            changes.add(new Change(row, now));
                        }
                    });
            if (!changes.isEmpty()) {
                change(mark, chunk, changes, knowledge.version().rules());
            }
            db.afterCommit(() -> {
                reclassified.add(changes.size(), CHANGED);
                reclassified.add(stored.size() - changes.size(), SAME);
            });
            return new Settled(
                    days(changes.stream().map(change -> change.row().key())),
                    days(
                            stored.stream()
                                    .map(StoredRow::key)
                                    .filter(key -> !knowledge.knows(key.address(), key.day()))),
                    days(
                            stored.stream()
                                    .filter(row -> row.trust() != row.due())
                                    .map(StoredRow::key)));
        });
    }

    /** Sums up a day that had several chunks from all its rows, which corrects any error. */
    void sumUpDivided(ReclassificationClaim mark, LocalDate day) {
        db.inTransaction(() -> {
            domains.lock(mark.scope(), mark.domain());
            List<LocalDate> one = List.of(day);
            daily.sumUp(mark.scope(), mark.domain(), one);
            domains.replaceCounts(mark.scope(), daily.counts(mark.scope(), mark.domain(), one));
        });
    }

    private static Optional<Days> days(Stream<StoredRow.Key> keys) {
        return keys.map(key -> Days.of(key.day())).reduce(Days::with);
    }

    /** What some rows are to be. */
    private record Target(Classification now, Trust trust) {}

    private void change(
            ReclassificationClaim mark, RowChunk chunk, List<Change> changes, int version) {
        Set<LocalDate> days = new TreeSet<>();
        SortedSet<DomainMonth> months = new TreeSet<>();
        Map<Target, List<Long>> places = new HashMap<>();
        SortedMap<DailyKey, DailySums> moved = new TreeMap<>();
        for (Change change : changes) {
            StoredRow row = change.row();
            LocalDate day = row.key().day();
            days.add(day);
            months.add(DomainMonth.of(mark.domain(), day));
            places.computeIfAbsent(new Target(change.now(), row.due()), now -> new ArrayList<>())
                    .add(row.place());
            if (!chunk.isWhole(day)) {
                move(mark, change, moved);
            }
        }
        places.forEach((target, some) ->
                rows.update(
                        mark.scope(),
                        mark.domain(),
                        chunk.days(),
                        target.now(),
                        target.trust(),
                        some,
                        version));
        packed.changed(mark.scope(), months);
        sumUp(mark, chunk, days, moved);
        domains.replaceCounts(mark.scope(), daily.counts(mark.scope(), mark.domain(), days));
    }

    private static void move(
            ReclassificationClaim mark, Change change, SortedMap<DailyKey, DailySums> moved) {
        StoredRow row = change.row();
        LocalDate day = row.key().day();
        add(
                moved,
                new DailyKey(
                        mark.domain(), day, row.source(), Category.of(row.category()), row.trust()),
                row,
                -1,
                row.trust().counts() ? -row.messages() : 0);
        add(
                moved,
                new DailyKey(
                        mark.domain(),
                        day,
                        change.now().source(),
                        change.now().category(),
                        row.due()),
                row,
                1,
                row.due().counts() ? row.messages() : 0);
    }

    private static void add(
            SortedMap<DailyKey, DailySums> sums,
            DailyKey key,
            StoredRow row,
            int fact,
            long messages) {
        sums.computeIfAbsent(key, k -> new DailySums())
                .move(
                        fact,
                        messages,
                        row.key().dkimAligned(),
                        row.key().spfAligned(),
                        row.disposition());
    }

    /**
     * Updates the sums of the changed days. A day whose rows are all in this chunk is summed up
     * from its rows. A day with several chunks has too many rows to read for each of them: only the
     * difference is added.
     */
    private void sumUp(
            ReclassificationClaim mark,
            RowChunk chunk,
            Set<LocalDate> days,
            SortedMap<DailyKey, DailySums> moved) {
        List<LocalDate> whole = days.stream().filter(chunk::isWhole).toList();
        if (!whole.isEmpty()) {
            daily.sumUp(mark.scope(), mark.domain(), whole);
        }
        if (!moved.isEmpty()) {
            daily.add(mark.scope(), moved);
            daily.removeEmpty(mark.scope(), mark.domain(), moved.keySet());
        }
    }
}
