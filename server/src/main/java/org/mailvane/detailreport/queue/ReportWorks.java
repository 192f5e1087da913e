package org.mailvane.detailreport.queue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.evidence.MailNames;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.traffic.blocks.ReportedRows;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/**
 * Works out snapshots. The domains of a large report are read part by part, by several threads that
 * see the same data.
 */
@Service
public class ReportWorks {

    /** Parts into which the domains of a large report are divided, if there are so many. */
    private static final int PARTS = 20;

    /** The weight below which a separate part is not worth it. */
    private static final long PART_WEIGHT = 200;

    /** The work up to which the rows are read, and then put in order, in percent of all. */
    private static final int READ = 80;

    private static final int ARRANGED = 90;

    private final Db db;
    private final ReportedRows rows;
    private final SendingAddresses addresses;
    private final MailNames names;
    private final KeptDays keptDays;
    private final Supplier<SnapshotBuilder> builders;
    private final ReportWork.Bounds bounds;

    @Autowired
    ReportWorks(
            Db db,
            ReportedRows rows,
            SendingAddresses addresses,
            PublicSuffixes suffixes,
            KeptDays keptDays) {
        this(
                db,
                rows,
                addresses,
                suffixes,
                keptDays,
                SnapshotBuilder::new,
                ReportWork.Bounds.USUAL);
    }

    /** One with other limits. */
    public ReportWorks(
            Db db,
            ReportedRows rows,
            SendingAddresses addresses,
            PublicSuffixes suffixes,
            KeptDays keptDays,
            Supplier<SnapshotBuilder> builders,
            ReportWork.Bounds bounds) {
        this.db = db;
        this.rows = rows;
        this.addresses = addresses;
        this.names = new MailNames(suffixes);
        this.keptDays = keptDays;
        this.builders = builders;
        this.bounds = bounds;
    }

    /**
     * What was found.
     *
     * @param snapshot the rows
     * @param held the domains that have rows
     */
    public record Result(Snapshot snapshot, Set<DomainId> held) {}

    /**
     * Works out what a report shows.
     *
     * @param scope the account
     * @param domains the domains whose rows are looked at
     * @param threads how many read at the same time, each with a separate connection
     * @throws SnapshotBuilder.TooMuchException when a report does not hold that much
     * @throws StopSign.Stopped when the service ends
     */
    public Result work(
            Scope scope,
            ReportCriteria asked,
            List<DomainId> domains,
            int threads,
            WorkProgress progress,
            StopSign stop) {
        progress.reached(Stage.READING, 0);
        SnapshotBuilder builder = builders.get();
        Optional<ReportCriteria> criteria = kept(asked);
        if (criteria.isEmpty() || domains.isEmpty()) {
            return new Result(builder.build(), Set.of());
        }
        AtomicBoolean failed = new AtomicBoolean();
        ReportWork work =
                new ReportWork(
                        scope,
                        criteria.get(),
                        rows,
                        addresses,
                        names,
                        builder,
                        bounds,
                        new StopSign(() -> failed.get() || stop.isUp()));
        try {
            db.inSnapshot(() -> {
                read(scope, criteria.get(), domains, threads, work, progress, failed);
                return true;
            });
        } catch (StopSign.Stopped stopped) {
            stop.throwIfStopped();
            throw stopped;
        }
        progress.reached(Stage.ARRANGING, READ);
        Snapshot snapshot = builder.build();
        progress.reached(Stage.STORING, ARRANGED);
        return new Result(snapshot, work.held());
    }

    /** About how many rows a report looks at, up to a limit. */
    public long countUpTo(Scope scope, ReportCriteria asked, List<DomainId> domains, long limit) {
        return kept(asked)
                .map(criteria -> rows.countUpTo(scope, domains, criteria.days(), limit))
                .orElse(0L);
    }

    /** Returns the same on those of its days that are kept; empty where none is. */
    private Optional<ReportCriteria> kept(ReportCriteria asked) {
        KeptDays.Range kept = keptDays.now();
        LocalDate first =
                asked.startDate().isBefore(kept.first()) ? kept.first() : asked.startDate();
        LocalDate last = asked.endDate().isAfter(kept.last()) ? kept.last() : asked.endDate();
        return last.isBefore(first) ? Optional.empty() : Optional.of(asked.within(first, last));
    }

    private void read(
            Scope scope,
            ReportCriteria criteria,
            List<DomainId> domains,
            int threads,
            ReportWork work,
            WorkProgress progress,
            AtomicBoolean failed) {
        Map<DomainId, Long> weights = rows.weights(scope, domains, criteria.days());
        long all = weights.values().stream().mapToLong(weight -> weight).sum();
        Queue<List<DomainId>> parts = new ConcurrentLinkedQueue<>(parts(weights, all));
        AtomicLong done = new AtomicLong();
        Runnable reading =
                () -> {
                    List<DomainId> part = parts.poll();
                    while (part != null) {
                        work.read(part);
                        long weight = part.stream().mapToLong(weights::get).sum();
                        progress.reached(
                                Stage.READING,
                                Math.toIntExact(done.addAndGet(weight) * READ / all));
                        part = parts.poll();
                    }
                };
        List<FutureTask<Boolean>> others = new ArrayList<>();
        if (parts.size() > 1 && threads > 1) {
            String snapshot = db.snapshotName();
            for (int i = 1; i < threads; i++) {
                FutureTask<Boolean> other =
                        new FutureTask<>(() -> db.inSnapshot(snapshot, () -> run(reading, failed)));
                others.add(other);
                Thread.ofVirtual().name("detail-reading").start(other);
            }
        }
        @Nullable Throwable failure = null;
        try {
            run(reading, failed);
        } catch (RuntimeException | Error mine) {
            failure = mine;
        }
        // Whatever has happened: nobody else may have their connections before they have ended.
        for (FutureTask<Boolean> other : others) {
            failure = first(failure, other);
        }
        switch (failure) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }

    /** Runs it; when it fails, the others end too. */
    private static boolean run(Runnable reading, AtomicBoolean failed) {
        boolean done = false;
        try {
            reading.run();
            done = true;
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
        return done;
    }

    /** Waits for another thread; its failure counts where there is none, or only a consequence. */
    private static @Nullable Throwable first(
            @Nullable Throwable failure, FutureTask<Boolean> other) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    other.get();
                    return failure;
                } catch (InterruptedException e) {
                    // Its connection reads what this thread's transaction lets it see.
                    interrupted = true;
                } catch (ExecutionException e) {
                    boolean mineIsOne = failure != null && !(failure instanceof StopSign.Stopped);
                    return mineIsOne ? failure : e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the domains in parts of about the same weight, the heaviest first. */
    private static List<List<DomainId>> parts(Map<DomainId, Long> weights, long all) {
        List<DomainId> heaviestFirst =
                weights.keySet().stream()
                        .sorted(
                                Comparator.comparing((DomainId id) -> weights.get(id))
                                        .reversed()
                                        .thenComparing(Comparator.naturalOrder()))
                        .toList();
        long each = Math.max(PART_WEIGHT, all / PARTS);
        List<List<DomainId>> parts = new ArrayList<>();
        List<DomainId> part = new ArrayList<>();
        long weight = 0;
        for (DomainId id : heaviestFirst) {
            part.add(id);
            weight += Objects.requireNonNull(weights.get(id));
            if (weight >= each) {
                parts.add(part);
                part = new ArrayList<>();
                weight = 0;
            }
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }
}
