package org.mailvane.timeline;

import java.time.Clock;
import java.util.List;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** The timeline of an account's domains. */
@Service
public class Timeline {

    private final Db db;
    private final Clock clock;

    Timeline(Db db, Clock clock) {
        this.db = db;
        this.clock = clock;
    }

    /** Notes what happened, within the transaction that runs on this thread, if one does. */
    public void add(Scope scope, List<NewEvent> events) {
        for (NewEvent e : events) {
            db.as(scope)
                    .sql(
                            """
                            insert into timeline_event (account_id, domain_id, domain, change,
                                record_type, old_value, new_value, details, created)
                            values (:account, :id, :domain, :change, :type, :old, :new, :details, :now)
                            """)
                    .param("id", e.domainId() == null ? null : e.domainId().value())
                    .param("domain", e.domain().value())
                    .param("change", e.change().code())
                    .param("type", e.recordType())
                    .param("old", e.oldValue())
                    .param("new", e.newValue())
                    .param("details", e.details())
                    .param("now", clock.instant())
                    .update();
        }
    }
}
