package org.mailvane.sources.evidence;

import java.util.EnumSet;
import java.util.Set;
import org.mailvane.mailauth.dns.AddressPurpose;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.SpecialAddresses;

/** Which addresses DNS is asked about, and who may know the answer. */
enum LookupPolicy {
    /** Public ones, and those that are public in examples and tests. */
    ALWAYS,
    /**
     * Those of somebody's own network. Their names are its operator's affair: they are asked for,
     * and shown, only while no second account could read them.
     */
    BY_ONLY_ACCOUNT,
    /** Addresses that do not belong to a host. */
    NEVER;

    private static final Set<AddressPurpose> LIKE_PUBLIC =
            EnumSet.of(AddressPurpose.DOCUMENTATION, AddressPurpose.BENCHMARKS);
    private static final Set<AddressPurpose> NO_HOST =
            EnumSet.of(
                    AddressPurpose.LOOPBACK,
                    AddressPurpose.MULTICAST,
                    AddressPurpose.UNSPECIFIED,
                    AddressPurpose.THIS_NETWORK);

    static LookupPolicy of(IpAddress address) {
        AddressPurpose purpose = SpecialAddresses.purposeOf(address).orElse(null);
        if (purpose == null || LIKE_PUBLIC.contains(purpose)) {
            return ALWAYS;
        }
        return NO_HOST.contains(purpose) ? NEVER : BY_ONLY_ACCOUNT;
    }
}
