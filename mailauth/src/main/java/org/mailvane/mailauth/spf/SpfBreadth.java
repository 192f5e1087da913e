package org.mailvane.mailauth.spf;

import java.math.BigInteger;
import java.util.List;

/**
 * Counts the hosts that an SPF record allows to send in the name of its domain. Anyone who gets one
 * of these addresses, as anyone can in a cloud, can forge mail that passes SPF and DMARC.
 *
 * @param ip4Addresses IPv4 addresses that {@code ip4}, {@code a} and {@code mx} allow, without
 *     those that {@code all} and macros add
 * @param ip6Addresses the same for IPv6
 * @param parts the terms that are too broad by themselves, the broadest first, at most {@link
 *     #MAX_PARTS}
 * @param largest the term that allows the most addresses of the family that is too broad in total;
 *     empty list if neither is
 */
public record SpfBreadth(
        long ip4Addresses, BigInteger ip6Addresses, List<Part> parts, List<Part> largest) {

    /** IPv4 addresses of one term in clouds that customers share: from so many on it is broad. */
    public static final long BROAD_CLOUD_IP4 = 1L << 16;

    /** IPv4 addresses of one term, or of all: from so many on they are broad wherever they are. */
    public static final long BROAD_IP4 = 1L << 20;

    /**
     * The same as {@link #BROAD_CLOUD_IP4} of IPv6, as many as a network of this prefix has: a
     * cloud's customer gets a /64 or a /56.
     */
    public static final int BROAD_CLOUD_IP6_PREFIX = 48;

    /**
     * The same as {@link #BROAD_IP4} of IPv6: registries give a /32 to a provider with all its
     * customers, and a /48 to one organisation.
     */
    public static final int BROAD_IP6_PREFIX = 32;

    /** Terms that are kept. */
    public static final int MAX_PARTS = 20;

    private static final int IP6_BITS = 128;
    private static final BigInteger BROAD_CLOUD_IP6 = ofPrefix(BROAD_CLOUD_IP6_PREFIX);
    private static final BigInteger BROAD_IP6 = ofPrefix(BROAD_IP6_PREFIX);

    /** Nothing passes. */
    static final SpfBreadth NONE = new SpfBreadth(0, BigInteger.ZERO, List.of(), List.of());

    /** A breadth. */
    public SpfBreadth {
        parts = List.copyOf(parts);
        largest = List.copyOf(largest);
    }

    /**
     * The addresses that one term allows.
     *
     * @param term the term as it is usually written
     * @param through the domains whose records lead to it, last the one that has the term; empty if
     *     it is in the domain's own record
     * @param index the number of the term of the domain's own record that it is, or that leads to
     *     it
     * @param isIp4 whether it is about IPv4 addresses, or else IPv6 addresses
     * @param addresses the number of addresses that it allows
     * @param inClouds how many of them are in clouds that customers share
     * @param cloud the owner of the cloud that has most of them; empty if there is none
     */
    public record Part(
            String term,
            List<String> through,
            int index,
            boolean isIp4,
            BigInteger addresses,
            BigInteger inClouds,
            String cloud) {

        /** A term. */
        public Part {
            through = List.copyOf(through);
        }

        /** Returns whether it is broad because it allows addresses of shared clouds. */
        public boolean isSharedCloud() {
            return inClouds.compareTo(isIp4 ? BigInteger.valueOf(BROAD_CLOUD_IP4) : BROAD_CLOUD_IP6)
                    >= 0;
        }

        /** Whether it is too broad by itself. */
        boolean isBroad() {
            return isSharedCloud()
                    || addresses.compareTo(isIp4 ? BigInteger.valueOf(BROAD_IP4) : BROAD_IP6) >= 0;
        }
    }

    /** Whether more hosts may send than an organisation and its senders have. */
    public boolean isBroad() {
        return !parts.isEmpty() || isBroadInTotal();
    }

    /** Returns whether it is broad because of shared clouds, where anyone can get an address. */
    public boolean isSharedCloud() {
        return parts.stream().anyMatch(Part::isSharedCloud);
    }

    /** Whether all addresses together are too many. */
    boolean isBroadInTotal() {
        return isBroadIp4() || ip6Addresses.compareTo(BROAD_IP6) >= 0;
    }

    /** Whether those of IPv4 are too many. */
    boolean isBroadIp4() {
        return ip4Addresses >= BROAD_IP4;
    }

    private static BigInteger ofPrefix(int prefix) {
        return BigInteger.ONE.shiftLeft(IP6_BITS - prefix);
    }
}
