/**
 * The rows: what reports say about sending addresses, day by day, and the sums kept beside them.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "sources",
            "domains",
            "jobs",
            "reporters",
            "settings",
            "store",
            "store :: system",
            "metrics"
        })
@NullMarked
package org.mailvane.traffic;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
