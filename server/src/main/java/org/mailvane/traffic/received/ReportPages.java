package org.mailvane.traffic.received;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.platform.store.Scope;

/**
 * Fetches the pages of a list of reports for one request. Where they are asked for in their order,
 * as for CSV of the whole list, each begins where the last one ended, instead of counting off all
 * rows before it again: there may be a million.
 */
public final class ReportPages {

    private final ReceivedReportTable table;
    private final Scope scope;
    private final ReportFilter filter;
    private final Ordering<ReportOrder> ordering;
    private long next;
    private @Nullable ReceivedReport last;

    ReportPages(
            ReceivedReportTable table,
            Scope scope,
            ReportFilter filter,
            Ordering<ReportOrder> ordering) {
        this.table = table;
        this.scope = scope;
        this.filter = filter;
        this.ordering = ordering;
    }

    /**
     * Returns the reports of a window; those that were received last come first, if nothing else is
     * asked.
     */
    public List<ReceivedReport> fetch(Window window) {
        boolean goesOn = ordering.keys().isEmpty() && window.offset() == next;
        List<ReceivedReport> page =
                table.list(scope, filter, ordering, window, goesOn ? last : null);
        next = window.offset() + page.size();
        last = page.isEmpty() ? null : page.getLast();
        return page;
    }
}
