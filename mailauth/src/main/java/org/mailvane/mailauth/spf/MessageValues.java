package org.mailvane.mailauth.spf;

import java.time.InstantSource;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;

/** The values of macros for one message (RFC 7208, section 7.2). */
final class MessageValues implements MacroValues {

    private static final int NIBBLES = IpAddress.V6_BITS / 4;

    private final HostNames names;
    private final String local;
    private final String senderDomain;
    private final String helo;
    private final String receiver;
    private final InstantSource clock;
    private DnsName domain = DnsName.ROOT;

    MessageValues(
            HostNames names,
            String local,
            String senderDomain,
            String helo,
            String receiver,
            InstantSource clock) {
        this.names = names;
        this.local = local;
        this.senderDomain = senderDomain;
        this.helo = helo;
        this.receiver = receiver;
        this.clock = clock;
    }

    /** The domain whose record is evaluated now. */
    DnsName domain() {
        return domain;
    }

    void setDomain(DnsName current) {
        domain = current;
    }

    /**
     * Whether a text can be expanded. Local parts that are not ASCII can't be in names, so that
     * terms that use them match nothing (RFC 8616, section 4).
     */
    boolean canExpand(MacroString text) {
        return !(text.uses('l') || text.uses('s')) || local.chars().allMatch(c -> c < 0x80);
    }

    @Override
    public String of(char letter) {
        return switch (letter) {
            case 's' -> local + "@" + senderDomain;
            case 'l' -> local;
            case 'o' -> senderDomain;
            case 'd' -> domain.value();
            case 'i' -> dotted(names.ip());
            case 'p' -> names.best(domain);
            case 'h' -> helo;
            case 'v' -> names.ip().isV4() ? "in-addr" : "ip6";
            case 'c' -> names.ip().toString();
            case 'r' -> receiver;
            case 't' -> String.valueOf(clock.instant().getEpochSecond());
            default -> throw new IllegalArgumentException("macro " + letter);
        };
    }

    private static String dotted(IpAddress ip) {
        if (ip.isV4()) {
            return ip.toString();
        }
        StringBuilder text = new StringBuilder(2 * NIBBLES);
        for (int i = 0; i < NIBBLES; i++) {
            if (i > 0) {
                text.append('.');
            }
            text.append(Character.toUpperCase(Character.forDigit(ip.nibble(i), 16)));
        }
        return text.toString();
    }
}
