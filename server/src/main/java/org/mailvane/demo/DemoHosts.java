package org.mailvane.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/** The demo's senders in DNS: what SPF records refer to, and the names of addresses. */
final class DemoHosts {

    /** Where the names of the documentation's networks would be (RFC 5737, RFC 3849). */
    private static final List<DnsName> REVERSE =
            List.of(
                    new DnsName("2.0.192.in-addr.arpa"),
                    new DnsName("100.51.198.in-addr.arpa"),
                    new DnsName("113.0.203.in-addr.arpa"),
                    new DnsName("8.b.d.0.1.0.0.2.ip6.arpa"));

    private static final int WAVE_FIRST = 224;
    private static final int WAVE_LAST = 253;

    private final Map<String, DemoZone> zones = new HashMap<>();
    private final Map<DnsName, DnsName> pointers = new HashMap<>();

    DemoHosts() {
        spf("kestrel", "_spf", "include:a.%1$s include:b.%1$s include:c.%1$s");
        spf("kestrel", "a", "ip4:198.51.100.16/30");
        spf("kestrel", "b", "ip4:198.51.100.20/30");
        spf("kestrel", "c", "ip6:2001:db8:17::/48");
        spf("ferrymail", "spf", "ip4:192.0.2.128/27");
        spf("brightdesk", "spf", "ip4:198.51.100.64/28");
        spf("tidewater", "spf", "ip4:198.51.100.96/28");
        spf("newsblaster", "_spf", "include:us.%1$s include:eu.%1$s");
        spf("newsblaster", "us", "ip4:198.51.100.40");
        spf("newsblaster", "eu", "ip4:198.51.100.42");
        spf("ticketdesk", "bounce", "ip4:198.51.100.60");
        host("192.0.2.25", "office", "out1");
        host("2001:db8:25::25", "office", "out2");
        host("192.0.2.80", "office", "apps");
        host("192.0.2.130", "ferrymail", "o130");
        host("192.0.2.131", "ferrymail", "o131");
        host("192.0.2.140", "ferrymail", "o140");
        host("198.51.100.17", "kestrel", "c17");
        host("198.51.100.19", "kestrel", "c19");
        host("198.51.100.40", "newsblaster", "out40");
        host("198.51.100.42", "newsblaster", "out42");
        host("198.51.100.60", "ticketdesk", "mail");
        host("198.51.100.66", "brightdesk", "out");
        host("198.51.100.98", "tidewater", "out");
        host("203.0.113.11", "alumni", "lists");
        host("203.0.113.12", "alumni", "forward");
        host("203.0.113.18", "campus", "mx");
        host("203.0.113.35", "lantern", "relay");
        for (int last = WAVE_FIRST; last <= WAVE_LAST; last++) {
            host("203.0.113." + last, "cheap-hosting", "host-" + last);
        }
    }

    private DemoZone zone(String label) {
        String domain = label + "." + DemoDomain.TOP;
        return zones.computeIfAbsent(domain, DemoZone::new);
    }

    private void spf(String label, String below, String terms) {
        zone(label)
                .text(below, "v=spf1 " + terms.formatted(label + "." + DemoDomain.TOP) + " -all");
    }

    private void host(String address, String label, String below) {
        zone(label).address(below, address);
        pointers.put(
                IpAddress.parse(address).orElseThrow().reverseName(),
                new DnsName(below + "." + label + "." + DemoDomain.TOP));
    }

    /** The zone of one of them; null where it is none of theirs. */
    @Nullable DemoZone zoneOf(String domain) {
        return zones.get(domain);
    }

    /** Whether a name is where those of the demo's addresses are. */
    static boolean isReverse(DnsName name) {
        return REVERSE.stream().anyMatch(name::isWithin);
    }

    /** What there is at such a name. */
    DnsAnswer pointer(DnsName name, RecordType type) {
        DnsName host = pointers.get(name);
        if (host == null) {
            return DnsAnswer.without(Status.NO_SUCH_NAME);
        }
        return type == RecordType.PTR
                ? DnsAnswer.of(List.of(new DnsRecord.Target(host)))
                : DnsAnswer.without(Status.NO_DATA);
    }
}
