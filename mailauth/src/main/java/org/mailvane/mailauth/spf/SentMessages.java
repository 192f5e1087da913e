package org.mailvane.mailauth.spf;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * Counts messages by sending address. Counting those from a set of addresses takes logarithmic time
 * for each of its ranges, since it is done for every term of a record.
 */
public final class SentMessages {

    /** No message. */
    public static final SentMessages NONE = new SentMessages(Map.of());

    /** By address, how many came from it and from all before it. */
    private final TreeMap<IpAddress, Long> upTo = new TreeMap<>();

    /**
     * These messages.
     *
     * @param byAddress how many each address sent
     */
    public SentMessages(Map<IpAddress, Long> byAddress) {
        long sum = 0;
        for (Map.Entry<IpAddress, Long> each : new TreeMap<>(byAddress).entrySet()) {
            sum += each.getValue();
            upTo.put(each.getKey(), sum);
        }
    }

    /** Returns how many messages came from any of these addresses. */
    long from(IpSet addresses) {
        if (upTo.isEmpty()) {
            return 0;
        }
        long sum = 0;
        for (IpSet.Range range : addresses.ranges()) {
            sum += before(upTo.floorEntry(range.last())) - before(upTo.lowerEntry(range.first()));
        }
        return sum;
    }

    private static long before(Map.@Nullable Entry<IpAddress, Long> entry) {
        return entry == null ? 0 : entry.getValue();
    }
}
