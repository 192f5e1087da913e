package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Rows in large numbers. Statements that belong together run in one transaction that sees the data
 * as they were at its begin ({@code Db.inSnapshot}); their sums agree then.
 */
@Service
public class ReportedRows {

    private final ReportedRowTable table;

    ReportedRows(ReportedRowTable table) {
        this.table = table;
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

    /** How many rows these domains have on these days, whatever else is wanted of them. */
    public long countUpTo(Scope scope, RowCriteria criteria, long limit) {
        return table.countUpTo(scope, criteria, limit);
    }

    /**
     * Those of the domains that have rows on these days, with a number that tells about how much
     * there is to read of each in comparison with the others.
     */
    public Map<DomainId, Long> weights(Scope scope, RowCriteria criteria) {
        return table.weights(scope, criteria);
    }

    /** Hands over the rows, put together over all days. */
    public void groups(Scope scope, RowCriteria criteria, Consumer<RowGroup> consumer) {
        table.groups(scope, criteria, false, null, consumer);
    }

    /** Hands over the rows, put together by day. */
    public void groupsByDay(Scope scope, RowCriteria criteria, Consumer<RowGroup> consumer) {
        table.groups(scope, criteria, true, null, consumer);
    }

    /** As {@link #groupsByDay}, of rows with one of these addresses. */
    public void groupsByDay(
            Scope scope,
            RowCriteria criteria,
            Collection<IpAddress> addresses,
            Consumer<RowGroup> consumer) {
        table.groups(scope, criteria, true, addresses, consumer);
    }

    /** The rows' messages by day and category; days and categories without any are left out. */
    public List<DayMessages> days(Scope scope, RowCriteria criteria) {
        return table.days(scope, criteria);
    }

    /** The results of these names, by one statement; empty ones for those that are gone. */
    public Map<ResultsKey, RowResults> results(Scope scope, Collection<ResultsKey> keys) {
        return table.results(scope, keys);
    }
}
