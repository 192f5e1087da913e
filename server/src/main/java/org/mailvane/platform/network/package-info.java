/**
 * The clients of the library {@code net}, as the settings say: {@link
 * org.mailvane.platform.network.NetworkClients} for commands without Spring, beans for all others,
 * and the figures of DNS.
 */
@NamedInterface("network")
@NullMarked
package org.mailvane.platform.network;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
