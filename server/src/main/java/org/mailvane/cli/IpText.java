package org.mailvane.cli;

import java.net.InetAddress;

/** An address as text in its one canonical form: RFC 5952 for IPv6. */
final class IpText {

    private static final int GROUPS = 8;

    private IpText() {}

    static String of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return address.getHostAddress();
        }
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int run = 0;
            while (i + run < GROUPS && groups[i + run] == 0) {
                run++;
            }
            // The longest run of zeros, and of several the first; never a single one.
            if (run > length) {
                start = i;
                length = run;
            }
            i += run;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
