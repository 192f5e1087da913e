/** Daily sums of facts, and the questions that they answer. */
@NamedInterface("sums")
@NullMarked
package org.mailvane.traffic.sums;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
