package org.mailvane.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.platform.store.Scope;

/**
 * Fetches the pages of a list of events for one request. Where they are asked for in their order,
 * as for CSV of the whole list, each begins where the last one ended, instead of counting off all
 * rows before it again.
 */
final class EventPages {

    private final TimelineEventTable table;
    private final Scope scope;
    private final EventChoice choice;
    private long next;
    private @Nullable TimelineEvent last;

    EventPages(TimelineEventTable table, Scope scope, EventChoice choice) {
        this.table = table;
        this.scope = scope;
        this.choice = choice;
    }

    List<TimelineEvent> fetch(Window window) {
        List<TimelineEvent> page =
                table.list(scope, choice, window, window.offset() == next ? last : null);
        next = window.offset() + page.size();
        last = page.isEmpty() ? null : page.getLast();
        return page;
    }
}
