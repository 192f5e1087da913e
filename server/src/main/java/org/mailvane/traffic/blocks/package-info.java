/** Rows of facts packed by month, as columns of numbers, for detail reports. */
@NamedInterface("blocks")
@NullMarked
package org.mailvane.traffic.blocks;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
