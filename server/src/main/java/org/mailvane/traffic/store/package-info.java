/** Stores aggregate reports as facts: is a report new, may it count, and what are its facts. */
@NamedInterface("store")
@NullMarked
package org.mailvane.traffic.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
