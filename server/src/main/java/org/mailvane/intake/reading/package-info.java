/**
 * From bytes to stored reports: {@link org.mailvane.intake.reading.Pipeline} reads several messages
 * at once, {@link org.mailvane.intake.reading.BatchWriter} stores them in batches.
 */
@NullMarked
package org.mailvane.intake.reading;

import org.jspecify.annotations.NullMarked;
