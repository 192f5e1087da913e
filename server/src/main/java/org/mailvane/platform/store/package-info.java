/**
 * The database: where it is, its schema, and the only way to ask it.
 *
 * <p>{@link org.mailvane.platform.store.Db} is the way for capabilities: every statement carries
 * the account of its {@link org.mailvane.platform.store.Scope}. The few statements across accounts
 * go through {@code store.system}.
 */
@NamedInterface("store")
@NullMarked
package org.mailvane.platform.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
