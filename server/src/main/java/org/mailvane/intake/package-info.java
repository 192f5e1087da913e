/**
 * Receives reports: {@code smtp}, {@code imap}, {@code folder} and {@code Uploads} put messages
 * into the {@code queue}, {@code reading} stores their reports, and the {@code ledger} records what
 * became of each.
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
