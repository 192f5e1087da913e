/** Answers about a finished detail report: pages of rows, servers, and sums of sources. */
@NamedInterface("query")
@NullMarked
package org.mailvane.detailreport.query;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
