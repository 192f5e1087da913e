/**
 * Pages for people, rendered on the server from the same services as the API. A controller creates
 * a record, {@code Pages} renders it with the template in {@code src/main/jte} that the build has
 * compiled to a class, and all texts are in the bundles {@code messages}.
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
            "monitor",
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
