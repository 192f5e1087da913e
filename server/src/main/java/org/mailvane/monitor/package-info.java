/**
 * Watches DNS: asks for domains' records again and again ({@code MonitorWorker}, {@link
 * org.mailvane.monitor.Monitor}), keeps what they said ({@code WatchedRecord}), and notifies
 * domains, issues and the timeline of what follows.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "domains",
            "issues",
            "sources",
            "timeline",
            "traffic",
            "jobs",
            "settings",
            "store",
            "text",
            "store :: system",
            "metrics",
            "text"
        })
@NullMarked
package org.mailvane.monitor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
