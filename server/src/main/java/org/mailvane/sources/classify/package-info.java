/** The rules that make a source and a category of what a row of a report says. */
@NamedInterface("classify")
@NullMarked
package org.mailvane.sources.classify;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
