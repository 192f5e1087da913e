package org.mailvane.traffic.sums;

import org.mailvane.reporters.Trust;

/** Whose reports advice about a domain rests on; {@link AdviceBases} has the rule. */
public enum AdviceBasis {
    /** Only accepted reporters, and what people hand over. */
    ACCEPTED,
    /** These, and strangers whose mails are verified. */
    VERIFIED;

    /** Returns the numbers of the trust of these reports. */
    public int[] trusts() {
        return switch (this) {
            case ACCEPTED -> new int[] {Trust.ACCEPTED.number()};
            case VERIFIED -> new int[] {Trust.ACCEPTED.number(), Trust.VERIFIED.number()};
        };
    }
}
