/** The list of sources, and the page of one source. */
@NullMarked
package org.mailvane.web.sources;

import org.jspecify.annotations.NullMarked;
