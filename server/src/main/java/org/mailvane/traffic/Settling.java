package org.mailvane.traffic;

import java.time.Instant;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Rows are settled when they are classified by all that can be known of them. */
@Service
public class Settling {

    Settling() {}

    /**
     * Has everything of an account looked at again: what DNS says of its domains and of the
     * addresses that send in their names, as far as that is due, and all rows by it.
     */
    public void request(Scope scope) {}

    /** When all rows of an account were last classified by all that was known. */
    public Instant refreshed(Scope scope) {
        return Instant.EPOCH;
    }
}
