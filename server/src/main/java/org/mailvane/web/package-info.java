/** Pages for people: so far the one that makes the first account. */
@ApplicationModule(allowedDependencies = {"accounts", "api"})
@NullMarked
package org.mailvane.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
