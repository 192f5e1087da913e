/**
 * Work in the background, whatever it is about: queues whose rows are leased ({@link
 * org.mailvane.platform.jobs.LeaseQueue}, {@link org.mailvane.platform.jobs.LeaseWorker}), what
 * recurs ({@link org.mailvane.platform.jobs.Recurring}) and what is done once ({@link
 * org.mailvane.platform.jobs.Job}). Any number of servers share it through the database.
 */
@NamedInterface("jobs")
@NullMarked
package org.mailvane.platform.jobs;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
