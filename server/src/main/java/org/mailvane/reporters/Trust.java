package org.mailvane.reporters;

/**
 * What a report counts for. It follows from the authentication of its mail, from the trust in its
 * reporter, and from what people decided on it: the function {@code report_trust} of the database.
 */
public enum Trust {
    /** It counts, and advice rests on it. */
    ADVICE(1),
    /** It counts in sums and lists. No advice rests on it. */
    TOTALS(2),
    /** It is stored and shown. It counts nowhere. */
    HELD(3);

    private final int number;

    Trust(int number) {
        this.number = number;
    }

    /** Returns its number in the database. */
    public int number() {
        return number;
    }

    /** Whether messages of such a report are in sums. */
    public boolean counts() {
        return this != HELD;
    }

    /** Returns the trust of this number. */
    public static Trust of(int number) {
        return values()[number - 1];
    }
}
