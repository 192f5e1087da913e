/**
 * What is wrong with domains' records ({@link org.mailvane.issues.Issues}), and what to do next
 * ({@link org.mailvane.issues.Tasks}). Others find both out and tell them; here they are kept and
 * shown.
 */
@ApplicationModule(allowedDependencies = {"domains", "api", "store", "store :: system", "text"})
@NullMarked
package org.mailvane.issues;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
