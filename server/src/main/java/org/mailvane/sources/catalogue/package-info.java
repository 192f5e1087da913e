/** The catalogue of senders that comes with the program. */
@NamedInterface("catalogue")
@NullMarked
package org.mailvane.sources.catalogue;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
