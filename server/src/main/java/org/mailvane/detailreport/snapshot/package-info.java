/** The rows of a detail report as columns of numbers, and how they are built and stored. */
@NullMarked
package org.mailvane.detailreport.snapshot;

import org.jspecify.annotations.NullMarked;
