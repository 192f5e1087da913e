package org.mailvane.sources.evidence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.mailvane.platform.jobs.StopSign;

/**
 * Looks up many things in DNS, some of them at once, each in a separate thread, and hands over the
 * results on the caller's thread.
 *
 * @param <T> what is looked up
 * @param <R> what comes of it
 */
final class Lookups<T, R> {

    /** How long a result waits at most for others that are handed over with it. */
    static final Duration KEPT_WITHIN = Duration.ofSeconds(1);

    private static final Duration STEP = Duration.ofMillis(100);

    private final String name;
    private final int atOnce;
    private final int group;
    private final Semaphore turns;

    /**
     * @param name of the threads
     * @param atOnce how many are looked up at once, for all callers together
     * @param group how many results are handed over together at most
     */
    Lookups(String name, int atOnce, int group) {
        this.name = name;
        this.atOnce = atOnce;
        this.group = group;
        this.turns = new Semaphore(atOnce);
    }

    /**
     * Looks things up, and hands over what came of each as it comes.
     *
     * @param lookUp asks DNS; it does not throw
     * @param keep takes results
     * @param stop ends it early, as does an interrupt; what is not handed over then is lost
     */
    void run(Collection<T> things, Function<T, R> lookUp, Consumer<List<R>> keep, StopSign stop) {
        Queue<T> open = new ConcurrentLinkedQueue<>(things);
        BlockingQueue<R> done = new ArrayBlockingQueue<>(Math.max(group, atOnce));
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < Math.min(atOnce, things.size()); i++) {
            askers.add(Thread.ofVirtual().name(name).start(() -> ask(open, lookUp, done)));
        }
        try {
            handOver(things.size(), done, askers, keep, stop);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            askers.forEach(Thread::interrupt);
        }
    }

    private void ask(Queue<T> open, Function<T, R> lookUp, BlockingQueue<R> done) {
        try {
            for (T thing = open.poll(); thing != null; thing = open.poll()) {
                R result;
                turns.acquire();
                try {
                    result = lookUp.apply(thing);
                } finally {
                    turns.release();
                }
                if (Thread.interrupted()) {
                    // What DNS seems to say then is that there was no time.
                    return;
                }
                done.put(result);
            }
        } catch (InterruptedException ended) {
            // Nobody waits for the rest.
        }
    }

    private void handOver(
            int count,
            BlockingQueue<R> done,
            List<Thread> askers,
            Consumer<List<R>> keep,
            StopSign stop)
            throws InterruptedException {
        List<R> held = new ArrayList<>();
        long end = 0;
        for (int came = 0; came < count && !stop.isUp(); ) {
            R next = done.poll(STEP.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                if (held.isEmpty()) {
                    end = System.nanoTime() + KEPT_WITHIN.toNanos();
                }
                held.add(next);
                came++;
            } else if (done.isEmpty() && askers.stream().noneMatch(Thread::isAlive)) {
                throw new IllegalStateException("the lookups ended without a result");
            }
            if (held.size() == group || (!held.isEmpty() && System.nanoTime() - end >= 0)) {
                keep.accept(List.copyOf(held));
                held.clear();
            }
        }
        if (!held.isEmpty()) {
            keep.accept(held);
        }
    }
}
