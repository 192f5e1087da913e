/**
 * Failure reports: what receivers tell about single mails that failed authentication. They hold
 * personal data: who reads them needs forensic access besides access to their domain.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "domains",
            "api",
            "jobs",
            "settings",
            "store",
            "store :: system"
        })
@NullMarked
package org.mailvane.forensic;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
