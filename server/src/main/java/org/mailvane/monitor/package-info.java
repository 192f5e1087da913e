/**
 * Watches DNS: looks up domains' records regularly ({@code MonitorWorker}, {@link
 * org.mailvane.monitor.Monitor}), stores what they contain ({@code WatchedRecord}), and informs
 * domains, actions and the timeline of changes. {@code TrafficWatch} does the same for traffic.
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
