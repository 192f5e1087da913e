/**
 * Inspections of DNS records on request: the inspectors of the library, with this service's DNS,
 * its report addresses and its users' own figures.
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
