/** TLS reports: how senders reach the mail servers of domains. */
@ApplicationModule(
        allowedDependencies = {"domains", "api", "reporters", "store", "store :: system"})
@NullMarked
package org.mailvane.tls;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
