package org.mailvane.mailauth.spf;

/**
 * The work limit of one survey, in addition to the limit of queries: records are untrusted input,
 * and a few very long ones that refer to each other a thousand times would keep it busy for hours.
 */
final class Work {

    /**
     * Networks that are taken from DNS to a term, from a term to its record, or from one record to
     * another.
     */
    static final int MAX_MOVES = 200_000;

    /** Terms that are surveyed before no further record is read. */
    static final int MAX_TERMS = 20_000;

    private int moves;
    private int terms;

    /** Takes one network; false if there were too many. */
    boolean move() {
        if (moves >= MAX_MOVES) {
            return false;
        }
        moves++;
        return true;
    }

    /** Whether no network can be taken any more. */
    boolean isSpent() {
        return moves >= MAX_MOVES;
    }

    void terms(int count) {
        terms += count;
    }

    /** Whether no further record is read. */
    boolean isFull() {
        return terms >= MAX_TERMS;
    }
}
