/** Pages for people: so far those that a secret link opens. */
@ApplicationModule(allowedDependencies = {"accounts", "api"})
@NullMarked
package org.mailvane.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
