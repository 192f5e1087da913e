/**
 * Reporters: who sends reports, how their mails are authenticated, and how far people trust them.
 */
@ApplicationModule(allowedDependencies = {"api", "domains", "settings", "store", "store :: system"})
@NullMarked
package org.mailvane.reporters;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
