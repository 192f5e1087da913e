/** Detail reports that wait for their rows, and who computes them. */
@NullMarked
package org.mailvane.detailreport.queue;

import org.jspecify.annotations.NullMarked;
