/** The command line. Each command is a class; {@link org.mailvane.cli.Mailvane} lists them. */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "demo",
            "domains",
            "inspect",
            "intake",
            "intake :: smtp",
            "issues",
            "jobs",
            "network",
            "planner",
            "senders",
            "settings",
            "sources",
            "store",
            "text",
            "web"
        })
@NullMarked
package org.mailvane.cli;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
