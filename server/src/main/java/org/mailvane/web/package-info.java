/**
 * Pages for people, made on the server of the same services as the API. A controller makes a
 * record, {@code Pages} shows it by the template in {@code src/main/jte} that its build has made a
 * class of, and all texts stand in the bundles {@code messages}.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "detail",
            "domains",
            "forensic",
            "inspect",
            "intake",
            "issues",
            "planner",
            "reporters",
            "senders",
            "settings",
            "sources",
            "store",
            "text",
            "timeline",
            "tls",
            "traffic"
        })
@NullMarked
package org.mailvane.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
