/** An account's own sources, and its decisions on sources. */
@NamedInterface("custom")
@NullMarked
package org.mailvane.sources.custom;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
