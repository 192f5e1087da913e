/**
 * Figures of {@code /metrics}: counters whose labels are bounded ({@link
 * org.mailvane.platform.metrics.EventCounter}, {@link org.mailvane.platform.metrics.EventTimes})
 * and values that are read seldom ({@link org.mailvane.platform.metrics.Sample}).
 *
 * <p>A part that has figures implements Micrometer's {@code MeterBinder}. It also works where
 * nobody binds it, as in a command.
 */
@NamedInterface("metrics")
@NullMarked
package org.mailvane.platform.metrics;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
