package org.mailvane.timeline;

import java.time.LocalDate;
import org.mailvane.domains.Expiring;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Component;

/** Events, as long as the days are kept on which they happened. */
@Component
class PastEvents implements Expiring {

    private final SystemDb system;

    PastEvents(SystemDb system) {
        this.system = system;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        return system.forgetSome("timeline_event", "created", before);
    }
}
