/**
 * How reports come in: envelopes are read, their raw bytes kept, and the ledger says what became of
 * each.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "domains",
            "traffic",
            "forensic",
            "tls",
            "api",
            "jobs",
            "reporters",
            "settings",
            "store",
            "store :: system",
            "text",
            "metrics"
        })
@NullMarked
package org.mailvane.intake;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
