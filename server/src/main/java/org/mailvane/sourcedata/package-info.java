/**
 * Source data: who has sent mail for the domains, and how much of it passed. Read models over the
 * sums of {@code traffic}, with the names of {@code sources}.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: store",
            "sources",
            "sources :: *",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.sourcedata;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
