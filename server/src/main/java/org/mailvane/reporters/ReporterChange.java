package org.mailvane.reporters;

import org.mailvane.api.Field;
import org.mailvane.api.Given;

/**
 * What people can change of a reporter.
 *
 * @param trust how far they trust it
 */
record ReporterChange(
        @Field(
                        description =
                                "`accepted`: what it reports counts as if it were verified; `default`:"
                                        + " what is verified drives advice, and what is not counts in totals"
                                        + " only; `ignored`: what it reports is held.")
                Given<ReporterTrust> trust) {}
