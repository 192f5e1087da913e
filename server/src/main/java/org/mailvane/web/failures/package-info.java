/** Searches in failure reports, and their results. */
@NullMarked
package org.mailvane.web.failures;

import org.jspecify.annotations.NullMarked;
