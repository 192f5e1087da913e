/**
 * Failure reports: what receivers report about single mails that failed authentication. They
 * contain personal data: readers need forensic access besides access to their domain.
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
