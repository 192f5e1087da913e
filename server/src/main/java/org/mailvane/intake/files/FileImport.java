package org.mailvane.intake.files;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.ImportProgress.Failure;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.reading.Pipeline;
import org.mailvane.intake.reading.ReadEnvelope;
import org.mailvane.reports.Limits;

/** Files that a command reads: found, read in parallel, and given to a writer batch by batch. */
public final class FileImport {

    private final Limits limits;
    private final ImportProgress progress;
    private final AtomicLong expected = new AtomicLong();
    private long read;
    private Counts counts = Counts.NONE;

    public FileImport(Limits limits, ImportProgress progress) {
        this.limits = limits;
        this.progress = progress;
    }

    /**
     * What a writer says of a batch.
     *
     * @param facts rows that were written for entries of the queue, by their numbers
     */
    public record Written(Counts counts, List<Remark> remarks, Map<Long, Long> facts) {

        /** What became of files that were never in the queue. */
        public Written(Counts counts, List<Remark> remarks) {
            this(counts, remarks, Map.of());
        }
    }

    /** Messages and files in all, as far as known. */
    public long expected() {
        return expected.get();
    }

    /**
     * Reads everything until told to stop.
     *
     * @param writer takes the batches in, one after the other
     * @return what became of it all
     */
    public Counts run(
            List<Path> paths, BooleanSupplier stop, Function<List<ReadEnvelope>, Written> writer) {
        FileWalk walk = FileWalk.of(paths);
        expected.set(walk.count());
        progress.progressed(expected(), 0, counts);
        int threads = Runtime.getRuntime().availableProcessors();
        try (Pipeline pipeline =
                new Pipeline(
                        limits,
                        threads,
                        batch -> note(batch, writer.apply(batch)),
                        Pipeline.Late.NONE)) {
            walk.forEach(pipeline::submit, expected::incrementAndGet, stop);
            pipeline.finish();
        }
        return counts;
    }

    private void note(List<ReadEnvelope> batch, Written written) {
        read += batch.size();
        counts = counts.plus(written.counts());
        tell(written, Outcome.FAILED, progress::failed);
        tell(written, Outcome.IMPORTED, progress::incomplete);
        progress.progressed(expected(), read, counts);
    }

    private static void tell(Written written, Outcome outcome, Consumer<List<Failure>> to) {
        List<Failure> told =
                written.remarks().stream()
                        .filter(remark -> remark.outcome() == outcome)
                        .map(Failure::of)
                        .toList();
        if (!told.isEmpty()) {
            to.accept(told);
        }
    }
}
