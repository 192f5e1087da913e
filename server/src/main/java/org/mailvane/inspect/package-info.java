/**
 * The inspectors of records: the library's, with this service's DNS, its addresses for reports and
 * its users' own figures.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "platform :: settings",
            "platform :: store",
            "text",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.inspect;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
