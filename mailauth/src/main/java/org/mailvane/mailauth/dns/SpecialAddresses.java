package org.mailvane.mailauth.dns;

import java.util.List;
import java.util.Optional;

/**
 * Blocks of addresses that are not used on the public internet: those that are not globally
 * reachable according to IANA's special-purpose registries (RFC 6890), multicast, addresses that
 * embed another one, unallocated IPv6 addresses, and the one public address that clouds use
 * internally.
 */
public final class SpecialAddresses {

    /** NAT64 (RFC 6052): the last 32 bits contain the IPv4 address. */
    private static final IpNetwork NAT64 = block("64:ff9b::/96");

    /** 6to4 (RFC 3056): the IPv4 address follows the first 16 bits. */
    private static final IpNetwork SIX_TO_FOUR = block("2002::/16");

    /** All addresses that are allocated as public ones (RFC 4291, section 4, and IANA). */
    private static final IpNetwork GLOBAL_UNICAST = block("2000::/3");

    private static final List<Block> BLOCKS =
            List.of(
                    new Block("0.0.0.0/8", AddressPurpose.THIS_NETWORK),
                    new Block("10.0.0.0/8", AddressPurpose.PRIVATE),
                    new Block("100.64.0.0/10", AddressPurpose.SHARED),
                    new Block("127.0.0.0/8", AddressPurpose.LOOPBACK),
                    // Answers each machine of Azure with what only that machine shall know.
                    new Block("168.63.129.16/32", AddressPurpose.CLOUD),
                    new Block("169.254.0.0/16", AddressPurpose.LINK_LOCAL),
                    new Block("172.16.0.0/12", AddressPurpose.PRIVATE),
                    new Block("192.0.0.0/24", AddressPurpose.PROTOCOL),
                    new Block("192.0.2.0/24", AddressPurpose.DOCUMENTATION),
                    new Block("192.88.99.0/24", AddressPurpose.SIX_TO_FOUR),
                    new Block("192.168.0.0/16", AddressPurpose.PRIVATE),
                    new Block("198.18.0.0/15", AddressPurpose.BENCHMARKS),
                    new Block("198.51.100.0/24", AddressPurpose.DOCUMENTATION),
                    new Block("203.0.113.0/24", AddressPurpose.DOCUMENTATION),
                    new Block("224.0.0.0/4", AddressPurpose.MULTICAST),
                    new Block("240.0.0.0/4", AddressPurpose.RESERVED),
                    new Block("::/128", AddressPurpose.UNSPECIFIED),
                    new Block("::1/128", AddressPurpose.LOOPBACK),
                    new Block("::/96", AddressPurpose.COMPATIBLE),
                    new Block("::ffff:0:0/96", AddressPurpose.MAPPED),
                    new Block("64:ff9b:1::/48", AddressPurpose.NAT64),
                    new Block("100::/64", AddressPurpose.DISCARDED),
                    new Block("100:0:0:1::/64", AddressPurpose.DUMMY),
                    new Block("2001::/23", AddressPurpose.PROTOCOL),
                    new Block("2001:db8::/32", AddressPurpose.DOCUMENTATION),
                    new Block("3fff::/20", AddressPurpose.DOCUMENTATION),
                    new Block("5f00::/16", AddressPurpose.SEGMENT_ROUTING),
                    new Block("fc00::/7", AddressPurpose.PRIVATE),
                    new Block("fe80::/10", AddressPurpose.LINK_LOCAL),
                    new Block("fec0::/10", AddressPurpose.SITE_LOCAL),
                    new Block("ff00::/8", AddressPurpose.MULTICAST));

    private record Block(IpNetwork network, AddressPurpose purpose) {

        Block(String text, AddressPurpose purpose) {
            this(block(text), purpose);
        }
    }

    /** Which first octets IPv4 blocks have: most addresses have another one. */
    private static final boolean[] V4_OCTETS = v4Octets();

    private static final int V4_OCTET_SHIFT = IpAddress.V4_BITS - 8;

    private SpecialAddresses() {}

    private static boolean[] v4Octets() {
        boolean[] octets = new boolean[256];
        for (Block block : BLOCKS) {
            if (block.network.first().isV4()) {
                int last = firstOctet(block.network.last());
                for (int i = firstOctet(block.network.first()); i <= last; i++) {
                    octets[i] = true;
                }
            }
        }
        return octets;
    }

    private static int firstOctet(IpAddress address) {
        return (int) (address.low() >>> V4_OCTET_SHIFT);
    }

    /**
     * What an address is kept for; empty where it is an ordinary public one. Of an address that
     * hides an IPv4 address (mapped, NAT64, 6to4) it is what that one is kept for.
     */
    public static Optional<AddressPurpose> purposeOf(IpAddress address) {
        if (address.isV4() && !V4_OCTETS[firstOctet(address)]) {
            return Optional.empty();
        }
        IpAddress plain = hidden(address);
        return purposeOf(IpNetwork.of(plain), plain.isV4() || GLOBAL_UNICAST.contains(plain));
    }

    /** What a network is kept for, where all of it is. */
    public static Optional<AddressPurpose> purposeOf(IpNetwork network) {
        boolean mayBePublic =
                network.first().isV4()
                        || overlap(network, GLOBAL_UNICAST)
                        || overlap(network, NAT64);
        return purposeOf(network, mayBePublic);
    }

    private static Optional<AddressPurpose> purposeOf(IpNetwork network, boolean mayBePublic) {
        return BLOCKS.stream()
                .filter(block -> block.network.contains(network))
                .map(Block::purpose)
                .findFirst()
                .or(() -> mayBePublic ? Optional.empty() : Optional.of(AddressPurpose.UNASSIGNED));
    }

    private static boolean overlap(IpNetwork one, IpNetwork other) {
        return one.contains(other) || other.contains(one);
    }

    private static IpAddress hidden(IpAddress address) {
        if (NAT64.contains(address)) {
            return IpAddress.v4(address.low());
        }
        if (SIX_TO_FOUR.contains(address)) {
            return IpAddress.v4(address.high() >>> 16);
        }
        return address.unmapped();
    }

    private static IpNetwork block(String text) {
        return IpNetwork.parse(text).orElseThrow();
    }
}
