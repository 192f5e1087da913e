package org.mailvane.timeline;

import java.util.List;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** The timeline of an account's domains. */
@Service
public class Timeline {

    /** Notes what happened, within the transaction that runs on this thread, if one does. */
    public void add(Scope scope, List<NewEvent> events) {
        throw new UnsupportedOperationException();
    }
}
