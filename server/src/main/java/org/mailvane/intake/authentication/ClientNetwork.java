package org.mailvane.intake.authentication;

import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * The network of an SMTP client. The owner of one of its addresses usually has the others, so they
 * count as one sender.
 */
public final class ClientNetwork {

    private static final int V4_NETWORK = 24;
    private static final int V6_NETWORK = 48;
    private static final long V4_MASK = -1L << (IpAddress.V4_BITS - V4_NETWORK);
    private static final long V6_MASK = -1L << (Long.SIZE - V6_NETWORK);

    private ClientNetwork() {}

    /** Returns it as text, such as 192.0.2.0/24 or 2001:db8:1::/48. */
    public static String of(SmtpClient client) {
        IpAddress address = client.address().unmapped();
        return address.isV4()
                ? IpAddress.v4(address.low() & V4_MASK) + "/" + V4_NETWORK
                : IpAddress.v6(address.high() & V6_MASK, 0) + "/" + V6_NETWORK;
    }
}
