/**
 * Domains and their groups: the pattern that the other capabilities follow. {@link
 * org.mailvane.domains.Domain} is the record, {@code DomainTable} its SQL, {@link
 * org.mailvane.domains.Domains} what others may call, {@code DomainController} its HTTP side.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "platform :: store",
            "platform :: system",
            "text"
        })
@NullMarked
package org.mailvane.domains;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
