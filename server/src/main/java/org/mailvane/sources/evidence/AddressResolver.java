package org.mailvane.sources.evidence;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.StopSign;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Looks addresses up in DNS and keeps what it says. */
@Service
@Profile("service")
public class AddressResolver {

    /**
     * Questions at once: half of what {@code DnsResolver} asks, so that people are not kept
     * waiting.
     */
    static final int MAX_AT_ONCE = 128;

    /** Lookups that are kept together. */
    static final int GROUP = 500;

    /** After this time a lookup sends no more queries, and counts as failed. */
    static final Duration MAX_TIME = Duration.ofSeconds(5);

    private final AddressEvidences evidences;
    private final EvidenceKeeper keeper;
    private final AddressEvidenceTable table;
    private final Dns dns;
    private final Clock clock;
    private final Lookups<IpAddress, LookupResult> lookups =
            new Lookups<>("address-lookup", MAX_AT_ONCE, GROUP);

    AddressResolver(
            AddressEvidences evidences,
            EvidenceKeeper keeper,
            AddressEvidenceTable table,
            Dns dns,
            Clock clock) {
        this.evidences = evidences;
        this.keeper = keeper;
        this.table = table;
        this.dns = dns;
        this.clock = clock;
    }

    /**
     * Looks up those of these addresses that are due: many at once, in no transaction. Each result
     * is kept as it comes, also that a lookup failed. Where no name server answers, a hundred
     * addresses take about eight seconds.
     *
     * @param stop ends it early, as does an interrupt; what is not kept then is still due
     */
    void resolve(Collection<IpAddress> addresses, StopSign stop) {
        lookUp(due(addresses), stop);
    }

    /** Looks up these addresses, which {@link #due} has returned, like {@link #resolve}. */
    public void lookUp(Set<IpAddress> due, StopSign stop) {
        if (due.isEmpty()) {
            return;
        }
        lookups.run(
                due,
                address -> new LookupResult(address, ReverseName.of(address, bounded())),
                keeper::keep,
                stop);
    }

    private Dns bounded() {
        return new BoundedDns(dns, ReverseName.MAX_QUESTIONS, MAX_TIME, System::nanoTime);
    }

    /**
     * Returns those of these addresses that {@link #resolve} would look up now, by one statement.
     */
    Set<IpAddress> due(Collection<IpAddress> addresses) {
        return due(addresses, Instant.EPOCH);
    }

    /** Returns those of these addresses that are due, or were looked up last before some time. */
    public Set<IpAddress> due(Collection<IpAddress> addresses, Instant before) {
        Set<IpAddress> asked = evidences.asked(addresses);
        return asked.isEmpty() ? Set.of() : table.due(asked, before, clock.instant());
    }

    /**
     * Returns when the next of these addresses whose last lookup failed is due; empty if none
     * failed.
     */
    public Optional<Instant> nextTry(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = evidences.asked(addresses);
        return asked.isEmpty() ? Optional.empty() : table.nextTry(asked);
    }
}
