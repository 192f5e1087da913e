package org.mailvane.tls;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.platform.store.Scope;

/**
 * Fetches the pages of a list of failures for one request. Where they are asked for in their order,
 * as for CSV of the whole list, each begins where the last one ended, instead of counting off all
 * rows before it again: there may be a million.
 */
public final class FailurePages {

    private final TlsFailureTable table;
    private final Scope scope;
    private final DayRange days;
    private long next;
    private @Nullable TlsFailure last;

    FailurePages(TlsFailureTable table, Scope scope, DayRange days) {
        this.table = table;
        this.scope = scope;
        this.days = days;
    }

    /** Returns the details of a window, those of the newest reports first. */
    public List<TlsFailure> fetch(Window window) {
        List<TlsFailure> page =
                table.list(scope, days, window, window.offset() == next ? last : null);
        next = window.offset() + page.size();
        last = page.isEmpty() ? null : page.getLast();
        return page;
    }
}
