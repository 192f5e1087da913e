/**
 * The network, as the record inspectors reach it: DNS and HTTPS, each within bounds and with no way
 * to this machine's own neighbourhood.
 *
 * <p>Both work without Spring, for commands that start none.
 */
@ApplicationModule(allowedDependencies = {"settings", "metrics"})
@NullMarked
package org.mailvane.net;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
