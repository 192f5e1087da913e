/**
 * Sample data: reports about made-up domains that tell the stories one meets in the field, and what
 * DNS says of these domains.
 */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package org.mailvane.demo;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
