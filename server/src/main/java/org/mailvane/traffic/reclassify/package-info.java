/** Classifies stored facts again when knowledge of senders or trust in reports has changed. */
@NamedInterface("reclassify")
@NullMarked
package org.mailvane.traffic.reclassify;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
