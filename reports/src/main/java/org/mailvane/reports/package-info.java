/**
 * Reads report files: any bytes in, reports out.
 *
 * <p>{@link org.mailvane.reports.ReportReader} reads the input, and {@link
 * org.mailvane.reports.ReportSink} receives the results. Input is never trusted: every size, depth
 * and count has a limit in {@link org.mailvane.reports.Limits}.
 */
@NullMarked
package org.mailvane.reports;

import org.jspecify.annotations.NullMarked;
