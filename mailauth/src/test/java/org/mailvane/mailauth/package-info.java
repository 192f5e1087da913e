/** Tests of the library as a whole. */
@NullMarked
package org.mailvane.mailauth;

import org.jspecify.annotations.NullMarked;
