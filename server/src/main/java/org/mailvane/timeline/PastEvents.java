package org.mailvane.timeline;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.domains.Expiring;
import org.springframework.stereotype.Component;

/** Events, as long as the days are kept on which they happened. */
@Component
class PastEvents implements Expiring {

    private final PastEventTable table;

    PastEvents(PastEventTable table) {
        this.table = table;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        Instant begin = before.atStartOfDay(ZoneOffset.UTC).toInstant();
        return table.forget(begin) == PastEventTable.AT_ONCE;
    }
}
