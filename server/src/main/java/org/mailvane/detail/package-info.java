/**
 * The detail viewer: reports over the rows with any combination of filters. A report is worked out
 * once, into a snapshot, from which it is then paged, ordered and searched.
 */
@ApplicationModule(
        allowedDependencies = {
            "traffic",
            "sources",
            "domains",
            "accounts",
            "api",
            "jobs",
            "store",
            "store :: system"
        })
@NullMarked
package org.mailvane.detail;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
