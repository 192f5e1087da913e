/** Failure reports: what receivers tell about single mails that failed authentication. */
@ApplicationModule(allowedDependencies = {"domains", "api", "jobs", "settings", "store"})
@NullMarked
package org.mailvane.forensic;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
