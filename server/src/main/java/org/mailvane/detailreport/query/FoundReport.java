package org.mailvane.detailreport.query;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

/** What a report has found, as people ask it: by day, by source, by server, row by row. */
public final class FoundReport {

    private final Snapshot snapshot;

    public FoundReport(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Messages of all categories by day; days without any are left out. */
    public Map<Category, NavigableMap<LocalDate, Long>> days() {
        Map<Category, NavigableMap<LocalDate, Long>> days = new TreeMap<>();
        for (Category category : Category.values()) {
            days.put(category, new TreeMap<>());
        }
        for (DayMessages day : snapshot.days()) {
            if (day.messages() > 0) {
                days.getOrDefault(day.category(), new TreeMap<>())
                        .merge(day.day(), day.messages(), Math::addExact);
            }
        }
        return days;
    }

    /** Returns the sources by category, of each those with the most messages first. */
    public List<SourceSum> sources() {
        return SourceSums.of(snapshot.kinds());
    }

    /** Whether there is anything of a source. */
    public boolean hasSource(long number) {
        return snapshot.kinds().list().stream().anyMatch(kind -> kind.source() == number);
    }

    /**
     * Returns a source's servers, by the organisations of their confirmed names; those with the
     * most messages first where nothing else is said.
     *
     * @param category only what they sent as one of this category; null: all
     * @param search part of their name, whatever its case; empty for all
     */
    public List<ServerRow> servers(
            int source,
            @Nullable Category category,
            String search,
            Ordering<ServerOrder> ordering) {
        return ServerRows.of(snapshot, source, category, search, ordering);
    }

    /** Returns how many rows these are. */
    public long countRows(RowChoice choice) {
        return RowPages.chosen(snapshot, choice).size();
    }

    /**
     * Returns some of these rows, those with the most messages first where nothing else is said.
     */
    public List<ShownRow> rows(
            RowChoice choice, Ordering<RowOrder> ordering, int limit, long offset) {
        return new RowPages(snapshot, choice, ordering).fetch(limit, offset);
    }
}
