/**
 * Source data: who has sent mail for the domains, and how much of it passed. It reads the sums of
 * {@code traffic} and the names of {@code sources}. The types {@code Body} of its controllers are
 * the members of the JSON and the columns of the CSV.
 */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: store",
            "sources",
            "sources :: *",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.sourcedata;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
