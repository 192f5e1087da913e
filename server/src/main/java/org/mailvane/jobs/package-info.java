/**
 * Work in the background, whatever it is about: queues whose rows are leased ({@link
 * org.mailvane.jobs.LeaseQueue}, {@link org.mailvane.jobs.LeaseWorker}), what recurs ({@link
 * org.mailvane.jobs.Recurring}) and what is done once ({@link org.mailvane.jobs.Job}). Any number
 * of servers share it through the database.
 */
@ApplicationModule(allowedDependencies = {"store", "store :: system", "metrics"})
@NullMarked
package org.mailvane.jobs;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
