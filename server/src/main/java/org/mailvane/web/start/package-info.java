/** The first steps after the setup. */
@NullMarked
package org.mailvane.web.start;

import org.jspecify.annotations.NullMarked;
