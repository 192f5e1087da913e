/**
 * Stores aggregate reports as facts: {@code Rivals} decides whether a report is new, {@code
 * ImplausibleReports} whether it is held, {@code ReportFacts} what its facts are.
 */
@NamedInterface("store")
@NullMarked
package org.mailvane.traffic.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
