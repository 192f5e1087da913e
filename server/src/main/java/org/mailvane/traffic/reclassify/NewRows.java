package org.mailvane.traffic.reclassify;

import java.time.LocalDate;
import org.mailvane.reporters.Trust;
import org.mailvane.traffic.Days;

/**
 * Rows of a domain that one transaction writes.
 *
 * @param days their days, from the first to the last
 * @param lacking whether something is not known of the address of one of them
 * @param trust the highest trust of one of them
 */
public record NewRows(Days days, boolean lacking, Trust trust) {

    public static NewRows of(LocalDate day, boolean lacking, Trust trust) {
        return new NewRows(Days.of(day), lacking, trust);
    }

    /** Whether one more row would add nothing. */
    public boolean hold(LocalDate day, boolean lacks, Trust given) {
        return (lacking || !lacks) && trust.compareTo(given) <= 0 && days.contains(day);
    }

    public NewRows with(NewRows other) {
        return new NewRows(
                days.with(other.days),
                lacking || other.lacking,
                trust.compareTo(other.trust) <= 0 ? trust : other.trust);
    }
}
