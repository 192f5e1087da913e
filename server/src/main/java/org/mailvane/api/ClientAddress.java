package org.mailvane.api;

import inet.ipaddr.IPAddress;
import jakarta.servlet.http.HttpServletRequest;

/** The sender of a request, as far as the address identifies them. */
public final class ClientAddress {

    /** Bits of an IPv6 address that are one customer's, who has all addresses below them. */
    private static final int IPV6_CUSTOMER = 64;

    private ClientAddress() {}

    /** Returns the address of a request's sender, taking trusted proxies into account. */
    public static String address(HttpServletRequest request) {
        return Forwarded.of(request).client().toCanonicalString();
    }

    /** The addresses of the customer who sends a request, for limits by address. */
    public static String customer(HttpServletRequest request) {
        return customer(Forwarded.of(request).client()).toCanonicalString();
    }

    /** All addresses of the customer who has this one. */
    public static IPAddress customer(IPAddress address) {
        return address.isIPv6() ? address.toPrefixBlock(IPV6_CUSTOMER) : address;
    }
}
