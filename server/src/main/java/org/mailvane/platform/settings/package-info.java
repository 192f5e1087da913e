/** What an administrator can set, where each value came from, and what is wrong with it. */
@NamedInterface("settings")
@NullMarked
package org.mailvane.platform.settings;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
