package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.testing.ZoneDns;

/**
 * Zones of domains {@code d0.example} to {@code d7.example} whose records refer to each other, over
 * a few addresses, so that much overlaps. Addresses are those of {@link #address}.
 */
final class RandomZone {

    static final DnsName START = new DnsName("d0.example");

    private static final int DOMAINS = 8;
    private static final int HOSTS = 5;
    private static final int MAX_TERMS = 5;
    private static final int ADDRESS_BITS = 6;
    private static final String[] SIGNS = {"", "", "", "", "+", "-", "~", "?"};
    private static final String[] OPEN = {
        "exists:%{i}.list.%{d}", "ptr", "include:%{l}._spf.%{d}", "a:%{h}", "mx:%{o}/28"
    };

    private final SplittableRandom random;
    private final boolean isHostile;
    private final boolean hasOpenTerms;

    /**
     * @param isHostile whether there may be loops, failures, several records and nonsense
     * @param hasOpenTerms whether there may be terms that only a message decides
     */
    RandomZone(SplittableRandom random, boolean isHostile, boolean hasOpenTerms) {
        this.random = random;
        this.isHostile = isHostile;
        this.hasOpenTerms = hasOpenTerms;
    }

    /** One of the addresses that the zones are about. */
    static IpAddress address(SplittableRandom random) {
        int offset = random.nextInt(1 << ADDRESS_BITS);
        return random.nextInt(3) > 0
                ? IpAddress.v4(0x01020300L + offset)
                : IpAddress.v6(0x2a01_0100_0000_0000L, offset);
    }

    ZoneDns next() {
        ZoneDns zone = new ZoneDns();
        for (int i = 0; i < HOSTS; i++) {
            String host = "h" + i + ".example";
            for (int n = random.nextInt(3); n > 0; n--) {
                IpAddress address = address(random);
                zone.add(host + (address.isV4() ? " A " : " AAAA ") + address);
            }
            zone.add(host + " NS ns.example");
        }
        for (int i = 0; i < DOMAINS; i++) {
            String domain = "d" + i + ".example";
            for (int n = random.nextInt(3); n > 0; n--) {
                zone.add(domain + " MX 10 " + host());
            }
            if (random.nextInt(3) == 0) {
                zone.add(domain + " A " + IpAddress.v4(0x01020300L + random.nextInt(64)));
            }
            if (isHostile && random.nextInt(8) == 0) {
                zone.add(domain + " TXT " + (random.nextBoolean() ? "SERVFAIL" : "TIMEOUT"));
            }
            for (int n = isHostile ? random.nextInt(3) : 1; n > 0; n--) {
                zone.add(domain + " TXT \"" + record(i) + "\"");
            }
        }
        return zone;
    }

    private String record(int domain) {
        List<String> terms = new ArrayList<>();
        for (int n = random.nextInt(MAX_TERMS); n > 0; n--) {
            terms.add(sign() + term(domain));
        }
        if (random.nextInt(3) > 0) {
            terms.add(sign() + "all");
        }
        boolean canRefer = isHostile || domain < DOMAINS - 1;
        if (canRefer && random.nextInt(4) == 0) {
            terms.add(random.nextInt(terms.size() + 1), "redirect=" + other(domain));
        }
        return "v=spf1 " + String.join(" ", terms);
    }

    private String term(int domain) {
        return switch (random.nextInt(isHostile ? 10 : 9)) {
            case 0, 1, 2 -> network();
            case 3 -> "a:" + host() + prefix();
            case 4 -> random.nextBoolean() ? "a" + prefix() : "mx" + prefix();
            case 5 -> hasOpenTerms ? OPEN[random.nextInt(OPEN.length)] : network();
            case 6, 7, 8 ->
                    isHostile || domain < DOMAINS - 1 ? "include:" + other(domain) : network();
            default ->
                    new String[] {"ip4:x", "foo:bar", "a:", "%{", "include:a..b"}
                            [random.nextInt(5)];
        };
    }

    private String network() {
        IpAddress address = address(random);
        int prefix = address.bits() - random.nextInt(ADDRESS_BITS);
        return (address.isV4() ? "ip4:" : "ip6:") + address + "/" + prefix;
    }

    private String prefix() {
        return random.nextBoolean()
                ? ""
                : "/" + (32 - random.nextInt(4)) + "//" + (128 - random.nextInt(4));
    }

    private String sign() {
        return SIGNS[random.nextInt(SIGNS.length)];
    }

    private String host() {
        return "h" + random.nextInt(HOSTS) + ".example";
    }

    /**
     * Returns another domain; in zones that are not hostile only one after this domain, to avoid
     * loops.
     */
    private String other(int domain) {
        int index =
                isHostile
                        ? random.nextInt(DOMAINS)
                        : domain + 1 + random.nextInt(DOMAINS - domain - 1);
        return "d" + index + ".example";
    }
}
