/**
 * Mailvane's server and command line. Each folder below is a capability or one of their supports.
 */
@NullMarked
package org.mailvane;

import org.jspecify.annotations.NullMarked;
