package org.mailvane.platform.jobs;

import java.time.Duration;

/**
 * Work that recurs, on one of the servers at a time. A capability declares a bean of it. It is due
 * when a server starts, and again so long after it has ended, whether or not that went well.
 */
public interface Recurring {

    /** Its name in the database, which never changes: letters and underscores. */
    String kind();

    /** Returns the time from the end of one run to the start of the next. */
    Duration every();

    /**
     * Does it.
     *
     * @param stop asked now and then by work of more than a second or two
     */
    void run(StopSign stop);
}
