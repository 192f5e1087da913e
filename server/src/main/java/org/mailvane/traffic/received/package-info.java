/** The list of stored aggregate reports, and the decisions to ignore or release them. */
@NamedInterface("received")
@NullMarked
package org.mailvane.traffic.received;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
