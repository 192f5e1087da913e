/**
 * What was received and what became of it: imports, their entries, and the original messages; also
 * their retention.
 */
@NamedInterface("ledger")
@NullMarked
package org.mailvane.intake.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
