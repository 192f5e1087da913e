/**
 * Daily sums of facts and what they answer; {@code AdviceBases} decides whose reports advice rests
 * on.
 */
@NamedInterface("sums")
@NullMarked
package org.mailvane.traffic.sums;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
