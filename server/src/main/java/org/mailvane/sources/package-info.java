/** Who sends: which source and category a row of a report has. */
@ApplicationModule(allowedDependencies = {"api"})
@NullMarked
package org.mailvane.sources;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
