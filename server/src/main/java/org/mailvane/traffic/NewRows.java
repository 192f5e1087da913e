package org.mailvane.traffic;

import java.time.LocalDate;

/**
 * Rows of a domain that one transaction writes.
 *
 * @param days their days, from the first to the last
 * @param lacking whether something is not known of the address of one of them
 * @param forAdvice whether advice rests on one of them
 */
record NewRows(Days days, boolean lacking, boolean forAdvice) {

    static NewRows of(LocalDate day, boolean lacking, boolean forAdvice) {
        return new NewRows(Days.of(day), lacking, forAdvice);
    }

    /** Whether one more row would add nothing. */
    boolean hold(LocalDate day, boolean lacks, boolean isForAdvice) {
        return (lacking || !lacks) && (forAdvice || !isForAdvice) && days.contains(day);
    }

    NewRows with(NewRows other) {
        return new NewRows(
                days.with(other.days), lacking || other.lacking, forAdvice || other.forAdvice);
    }
}
