package org.mailvane.sources;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.domains.DomainId;
import org.mailvane.jobs.StopSign;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.sources.DomainEvidenceTable.LookUp;
import org.mailvane.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Looks up which networks domains' SPF records let pass, and keeps them. */
@Service
@Profile("service")
public class DomainLookups {

    /** Domains that are looked up at once; each may ask 200 questions. */
    static final int MAX_AT_ONCE = 16;

    private static final Duration STEP = Duration.ofMillis(100);

    private final DomainEvidenceTable table;
    private final SpfKeeper keeper;
    private final Dns dns;
    private final Clock clock;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE);

    DomainLookups(DomainEvidenceTable table, SpfKeeper keeper, Dns dns, Clock clock) {
        this.table = table;
        this.keeper = keeper;
        this.dns = dns;
        this.clock = clock;
    }

    private record Found(LookUp domain, SpfNetworks networks) {}

    /**
     * Looks up those of these domains, and of the rows above them, that are due, in no transaction.
     * What came of each is kept as it comes, also that a look-up failed. Where the networks have
     * changed, {@link SourcesChanged} is told.
     *
     * @param stop ends it early, as does an interrupt; what is not kept then is still due
     */
    public void lookUp(Scope scope, Collection<DomainId> domains, StopSign stop) {
        Scope whole = scope.wholeAccount();
        Instant now = clock.instant();
        List<LookUp> due =
                table.lookUps(whole, domains).stream()
                        .filter(domain -> !domain.due().isAfter(now))
                        .toList();
        Queue<LookUp> open = new ConcurrentLinkedQueue<>(due);
        BlockingQueue<Found> done = new ArrayBlockingQueue<>(MAX_AT_ONCE);
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < Math.min(MAX_AT_ONCE, due.size()); i++) {
            askers.add(Thread.ofVirtual().name("spf-lookup").start(() -> ask(open, done)));
        }
        try {
            keep(whole, due.size(), done, askers, stop);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            askers.forEach(Thread::interrupt);
        }
    }

    private void ask(Queue<LookUp> open, BlockingQueue<Found> done) {
        try {
            for (LookUp domain = open.poll(); domain != null; domain = open.poll()) {
                SpfNetworks networks;
                turns.acquire();
                try {
                    networks = SpfNetworks.of(new DnsName(domain.name()), dns, System::nanoTime);
                } finally {
                    turns.release();
                }
                if (Thread.interrupted()) {
                    // What DNS seems to say then is that there was no time.
                    return;
                }
                done.put(new Found(domain, networks));
            }
        } catch (InterruptedException ended) {
            // Nobody waits for the rest.
        }
    }

    private void keep(
            Scope scope, int count, BlockingQueue<Found> done, List<Thread> askers, StopSign stop)
            throws InterruptedException {
        for (int kept = 0; kept < count && !stop.isUp(); ) {
            Found next = done.poll(STEP.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                keeper.keep(scope, next.domain(), next.networks());
                kept++;
            } else if (done.isEmpty() && askers.stream().noneMatch(Thread::isAlive)) {
                throw new IllegalStateException("look-ups have ended without a result");
            }
        }
    }

    /**
     * When the next of those of these domains, and of the rows above them, is due whose last
     * look-up failed; empty where none has.
     */
    public Optional<Instant> nextTry(Scope scope, Collection<DomainId> domains) {
        return table.nextTry(scope.wholeAccount(), domains);
    }
}
