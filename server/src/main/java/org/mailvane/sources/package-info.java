/**
 * Who sends: the catalogue of senders and accounts' own sources, what DNS says of addresses and
 * domains, and the rules that make a source and a category of it.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "accounts",
            "domains",
            "jobs",
            "settings",
            "store",
            "store :: system",
            "text"
        })
@NullMarked
package org.mailvane.sources;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
