package org.mailvane.sources;

/** The four kinds of senders; their numbers are stored and used in charts. */
public enum Category {
    /** Can pass DMARC for the domain. */
    CAPABLE(1),
    /** Sends for the domain, but can't pass DMARC. */
    NON_COMPLIANT(2),
    /** Passes on mail that others sent. */
    FORWARDER(3),
    /** Somebody who abuses the domain, or whom nobody knows. */
    THREAT_OR_UNKNOWN(4);

    private final int number;

    Category(int number) {
        this.number = number;
    }

    /** Returns the stored number. */
    public int number() {
        return number;
    }

    /**
     * Returns the category of a stored number.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static Category of(int number) {
        for (Category category : values()) {
            if (category.number == number) {
                return category;
            }
        }
        throw new IllegalArgumentException("no category " + number);
    }
}
