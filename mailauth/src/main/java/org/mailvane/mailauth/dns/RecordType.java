package org.mailvane.mailauth.dns;

/** The types of records that can be queried, with their numbers in DNS. */
public enum RecordType {
    /** IPv4 address (RFC 1035). */
    A(1),
    /** Name server (RFC 1035). */
    NS(2),
    /** Alias (RFC 1035). */
    CNAME(5),
    /** Start of a zone (RFC 1035). */
    SOA(6),
    /** Name of an address (RFC 1035). */
    PTR(12),
    /** Mail exchanger (RFC 1035, RFC 5321). */
    MX(15),
    /** Text (RFC 1035). */
    TXT(16),
    /** IPv6 address (RFC 3596). */
    AAAA(28),
    /** Certificate association (RFC 6698). */
    TLSA(52),
    /** The type that SPF once had beside TXT (RFC 7208, section 3.1: must not be used). */
    SPF(99);

    private final int number;

    RecordType(int number) {
        this.number = number;
    }

    /** Its number. */
    public int number() {
        return number;
    }
}
