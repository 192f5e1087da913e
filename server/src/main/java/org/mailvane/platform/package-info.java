/**
 * What the program runs on: settings, the database, background work, outgoing mail and figures. It
 * knows no capability.
 */
@ApplicationModule(allowedDependencies = {"text"})
@NullMarked
package org.mailvane.platform;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
