/**
 * Who sends: the catalogue of senders and accounts' own sources, what DNS says of addresses and
 * domains, and the rules that make a source and a category of it.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "domains",
            "platform :: jobs",
            "platform :: settings",
            "platform :: store",
            "platform :: system",
            "text"
        })
@NullMarked
package org.mailvane.sources;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
