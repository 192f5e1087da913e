package org.mailvane.reporters;

import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;

/**
 * What people can change of a reporter.
 *
 * @param trust how far they trust it
 */
record ReporterChange(
        @Field(
                        description =
                                "`accepted`: its reports are used for recommendations, even if"
                                        + " unverified; `default`: its verified reports are used where"
                                        + " accepted reporters report too little, others count in"
                                        + " totals only; `ignored`: its reports are held.")
                Given<ReporterTrust> trust) {}
