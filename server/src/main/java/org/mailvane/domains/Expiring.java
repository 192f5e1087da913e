package org.mailvane.domains;

import java.time.LocalDate;

/** A capability above that stores what is kept for as long as rows are, and not for ever. */
public interface Expiring {

    /**
     * Removes some of what is about days before this one, of whatever account: its retention is
     * over. It is done in steps, so that none takes long.
     *
     * @return whether there may be more
     */
    boolean forgetSome(LocalDate before);
}
