/**
 * Failure reports: what receivers report about single mails that failed authentication. They
 * contain personal data: readers need forensic access besides access to their domain.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "domains",
            "platform :: jobs",
            "platform :: settings",
            "platform :: store",
            "platform :: system"
        })
@NullMarked
package org.mailvane.failurereport;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
