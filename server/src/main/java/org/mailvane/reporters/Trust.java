package org.mailvane.reporters;

import java.util.Arrays;

/**
 * What a report counts for, most first. It follows from the authentication of its mail, from the
 * trust in its reporter, and from what people decided on it: the function {@code report_trust} of
 * the database.
 */
public enum Trust {
    /** A person handed it over, or its reporter is accepted. Advice rests on it. */
    ACCEPTED(1),
    /**
     * Its mail is verified, but its reporter is a stranger. Advice rests on it only where accepted
     * reporters report too little.
     */
    VERIFIED(0),
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
        return Arrays.stream(values())
                .filter(trust -> trust.number == number)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no trust has number " + number));
    }
}
