/** The command line. Each command is a class; {@link org.mailvane.cli.Mailvane} lists them. */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "actions",
            "api",
            "api :: *",
            "demo",
            "domains",
            "inspect",
            "intake",
            "intake :: *",
            "platform :: network",
            "planner",
            "platform :: jobs",
            "platform :: settings",
            "platform :: store",
            "sourcedata",
            "sources",
            "sources :: *",
            "text",
            "web"
        })
@NullMarked
package org.mailvane.cli;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
