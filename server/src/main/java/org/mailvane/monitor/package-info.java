/**
 * Watches DNS: asks for domains' records again and again ({@code MonitorWorker}, {@link
 * org.mailvane.monitor.Monitor}), keeps what they said ({@code WatchedRecord}), and notifies
 * domains, issues and the timeline of what follows.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "actions",
            "api",
            "api :: *",
            "domains",
            "platform :: jobs",
            "platform :: metrics",
            "platform :: settings",
            "platform :: store",
            "platform :: system",
            "sources",
            "sources :: *",
            "text",
            "timeline",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.monitor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
