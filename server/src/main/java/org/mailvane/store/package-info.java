/**
 * The database: where it is, its schema, and the only way to ask it.
 *
 * <p>{@link org.mailvane.store.Db} is the way for capabilities: every statement carries the account
 * of its {@link org.mailvane.store.Scope}. The few statements across accounts go through {@code
 * store.system}.
 */
@ApplicationModule(allowedDependencies = {"settings"})
@NullMarked
package org.mailvane.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
