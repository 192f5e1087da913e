package org.mailvane.timeline;

import java.time.Instant;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL that takes old events away, of whatever account. */
@Repository
class PastEventTable {

    /** Events that one statement takes away, so that none is long. */
    static final int AT_ONCE = 5_000;

    private final SystemDb system;

    PastEventTable(SystemDb system) {
        this.system = system;
    }

    /** Takes away some that were noted before a time; answers how many. */
    int forget(Instant before) {
        return system.sql(
                        """
                        with old as materialized (
                            select id from timeline_event where created < :before
                            order by created limit :limit for update skip locked)
                        delete from timeline_event e using old where e.id = old.id
                        """)
                .param("before", before)
                .param("limit", AT_ONCE)
                .update();
    }
}
