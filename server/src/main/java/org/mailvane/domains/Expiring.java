package org.mailvane.domains;

import java.time.LocalDate;

/** A capability above that stores what is kept for as long as rows are, and not for ever. */
public interface Expiring {

    /** Removes what is about days before this one, of whatever account: its retention is over. */
    void forget(LocalDate before);
}
