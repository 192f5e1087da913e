/** Accounts, their people and their API tokens. */
@ApplicationModule(allowedDependencies = {"api", "store", "store :: system"})
@NullMarked
package org.mailvane.accounts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
