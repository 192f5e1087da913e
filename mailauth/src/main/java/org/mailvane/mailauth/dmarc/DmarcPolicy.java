package org.mailvane.mailauth.dmarc;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The handling that a domain requests for mail that fails DMARC, weakest first (RFC 9989, section
 * 4.7).
 */
public enum DmarcPolicy {
    /** Nothing but reports. */
    NONE,
    /** Treat it as suspicious: usually the spam folder. */
    QUARANTINE,
    /** Refuse it. */
    REJECT;

    /** Reads a value of {@code p}, {@code sp} or {@code np}, of any case. */
    public static Optional<DmarcPolicy> of(String value) {
        return Arrays.stream(values())
                .filter(policy -> policy.toString().equals(value.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Whether it asks for less than {@code other}. */
    public boolean isWeakerThan(DmarcPolicy other) {
        return compareTo(other) < 0;
    }

    /** Returns the policy in test mode: one level less (RFC 9989, section 4.7, {@code t}). */
    public DmarcPolicy inTestMode() {
        return this == REJECT ? QUARANTINE : NONE;
    }

    /** The word of the record: {@code none}, {@code quarantine}, {@code reject}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
