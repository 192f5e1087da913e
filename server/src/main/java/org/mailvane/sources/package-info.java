/**
 * Who sends: the catalogue of known senders and an account's own sources, what DNS says about
 * addresses and domains, and the rules that make a source and a category of this.
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
