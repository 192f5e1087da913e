package org.mailvane.mailauth.dns;

import java.util.Optional;

/**
 * A CIDR block (RFC 4632; RFC 4291, section 2.3).
 *
 * @param first its first address: the bits after the prefix are 0
 * @param prefix bits that all its addresses share
 */
public record IpNetwork(IpAddress first, int prefix) implements Comparable<IpNetwork> {

    /** The block of a length that has this address. */
    public static IpNetwork of(IpAddress address, int prefix) {
        if (prefix < 0 || prefix > address.bits()) {
            throw new IllegalArgumentException("/" + prefix + " of " + address);
        }
        return new IpNetwork(masked(address, prefix), prefix);
    }

    /** An address alone. */
    public static IpNetwork of(IpAddress address) {
        return new IpNetwork(address, address.bits());
    }

    /** Reads {@code address/length} or an address alone; bits after the prefix are cut off. */
    public static Optional<IpNetwork> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return IpAddress.parse(text).map(IpNetwork::of);
        }
        String length = text.substring(slash + 1);
        if (!length.matches("0|[1-9]\\d{0,2}")) {
            return Optional.empty();
        }
        int prefix = Integer.parseInt(length);
        return IpAddress.parse(text.substring(0, slash))
                .filter(address -> prefix <= address.bits())
                .map(address -> of(address, prefix));
    }

    /** Whether the address lies in it. An address of the other family never does. */
    public boolean contains(IpAddress address) {
        return address.isV4() == first.isV4() && masked(address, prefix).equals(first);
    }

    /** Whether all of the other's addresses lie in it. */
    public boolean contains(IpNetwork other) {
        return other.prefix >= prefix && contains(other.first);
    }

    /** Its last address. */
    public IpAddress last() {
        if (first.isV4()) {
            return IpAddress.v4(first.low() | lowBits(IpAddress.V4_BITS - prefix));
        }
        int free = IpAddress.V6_BITS - prefix;
        return IpAddress.v6(
                first.high() | (free > 64 ? lowBits(free - 64) : 0),
                first.low() | lowBits(Math.min(free, 64)));
    }

    @Override
    public int compareTo(IpNetwork other) {
        int byAddress = first.compareTo(other.first);
        return byAddress != 0 ? byAddress : Integer.compare(prefix, other.prefix);
    }

    /** The address, with the length unless it is an address alone. */
    @Override
    public String toString() {
        return prefix == first.bits() ? first.toString() : first + "/" + prefix;
    }

    private static IpAddress masked(IpAddress address, int prefix) {
        if (address.isV4()) {
            return IpAddress.v4(address.low() & ~lowBits(IpAddress.V4_BITS - prefix));
        }
        int free = IpAddress.V6_BITS - prefix;
        return IpAddress.v6(
                address.high() & ~(free > 64 ? lowBits(free - 64) : 0),
                address.low() & ~lowBits(Math.min(free, 64)));
    }

    private static long lowBits(int count) {
        return count == 64 ? -1L : (1L << count) - 1;
    }
}
