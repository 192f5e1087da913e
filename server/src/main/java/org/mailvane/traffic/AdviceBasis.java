package org.mailvane.traffic;

import java.util.stream.Stream;
import org.mailvane.reporters.Trust;

/** Whose reports advice about a domain rests on; {@link AdviceBases} has the rule. */
public enum AdviceBasis {
    /** Only accepted reporters, and what people hand over. */
    ACCEPTED(Trust.ACCEPTED),
    /** These, and strangers whose mails are verified. */
    VERIFIED(Trust.ACCEPTED, Trust.VERIFIED);

    private final int[] trusts;

    AdviceBasis(Trust... trusts) {
        this.trusts = Stream.of(trusts).mapToInt(Trust::number).toArray();
    }

    /** Returns the numbers of the trust of these reports. */
    int[] trusts() {
        return trusts.clone();
    }
}
