/**
 * How reports come in: envelopes are read, their raw bytes kept, and the ledger says what became of
 * each.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "domains",
            "failurereport",
            "platform :: jobs",
            "platform :: metrics",
            "platform :: settings",
            "platform :: store",
            "platform :: system",
            "reporters",
            "text",
            "tls",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.intake;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
