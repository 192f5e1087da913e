/** The policy planner: which policy each domain is ready for, and what stands against it. */
@ApplicationModule(allowedDependencies = {"domains", "api"})
@NullMarked
package org.mailvane.planner;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
