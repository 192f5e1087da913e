/** Servers and other parts of tests. The server's tests use them too. */
@NullMarked
package org.mailvane.testing;

import org.jspecify.annotations.NullMarked;
