/** Stored aggregate reports, listed, ignored and released. */
@NamedInterface("received")
@NullMarked
package org.mailvane.traffic.received;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
