/**
 * Figures of {@code /metrics}: counters whose labels are bounded ({@link
 * org.mailvane.metrics.EventCounter}, {@link org.mailvane.metrics.EventTimes}) and values that are
 * read seldom ({@link org.mailvane.metrics.Sample}).
 *
 * <p>A part that has figures implements Micrometer's {@code MeterBinder}. It also works where
 * nobody binds it, as in a command.
 */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package org.mailvane.metrics;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
