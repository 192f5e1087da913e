/** Accounts, their users, their API tokens, and the links that sign users in. */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "jobs",
            "mail",
            "settings",
            "store",
            "store :: system",
            "text"
        })
@NullMarked
package org.mailvane.accounts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
