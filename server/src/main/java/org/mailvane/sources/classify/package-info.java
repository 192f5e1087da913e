/** The rules that derive a source and a category from a record of a report. */
@NamedInterface("classify")
@NullMarked
package org.mailvane.sources.classify;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
