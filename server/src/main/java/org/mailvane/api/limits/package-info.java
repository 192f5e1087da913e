/** How often callers may call, and how much memory their bodies may take. */
@NamedInterface("limits")
@NullMarked
package org.mailvane.api.limits;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
