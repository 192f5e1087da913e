/**
 * Reporters: who sends reports, how their mails are authenticated, and how far people trust them.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: settings",
            "platform :: store",
            "platform :: system"
        })
@NullMarked
package org.mailvane.reporters;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
