/**
 * Reads report files: any bytes in, reports out.
 *
 * <p>{@link org.mailvane.reports.ReportReader} is the way in, {@link
 * org.mailvane.reports.ReportSink} the way out. What is read is never trusted: every size, depth
 * and count has its bound in {@link org.mailvane.reports.Limits}.
 */
@NullMarked
package org.mailvane.reports;

import org.jspecify.annotations.NullMarked;
