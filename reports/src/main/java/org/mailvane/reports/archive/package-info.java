/** Archives and compressed files. */
@NullMarked
package org.mailvane.reports.archive;

import org.jspecify.annotations.NullMarked;
