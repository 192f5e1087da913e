/**
 * What is wrong with domains' records ({@link org.mailvane.actions.Issues}), and what to do next
 * ({@link org.mailvane.actions.Tasks}). Others find both out and tell them; here they are kept and
 * shown.
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
