package org.mailvane.mailauth.dns;

import java.util.Locale;

/** What addresses are kept for that do not belong to anybody on the public internet. */
public enum AddressPurpose {
    THIS_NETWORK("this network"),
    PRIVATE("private"),
    SHARED("shared by carriers"),
    LOOPBACK("loopback"),
    CLOUD("internal to a cloud"),
    LINK_LOCAL("link-local"),
    PROTOCOL("protocol assignments"),
    DOCUMENTATION("documentation"),
    SIX_TO_FOUR("former 6to4 relays"),
    BENCHMARKS("benchmarks"),
    MULTICAST("multicast"),
    RESERVED("reserved"),
    UNSPECIFIED("unspecified"),
    COMPATIBLE("IPv4-compatible"),
    MAPPED("IPv4-mapped"),
    NAT64("local NAT64"),
    DISCARDED("discarded"),
    DUMMY("dummy"),
    SEGMENT_ROUTING("segment routing"),
    SITE_LOCAL("site-local"),
    UNASSIGNED("unassigned");

    private final String words;

    AddressPurpose(String words) {
        this.words = words;
    }

    /** Returns the stable code. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the registries of IANA call it. */
    @Override
    public String toString() {
        return words;
    }
}
