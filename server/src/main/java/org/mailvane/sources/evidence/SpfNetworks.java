package org.mailvane.sources.evidence;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.spf.SpfInspector;

/**
 * The networks that a domain's SPF record allows, includes and all. What {@code +all} allows, and
 * what only a message decides, does not show which hosts send for the domain.
 *
 * @param networks none lies in another; empty also without a record
 * @param outcome how the lookup went
 */
record SpfNetworks(List<IpNetwork> networks, Outcome outcome) {

    /**
     * Networks that are kept of one record. If there are more, those with the shortest prefixes are
     * kept: a record within the limit of ten lookups has some hundreds at most.
     */
    static final int MAX_NETWORKS = 2_000;

    /** Shorter prefixes are nobody's: records that contain them mean everybody. */
    static final int MIN_V4_PREFIX = 8;

    /** The same of IPv6. */
    static final int MIN_V6_PREFIX = 16;

    /** The result of a lookup. */
    enum Outcome {
        /** All is known. */
        KNOWN,
        /** The record is there, but something that it refers to could not be looked up. */
        PARTLY,
        /** Whether there is a record could not be found out. */
        FAILED
    }

    /** Looks the record of a domain up, within the bounds of one inspection. */
    static SpfNetworks of(DnsName domain, Dns dns, LongSupplier nanos) {
        Watched watched = new Watched(dns, domain);
        var survey = new SpfInspector().survey(domain, new BoundedDns(watched, nanos));
        Outcome outcome =
                watched.recordFailed
                        ? Outcome.FAILED
                        : watched.failed ? Outcome.PARTLY : Outcome.KNOWN;
        return new SpfNetworks(meant(survey.named()), outcome);
    }

    /** Returns those that say who sends, within their bounds. */
    private static List<IpNetwork> meant(Collection<IpNetwork> named) {
        List<IpNetwork> meant =
                named.stream()
                        .filter(SpfNetworks::isSomebodys)
                        .sorted(Comparator.comparingInt(IpNetwork::prefix).thenComparing(n -> n))
                        .limit(MAX_NETWORKS)
                        .toList();
        return new NetworkSet(meant).toList();
    }

    private static boolean isSomebodys(IpNetwork network) {
        return network.prefix() >= (network.first().isV4() ? MIN_V4_PREFIX : MIN_V6_PREFIX);
    }

    /** DNS, and whether it has failed to answer. */
    private static final class Watched implements Dns {

        private final Dns dns;
        private final DnsName domain;
        private boolean recordFailed;
        private boolean failed;

        Watched(Dns dns, DnsName domain) {
            this.dns = dns;
            this.domain = domain;
        }

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            DnsAnswer answer = dns.ask(name, type);
            if (answer.status().isFailure()) {
                failed = true;
                recordFailed |= type == RecordType.TXT && name.equals(domain);
            }
            return answer;
        }
    }
}
