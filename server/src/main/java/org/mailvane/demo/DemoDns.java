package org.mailvane.demo;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.FreshDns;

/**
 * What DNS says of the demo's domains, senders and addresses, on the day that the demo's clock
 * shows: the records that go with their stories. Of all other names the real one tells.
 */
public final class DemoDns implements FreshDns {

    /** The domain of the mailbox that the demo's records have reports sent to. */
    public static final String INTAKE_DOMAIN = "mailvane.example";

    /** The mailbox that its records name for reports of every kind. */
    public static final String REPORT_ADDRESS = "dmarc@" + INTAKE_DOMAIN;

    /** RFC 9989: a domain agrees to get reports about others. */
    private static final String AGREES = "_report._dmarc";

    private static final DnsName TOP = new DnsName(DemoDomain.TOP);

    private final FreshDns real;
    private final DemoClock clock;
    private final DemoHosts hosts = new DemoHosts();
    private final Map<Dated, DemoZone> zones = new ConcurrentHashMap<>();

    /** A domain some days ago. */
    private record Dated(DemoDomain domain, int ago) {}

    /**
     * The demo's DNS.
     *
     * @param real is asked for names that are not the demo's
     * @param clock tells the day
     */
    DemoDns(FreshDns real, DemoClock clock) {
        this.real = real;
        this.clock = clock;
    }

    /**
     * Returns whether a domain's records in DNS on a day differ from those on the day before.
     *
     * @param ago how many days ago that day was
     */
    public boolean hasChanged(String name, int ago) {
        return DemoDomain.of(name)
                .map(domain -> !zone(domain, ago).isSameAs(zone(domain, ago + 1)))
                .orElse(false);
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
        return name.isWithin(TOP) || DemoHosts.isReverse(name);
    }

    private DnsAnswer answer(DnsName name, RecordType type) {
        if (DemoHosts.isReverse(name)) {
            return hosts.pointer(name, type);
        }
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
            return Optional.of(intake(String.join(".", labels.subList(0, labels.size() - 2))));
        }
        DemoZone sender = hosts.zoneOf(domain);
        return sender == null
                ? DemoDomain.of(domain).map(found -> zone(found, clock.ago()))
                : Optional.of(sender);
    }

    private DemoZone zone(DemoDomain domain, int ago) {
        return zones.computeIfAbsent(
                new Dated(domain, ago), dated -> DemoZones.of(dated.domain(), dated.ago()));
    }

    /**
     * Returns the zone of the intake domain. It agrees to receive reports for every domain, so that
     * no list is needed.
     */
    private static DemoZone intake(String labelsBelow) {
        DemoZone zone =
                new DemoZone(INTAKE_DOMAIN)
                        .mail(10, "mx." + INTAKE_DOMAIN)
                        .address("mx", "198.51.100.53");
        return labelsBelow.endsWith("." + AGREES) ? zone.text(labelsBelow, "v=DMARC1") : zone;
    }
}
