/** The timeline of changes. */
@NullMarked
package org.mailvane.web.timeline;

import org.jspecify.annotations.NullMarked;
