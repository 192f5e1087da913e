/**
 * The network, as the record inspectors reach it: DNS and HTTPS, each within bounds and with no way
 * to this machine's own neighbourhood. A library without Spring, which implements the two
 * interfaces of {@code mailauth}.
 */
@NullMarked
package org.mailvane.net;

import org.jspecify.annotations.NullMarked;
