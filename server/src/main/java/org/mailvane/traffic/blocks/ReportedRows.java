package org.mailvane.traffic.blocks;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Service;

/**
 * Rows in large numbers: packed ones where they are packed. Statements that belong together run in
 * one transaction that sees the data as they were at its start ({@code Db.inSnapshot}); their sums
 * agree then.
 */
@Service
public class ReportedRows {

    private final ReportedRowTable table;
    private final PackedRowTable packed;

    ReportedRows(ReportedRowTable table, PackedRowTable packed) {
        this.table = table;
        this.packed = packed;
    }

    /**
     * Messages of a day and category.
     *
     * @param day the day (UTC)
     */
    public record DayMessages(LocalDate day, Category category, long messages) {}

    /**
     * Names raw results.
     *
     * @param domain the domain that they are kept for
     * @param hash over their content
     */
    public record ResultsKey(DomainId domain, UUID hash) {}

    /** About how many rows these domains have on these days, whatever else is wanted of them. */
    public long countUpTo(Scope scope, Collection<DomainId> domains, Days days, long limit) {
        long count = packed.count(scope, domains, days);
        for (Unpacked unpacked : unpacked(scope, domains, days)) {
            if (count < limit) {
                count += table.countUpTo(scope, unpacked.domains, unpacked.days, limit - count);
            }
        }
        return Math.min(count, limit);
    }

    /**
     * Returns those of the domains that have rows on these days, with a number that shows about how
     * much there is to read of each in comparison with the others.
     */
    public Map<DomainId, Long> weights(Scope scope, Collection<DomainId> domains, Days days) {
        return table.weights(scope, domains, days);
    }

    /**
     * Hands over all rows of these domains and days, in blocks of one domain and month each. A
     * block may have rows of other days of its month too.
     */
    public void blocks(
            Scope scope, Collection<DomainId> domains, Days days, Consumer<RowBlock> consumer) {
        packed.blocks(scope, domains, days, consumer);
        for (Unpacked unpacked : unpacked(scope, domains, days)) {
            table.blocks(scope, unpacked.domains, unpacked.days, consumer);
        }
    }

    /** Domains whose rows of these days are not packed, if they have any. */
    private record Unpacked(List<DomainId> domains, Days days) {}

    /** Returns what is to be read from the table of rows; months of the same domains together. */
    private List<Unpacked> unpacked(Scope scope, Collection<DomainId> domains, Days days) {
        Set<DomainMonth> there = packed.packed(scope, domains, days);
        List<Unpacked> all = new ArrayList<>();
        for (YearMonth month : days.months()) {
            List<DomainId> others =
                    domains.stream()
                            .filter(domain -> !there.contains(new DomainMonth(domain, month)))
                            .toList();
            Days within = days.within(month).orElseThrow();
            if (!all.isEmpty() && all.getLast().domains.equals(others)) {
                all.add(new Unpacked(others, all.removeLast().days.with(within)));
            } else {
                all.add(new Unpacked(others, within));
            }
        }
        all.removeIf(unpacked -> unpacked.domains.isEmpty());
        return all;
    }

    /** Returns the results of these names, by one statement; empty ones for those that are gone. */
    public Map<ResultsKey, RowResults> results(Scope scope, Collection<ResultsKey> keys) {
        return table.results(scope, keys);
    }
}
