/** What an administrator can set, where each value came from, and what is wrong with it. */
@ApplicationModule(allowedDependencies = {"text"})
@NullMarked
package org.mailvane.settings;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
