package org.mailvane.traffic.reclassify;

/**
 * How many of the addresses of a domain's rows nothing is known of.
 *
 * @param all of all rows that count
 * @param forAdvice of rows on which advice rests
 */
record UnknownAddresses(long all, long forAdvice) {

    static final UnknownAddresses NONE = new UnknownAddresses(0, 0);

    UnknownAddresses plus(UnknownAddresses other) {
        return new UnknownAddresses(all + other.all, forAdvice + other.forAdvice);
    }

    /** Returns the larger of both numbers of each kind. */
    UnknownAddresses atLeast(UnknownAddresses other) {
        return new UnknownAddresses(Math.max(all, other.all), Math.max(forAdvice, other.forAdvice));
    }
}
