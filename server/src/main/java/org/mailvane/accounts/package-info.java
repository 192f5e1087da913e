/** Accounts, their users, their API tokens, and the links that sign users in. */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "platform :: jobs",
            "platform :: outbox",
            "platform :: settings",
            "platform :: store",
            "platform :: system",
            "text"
        })
@NullMarked
package org.mailvane.accounts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
