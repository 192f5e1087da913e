/** What tests of several capabilities share. */
@NullMarked
package org.mailvane.testing;

import org.jspecify.annotations.NullMarked;
