package org.mailvane.sources.classify;

/**
 * The rules by which a row gets its source and category, in the order in which they are tried. The
 * first that fits decides; its number is stored with the row and appears in API answers, so a rule
 * keeps its number even if the order changes.
 */
public enum Rule {
    /** One of the account's own sources. */
    CUSTOM_SOURCE(1, "custom source"),
    /** A provider that also passes on mail of others did so. */
    RELAY(2, "relay"),
    /** Somebody sent from a mailbox that has another address. */
    MAILBOX(9, "mailbox account"),
    /** A sender of the catalogue that sends for its customers. */
    CATALOGUE(3, "source catalogue"),
    /** A known forwarder, or the reporter says that it was forwarded. */
    KNOWN_FORWARDER(4, "known forwarder"),
    /** The signature survived a way on which SPF did not, or a mailing list broke it. */
    FORWARDED(5, "forwarded"),
    /** The domain's own SPF record authorises the address. */
    SPF_IDENTIFIED(6, "SPF-identified server"),
    /** DKIM or SPF passed aligned. */
    ALIGNED(7, "aligned pass"),
    /** Nothing of all that. */
    UNKNOWN(8, "unknown");

    private final int number;
    private final String label;

    Rule(int number, String label) {
        this.number = number;
        this.label = label;
    }

    /** Returns the stored number. */
    public int number() {
        return number;
    }

    /** Returns what people read. */
    public String label() {
        return label;
    }

    /**
     * Returns the rule of a stored number.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static Rule of(int number) {
        for (Rule rule : values()) {
            if (rule.number == number) {
                return rule;
            }
        }
        throw new IllegalArgumentException("no rule " + number);
    }
}
