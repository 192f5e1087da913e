/** The queue of detail reports, and the worker that computes them. */
@NullMarked
package org.mailvane.detailreport.queue;

import org.jspecify.annotations.NullMarked;
