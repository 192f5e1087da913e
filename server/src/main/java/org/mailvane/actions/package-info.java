/**
 * Issues, which are what is wrong with domains' records ({@link org.mailvane.actions.Issues}), and
 * tasks, which are what to do next ({@link org.mailvane.actions.Tasks}). {@code monitor} finds
 * issues and {@code planner} finds tasks; this module stores, ranks and lists both.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: store",
            "platform :: system",
            "text"
        })
@NullMarked
package org.mailvane.actions;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
