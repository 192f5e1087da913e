package org.mailvane.demo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.mailvane.demo.DemoTls.Servers;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.FreshDns;

/**
 * What DNS says of the demo's domains: the records that go with their stories. Of all other names
 * the real one tells.
 *
 * <p>Some records have changed since the demo's yesterday, so that there is something to notice.
 */
public final class DemoDns implements FreshDns {

    /** The domain of the mailbox that the demo's records have reports sent to. */
    public static final String INTAKE_DOMAIN = "mailvane.example";

    /** A sender of newsletters, for many domains. */
    private static final String NEWSLETTERS = "newsblaster.example";

    /** Each domain's own senders, in a record of their own. */
    private static final String OFFICE = "v=spf1 include:_spf.%s ";

    private static final String SENDERS =
            "v=spf1 ip4:192.0.2.25 ip4:192.0.2.80 ip6:2001:db8:25::/48 -all";

    /** RFC 9989: a domain agrees to get reports about others. */
    private static final String AGREES = "_report._dmarc";

    /** An RSA key of 2048 bits, made for this. Nobody has its other half. */
    private static final String KEY =
            "v=DKIM1; k=rsa; p="
                    + "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtxQEln6FO3aciBdCgZbGc6GYcIFcwZGr"
                    + "oTCCrYkUlfMqQVYMgRd/+WcHaU7PBVjJqGNe9oHIxt5sYS1Pybx3UUJMvnpEaE5kZqezwkcl3ZhB"
                    + "u5gDxxOKReuZqZkgtjLB2nTaLXqsgP7fV8vTg/wKRnimQhxrBFW6QH0+NQYHTvY7D/waEQrQ159j"
                    + "xSjNqPRxBN7EID1q6ar3Di86xwA+w7I7wUHcN5ZKGBOgVq/8G+JXY585F77VmdwjYXkMYj/pEePj"
                    + "YNxlS4nksYUn9sh5cuGn/f4kTJ60D7DJdqQuAHwlCaIt2e44Lc5WW4zhbVo/k1ePe7PLuhMjWeRJ"
                    + "R8zE8QIDAQAB";

    private final FreshDns real;
    private final Map<String, DemoZone> zones = new ConcurrentHashMap<>();
    private volatile boolean today;

    /**
     * The demo's DNS, as of yesterday.
     *
     * @param real is asked for names that are not the demo's
     */
    DemoDns(FreshDns real) {
        this.real = real;
    }

    /** From now on it tells how things are today. */
    public void turnToToday() {
        today = true;
        zones.clear();
    }

    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        return isOurs(name) ? answer(name, type) : real.ask(name, type);
    }

    @Override
    public Dns fresh(Predicate<DnsName> names) {
        Dns anew = real.fresh(names);
        return (name, type) -> isOurs(name) ? answer(name, type) : anew.ask(name, type);
    }

    private static boolean isOurs(DnsName name) {
        return name.value().equals(Story.TOP) || name.value().endsWith("." + Story.TOP);
    }

    private DnsAnswer answer(DnsName name, RecordType type) {
        return zone(name)
                .map(zone -> zone.answer(name, type))
                .orElseGet(() ->
                        DnsAnswer.without(
                                name.labels() == 1 ? Status.NO_DATA : Status.NO_SUCH_NAME));
    }

    private Optional<DemoZone> zone(DnsName name) {
        List<String> labels = List.of(name.value().split("\\.", -1));
        if (labels.size() < 2) {
            return Optional.empty();
        }
        String domain = String.join(".", labels.subList(labels.size() - 2, labels.size()));
        if (domain.equals(INTAKE_DOMAIN)) {
            DemoZone zone =
                    new DemoZone(domain).mail(10, "mx." + domain).address("mx", "198.51.100.53");
            // It agrees for whomever is asked about, so that there is no list to keep.
            String labelsBelow = String.join(".", labels.subList(0, labels.size() - 2));
            if (labelsBelow.endsWith("." + AGREES)) {
                zone.text(labelsBelow, "v=DMARC1");
            }
            return Optional.of(zone);
        }
        if (domain.equals(NEWSLETTERS)) {
            return Optional.of(
                    new DemoZone(domain)
                            .text("_spf", "v=spf1 ip4:198.51.100.40 -all")
                            .text("nb1._domainkey", KEY));
        }
        return Story.of(domain)
                .map(story -> zones.computeIfAbsent(domain, any -> zone(domain, story)));
    }

    private DemoZone zone(String domain, Story story) {
        DemoZone zone =
                new DemoZone(domain)
                        .text("", spf(story).formatted(domain))
                        .text("_dmarc", dmarc(story))
                        .address("", "192.0.2.10");
        if (story == Story.PARKED) {
            return zone.mail(0, "");
        }
        zone.mail(10, "mx." + domain)
                .address("mx", "192.0.2.25")
                .text("_spf", SENDERS)
                .text("mail._domainkey", KEY)
                .text("app._domainkey", KEY);
        if (story == Story.SENDER_FIXED) {
            zone.text("nb1._domainkey", KEY);
        }
        if (hasMtaSts(story)) {
            zone.text("_mta-sts", "v=STSv1; id=20260301T000000;")
                    .address("mta-sts", "198.51.100.80");
        }
        if (story.servers() != Servers.NONE) {
            zone.text("_smtp._tls", "v=TLSRPTv1; rua=mailto:tls@" + INTAKE_DOMAIN);
        }
        return zone;
    }

    /** Whether a story's domain says by MTA-STS how mail is delivered to it. */
    static boolean hasMtaSts(Story story) {
        return story.servers() == Servers.ENFORCED || story.servers() == Servers.TESTING;
    }

    private String spf(Story story) {
        return switch (story) {
            case PARKED -> "v=spf1 -all";
            case SENDER_FIXED -> OFFICE + "include:_spf." + NEWSLETTERS + " -all";
            // What it refers to has moved.
            case SENDER_BROKEN ->
                    OFFICE + "include:" + (today ? "_spf-2019." : "_spf.") + NEWSLETTERS + " ~all";
            default -> OFFICE + "-all";
        };
    }

    private String dmarc(Story story) {
        String policy = story == Story.SPOOFED && !today ? "quarantine" : story.policy();
        // Without an address, no reports come.
        boolean reports = story != Story.STALE || !today;
        return "v=DMARC1; p=" + policy + (reports ? "; rua=mailto:dmarc@" + INTAKE_DOMAIN : "");
    }
}
