package org.mailvane.reports;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads IP addresses from their text without ever asking DNS; allocates nothing but the result. */
public final class IpAddresses {

    private static final int IPV4_PARTS = 4;
    private static final int IPV6_GROUPS = 8;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private IpAddresses() {}

    /**
     * Reads an IPv4 address (four decimal numbers without leading zeros) or an IPv6 address (RFC
     * 4291, section 2.2, all three forms). An IPv4-mapped one is given as IPv4.
     *
     * @return the address, or null if the bytes from {@code from} to {@code to} are none
     */
    public static @Nullable InetAddress parse(byte[] text, int from, int to) {
        byte[] four = new byte[IPV4_BYTES];
        if (ipv4(text, from, to, four, 0)) {
            return address(four);
        }
        byte[] sixteen = new byte[IPV6_BYTES];
        return ipv6(text, from, to, sixteen) ? address(sixteen) : null;
    }

    private static boolean ipv4(byte[] text, int from, int to, byte[] out, int at) {
        int i = from;
        for (int part = 0; part < IPV4_PARTS; part++) {
            int start = i;
            int value = 0;
            while (i < to && i - start < 3 && text[i] >= '0' && text[i] <= '9') {
                value = value * 10 + text[i++] - '0';
            }
            boolean leadingZero = i - start > 1 && text[start] == '0';
            if (i == start || leadingZero || value > 255) {
                return false;
            }
            out[at + part] = (byte) value;
            if (part < IPV4_PARTS - 1 && (i >= to || text[i++] != '.')) {
                return false;
            }
        }
        return i == to;
    }

    private static boolean ipv6(byte[] text, int from, int to, byte[] out) {
        int i = from;
        int filled = 0;
        int gapAt = -1;
        if (to - i >= 2 && text[i] == ':') {
            if (text[i + 1] != ':') {
                return false;
            }
            gapAt = 0;
            i += 2;
        }
        while (i < to) {
            int start = i;
            int value = 0;
            while (i < to && i - start < 4 && Character.digit(text[i], 16) >= 0) {
                value = (value << 4) | Character.digit(text[i++], 16);
            }
            if (i < to && text[i] == '.') {
                if (filled > IPV6_BYTES - IPV4_BYTES || !ipv4(text, start, to, out, filled)) {
                    return false;
                }
                filled += IPV4_BYTES;
                i = to;
                break;
            }
            if (i == start || filled == 2 * IPV6_GROUPS) {
                return false;
            }
            out[filled++] = (byte) (value >> 8);
            out[filled++] = (byte) value;
            if (i == to) {
                break;
            }
            if (text[i++] != ':' || i == to) {
                return false;
            }
            if (text[i] == ':') {
                if (gapAt >= 0) {
                    return false;
                }
                gapAt = filled;
                i++;
            }
        }
        if (gapAt < 0) {
            return filled == IPV6_BYTES;
        }
        int behind = filled - gapAt;
        if (filled == IPV6_BYTES) {
            return false;
        }
        System.arraycopy(out, gapAt, out, IPV6_BYTES - behind, behind);
        Arrays.fill(out, gapAt, IPV6_BYTES - behind, (byte) 0);
        return true;
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", impossible);
        }
    }
}
