/**
 * Facts: what aggregate reports say about sending addresses, day by day, and the daily sums of
 * them.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: jobs",
            "platform :: metrics",
            "platform :: settings",
            "platform :: store",
            "platform :: system",
            "reporters",
            "sources",
            "sources :: *"
        })
@NullMarked
package org.mailvane.traffic;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
