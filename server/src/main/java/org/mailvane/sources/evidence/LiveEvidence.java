package org.mailvane.sources.evidence;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.evidence.AddressEvidenceTable.Stored;
import org.springframework.stereotype.Service;

/**
 * What is known of an address right now: of one that nobody has sent from, DNS is asked while the
 * caller waits, and what it says is not kept.
 */
@Service
public class LiveEvidence {

    /** How long the caller waits for DNS at most. */
    static final Duration MAX_TIME = Duration.ofSeconds(4);

    /** Callers that wait for DNS at once; the next one gets what is known without it. */
    static final int MAX_AT_ONCE = 32;

    private static final ReverseName NOT_TOLD = new ReverseName(false, "", false);

    private final AddressEvidences evidences;
    private final Organizations organizations;
    private final Allocations allocations;
    private final Clock clock;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE);

    LiveEvidence(
            AddressEvidences evidences,
            Organizations organizations,
            Allocations allocations,
            Clock clock) {
        this.evidences = evidences;
        this.organizations = organizations;
        this.allocations = allocations;
        this.clock = clock;
    }

    /**
     * Returns what is known of an address, in no transaction.
     *
     * @param dns is asked where nobody has looked the address up yet
     */
    public AddressHistory of(IpAddress address, Dns dns) {
        AddressHistory stored =
                evidences.of(Set.of(address)).getOrDefault(address, AddressHistory.UNKNOWN);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (stored.knows(today) || !turns.tryAcquire()) {
            return stored;
        }
        ReverseName name;
        try {
            name = ask(address, dns);
        } finally {
            turns.release();
        }
        Allocation allocation = allocations.of(address);
        String organization = name.confirmed() ? organizations.of(name.name()) : "";
        Map<String, Integer> numbers =
                organization.isEmpty() ? Map.of() : organizations.known(Set.of(organization));
        Stored found =
                new Stored(
                        LocalDate.MIN,
                        LocalDate.MAX,
                        name.known(),
                        name.name(),
                        name.confirmed(),
                        numbers.getOrDefault(organization, SourceNumbers.NAMELESS),
                        allocation.country(),
                        allocation.asn(),
                        allocation.networkOperator(),
                        clock.instant());
        return new AddressHistory(List.of(evidences.span(address, found)), true);
    }

    /** A question may take longer than anybody should wait, so another thread asks it. */
    private static ReverseName ask(IpAddress address, Dns dns) {
        Dns bounded = new BoundedDns(dns, ReverseName.MAX_QUESTIONS, MAX_TIME, System::nanoTime);
        FutureTask<ReverseName> asked = new FutureTask<>(() -> ReverseName.of(address, bounded));
        Thread.ofVirtual().name("address-lookup").start(asked);
        try {
            return asked.get(MAX_TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return NOT_TOLD;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return NOT_TOLD;
        } catch (ExecutionException | CancellationException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            asked.cancel(true);
        }
    }
}
