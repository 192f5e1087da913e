/** TLS reports: how senders reach the mail servers of domains. */
@ApplicationModule(
        allowedDependencies = {
            "api",
            "api :: *",
            "domains",
            "platform :: store",
            "platform :: system",
            "reporters"
        })
@NullMarked
package org.mailvane.tls;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
