package org.mailvane.sources;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.jobs.StopSign;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
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

    /** Look-ups that are kept together. */
    static final int GROUP = 500;

    /** How long a look-up waits at most until it is kept. */
    static final Duration KEPT_WITHIN = Duration.ofSeconds(1);

    /** After this time a look-up asks nothing more, and counts as failed. */
    static final Duration MAX_TIME = Duration.ofSeconds(20);

    private static final Duration STEP = Duration.ofMillis(100);

    private final AddressEvidences evidences;
    private final EvidenceKeeper keeper;
    private final AddressEvidenceTable table;
    private final Dns dns;
    private final Clock clock;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE);

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
     * Looks up those of these addresses that are due: many at once, in no transaction. What came of
     * each is kept as it comes, also that a look-up failed. Where nobody answers, a hundred
     * addresses take about eight seconds.
     *
     * @param stop ends it early, as does an interrupt; what is not kept then is still due
     */
    public void resolve(Collection<IpAddress> addresses, StopSign stop) {
        Set<IpAddress> due = due(addresses);
        if (due.isEmpty()) {
            return;
        }
        Queue<IpAddress> open = new ConcurrentLinkedQueue<>(due);
        BlockingQueue<LookedUp> done = new ArrayBlockingQueue<>(GROUP);
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < Math.min(MAX_AT_ONCE, due.size()); i++) {
            askers.add(Thread.ofVirtual().name("address-lookup").start(() -> ask(open, done)));
        }
        try {
            keep(due.size(), done, askers, stop);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            askers.forEach(Thread::interrupt);
        }
    }

    private void ask(Queue<IpAddress> open, BlockingQueue<LookedUp> done) {
        try {
            for (IpAddress address = open.poll(); address != null; address = open.poll()) {
                ReverseName name;
                turns.acquire();
                try {
                    name = ReverseName.of(address, bounded());
                } finally {
                    turns.release();
                }
                if (Thread.interrupted()) {
                    // What DNS seems to say then is that there was no time.
                    return;
                }
                done.put(new LookedUp(address, name));
            }
        } catch (InterruptedException ended) {
            // Nobody waits for the rest.
        }
    }

    private Dns bounded() {
        return new BoundedDns(dns, ReverseName.MAX_QUESTIONS, MAX_TIME, System::nanoTime);
    }

    private void keep(int count, BlockingQueue<LookedUp> done, List<Thread> askers, StopSign stop)
            throws InterruptedException {
        List<LookedUp> group = new ArrayList<>();
        long groupEnd = 0;
        for (int came = 0; came < count && !stop.isUp(); ) {
            LookedUp next = done.poll(STEP.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                if (group.isEmpty()) {
                    groupEnd = System.nanoTime() + KEPT_WITHIN.toNanos();
                }
                group.add(next);
                came++;
            } else if (done.isEmpty() && askers.stream().noneMatch(Thread::isAlive)) {
                throw new IllegalStateException("look-ups have ended without a result");
            }
            if (group.size() == GROUP || (!group.isEmpty() && System.nanoTime() >= groupEnd)) {
                keeper.keep(group);
                group.clear();
            }
        }
        if (!group.isEmpty()) {
            keeper.keep(group);
        }
    }

    /** Those of these addresses that {@link #resolve} would look up now, by one statement. */
    public Set<IpAddress> due(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = evidences.asked(addresses);
        return asked.isEmpty() ? Set.of() : table.due(asked, clock.instant());
    }

    /**
     * When the next of those of these addresses is due whose last look-up failed; empty where none
     * has.
     */
    public Optional<Instant> nextTry(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = evidences.asked(addresses);
        return asked.isEmpty() ? Optional.empty() : table.nextTry(asked);
    }
}
