/** The overview: the first page after the sign-in. */
@NullMarked
package org.mailvane.web.overview;

import org.jspecify.annotations.NullMarked;
