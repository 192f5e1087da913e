/**
 * Source data: who has sent mail for the domains, and how much of it passed. Read models over the
 * sums of {@code traffic}, with the names of {@code sources}.
 */
@ApplicationModule(allowedDependencies = {"traffic", "sources", "domains", "api", "store"})
@NullMarked
package org.mailvane.senders;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
