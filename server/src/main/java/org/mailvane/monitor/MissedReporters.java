package org.mailvane.monitor;

import java.time.LocalDate;
import org.mailvane.domains.Expiring;
import org.springframework.stereotype.Component;

/** Reporters that are missed, as long as the days are kept of which they reported last. */
@Component
class MissedReporters implements Expiring {

    private final TrafficWatchTable table;

    MissedReporters(TrafficWatchTable table) {
        this.table = table;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        return table.forgetSilent(before) == TrafficWatchTable.FORGOTTEN_AT_ONCE;
    }
}
