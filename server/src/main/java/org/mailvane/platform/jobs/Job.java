package org.mailvane.platform.jobs;

import org.mailvane.platform.store.Scope;

/**
 * Work that is done once for a thing of an account. A capability declares a bean of it, and has it
 * done by {@link Jobs#start}.
 *
 * <p>It may be done more than once, where a server died or the work failed: so it begins with
 * looking what there is left to do, which may be nothing.
 */
public interface Job {

    /** Its name in the database, which never changes: letters and underscores. */
    String kind();

    /**
     * Does it.
     *
     * @param scope the whole account
     * @param id the thing
     * @param stop asked now and then by work of more than a second or two
     * @throws RuntimeException when it failed; it is tried again a few times, later and later
     */
    void run(Scope scope, long id, StopSign stop);

    /** Says that it failed at the last try too, and is not tried again. */
    void giveUp(Scope scope, long id);
}
