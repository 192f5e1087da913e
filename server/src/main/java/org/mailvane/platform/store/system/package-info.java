/** Statements that belong to no account: signing in, queues, schema. A test lists who uses them. */
@NamedInterface("system")
@NullMarked
package org.mailvane.platform.store.system;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
