package org.mailvane.platform.jobs;

import org.mailvane.platform.store.Scope;

/**
 * A worker's hold on a row of a {@link LeaseQueue}. It is lost when the time of the lease is over
 * and another worker takes the row.
 *
 * @param scope the account of the row
 * @param id the row
 * @param generation rises whenever a worker takes the row or gives it back: a worker with an older
 *     generation can't change the row
 */
public record Lease(Scope scope, long id, long generation) {}
