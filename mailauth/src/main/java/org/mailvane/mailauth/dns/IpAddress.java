package org.mailvane.mailauth.dns;

import java.util.Locale;
import java.util.Optional;

/**
 * An IPv4 or IPv6 address as a value.
 *
 * @param isV4 whether it is an IPv4 address
 * @param high the upper 64 bits; 0 of an IPv4 address
 * @param low the lower 64 bits; the 32 bits of an IPv4 address
 */
public record IpAddress(boolean isV4, long high, long low) implements Comparable<IpAddress> {

    /** Bits of an IPv4 address. */
    public static final int V4_BITS = 32;

    /** Bits of an IPv6 address. */
    public static final int V6_BITS = 128;

    private static final int GROUPS = 8;
    private static final long MAPPED_PREFIX = 0xFFFFL;

    /** An address of 32 bits. */
    public static IpAddress v4(long bits) {
        return new IpAddress(true, 0, bits & 0xFFFF_FFFFL);
    }

    /** An address of 128 bits. */
    public static IpAddress v6(long high, long low) {
        return new IpAddress(false, high, low);
    }

    /** The address of 4 or 16 octets in network order. */
    public static IpAddress of(byte[] octets) {
        return switch (octets.length) {
            case 4 -> v4(bits(octets, 0, 4));
            case 16 -> v6(bits(octets, 0, 8), bits(octets, 8, 8));
            default -> throw new IllegalArgumentException(octets.length + " octets");
        };
    }

    /**
     * Reads an address: four decimal numbers without leading zeros (RFC 7208, section 12: {@code
     * ip4-network}), or any form of RFC 4291, section 2.2; no brackets, zone, prefix or blanks.
     */
    public static Optional<IpAddress> parse(String text) {
        return text.indexOf(':') < 0 ? parseV4(text) : parseV6(text);
    }

    private static Optional<IpAddress> parseV4(String text) {
        long bits = v4Bits(text, 0);
        return bits < 0 ? Optional.empty() : Optional.of(v4(bits));
    }

    /** The 32 bits of an address from {@code from} to the end, or -1. */
    private static long v4Bits(String text, int from) {
        long bits = 0;
        int at = from;
        for (int octet = 0; octet < 4; octet++) {
            int begin = at;
            int value = 0;
            while (at < text.length() && isDigit(text.charAt(at)) && at - begin < 3) {
                value = value * 10 + (text.charAt(at) - '0');
                at++;
            }
            boolean leadingZero = at - begin > 1 && text.charAt(begin) == '0';
            if (at == begin || leadingZero || value > 255) {
                return -1;
            }
            bits = bits << 8 | value;
            if (octet < 3) {
                if (at == text.length() || text.charAt(at) != '.') {
                    return -1;
                }
                at++;
            }
        }
        return at == text.length() ? bits : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Optional<IpAddress> parseV6(String text) {
        int[] groups = new int[GROUPS];
        int count = 0;
        int gap = -1;
        int at = 0;
        if (text.startsWith("::")) {
            gap = 0;
            at = 2;
        }
        while (at < text.length()) {
            int end = text.indexOf(':', at);
            int groupEnd = end < 0 ? text.length() : end;
            if (end < 0 && text.indexOf('.', at) >= 0) {
                long v4 = v4Bits(text, at);
                if (v4 < 0 || count > GROUPS - 2) {
                    return Optional.empty();
                }
                groups[count++] = (int) (v4 >> 16);
                groups[count++] = (int) (v4 & 0xFFFF);
                at = text.length();
                break;
            }
            int value = hex(text, at, groupEnd);
            if (value < 0 || count == GROUPS) {
                return Optional.empty();
            }
            groups[count++] = value;
            at = groupEnd;
            if (end >= 0) {
                at = end + 1;
                if (at < text.length() && text.charAt(at) == ':') {
                    if (gap >= 0) {
                        return Optional.empty();
                    }
                    gap = count;
                    at++;
                } else if (at == text.length()) {
                    return Optional.empty();
                }
            }
        }
        if (gap < 0 ? count != GROUPS : count >= GROUPS) {
            return Optional.empty();
        }
        return Optional.of(ofGroups(groups, count, gap));
    }

    private static IpAddress ofGroups(int[] groups, int count, int gap) {
        long[] halves = new long[2];
        int zeros = GROUPS - count;
        for (int i = 0; i < count; i++) {
            int place = gap >= 0 && i >= gap ? i + zeros : i;
            halves[place / 4] |= (long) groups[i] << (48 - 16 * (place % 4));
        }
        return v6(halves[0], halves[1]);
    }

    private static int hex(String text, int from, int to) {
        if (to - from < 1 || to - from > 4) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** 32 or 128. */
    public int bits() {
        return isV4 ? V4_BITS : V6_BITS;
    }

    /** 4 or 16 octets in network order. */
    public byte[] octets() {
        byte[] octets = new byte[bits() / 8];
        for (int i = 0; i < octets.length; i++) {
            int fromEnd = octets.length - 1 - i;
            octets[i] = (byte) (fromEnd < 8 ? low >>> (8 * fromEnd) : high >>> (8 * (fromEnd - 8)));
        }
        return octets;
    }

    /**
     * The IPv4 address that an IPv4-mapped address means (RFC 4291, section 2.5.5.2); every other
     * is itself.
     */
    public IpAddress unmapped() {
        return !isV4 && high == 0 && low >>> 32 == MAPPED_PREFIX ? v4(low) : this;
    }

    /** Returns the name of the PTR records of the address (RFC 1035, 3.5; RFC 3596, 2.5). */
    public DnsName reverseName() {
        StringBuilder name = new StringBuilder(72);
        if (isV4) {
            for (int shift = 0; shift < V4_BITS; shift += 8) {
                name.append(low >> shift & 0xFF).append('.');
            }
            return new DnsName(name.append("in-addr.arpa").toString());
        }
        for (int nibble = 31; nibble >= 0; nibble--) {
            name.append(Character.forDigit(nibble(nibble), 16)).append('.');
        }
        return new DnsName(name.append("ip6.arpa").toString());
    }

    /** One of the 32 hexadecimal digits of an IPv6 address, from 0 at its begin. */
    public int nibble(int index) {
        long half = index < 16 ? high : low;
        return (int) (half >>> (60 - 4 * (index % 16)) & 0xF);
    }

    @Override
    public int compareTo(IpAddress other) {
        if (isV4 != other.isV4) {
            return isV4 ? -1 : 1;
        }
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /** The canonical text (RFC 5952). */
    @Override
    public String toString() {
        if (isV4) {
            return (low >> 24)
                    + "."
                    + (low >> 16 & 0xFF)
                    + "."
                    + (low >> 8 & 0xFF)
                    + "."
                    + (low & 0xFF);
        }
        if (high == 0 && low >>> 32 == MAPPED_PREFIX) {
            return "::ffff:" + v4(low);
        }
        return groupsText();
    }

    private String groupsText() {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (int) ((i < 4 ? high : low) >>> (48 - 16 * (i % 4)) & 0xFFFF);
        }
        int bestBegin = -1;
        int bestLength = 1;
        for (int i = 0; i < GROUPS; i++) {
            int length = 0;
            while (i + length < GROUPS && groups[i + length] == 0) {
                length++;
            }
            if (length > bestLength) {
                bestBegin = i;
                bestLength = length;
            }
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < GROUPS; i++) {
            if (i == bestBegin) {
                text.append("::");
                i += bestLength - 1;
            } else {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(groups[i]).toLowerCase(Locale.ROOT));
            }
        }
        return text.toString();
    }

    private static long bits(byte[] octets, int from, int count) {
        long bits = 0;
        for (int i = from; i < from + count; i++) {
            bits = (bits << 8) | (octets[i] & 0xFF);
        }
        return bits;
    }
}
