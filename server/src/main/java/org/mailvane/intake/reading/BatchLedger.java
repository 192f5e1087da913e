package org.mailvane.intake.reading;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.files.FileImport.Written;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportFigures;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.LedgerTable.Awaited;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.BatchWriter.Target;
import org.mailvane.platform.store.Scope;

/** Collects what the ledger says of a batch, and writes it together, in few statements. */
final class BatchLedger {

    private final LedgerTable ledger;
    private final ImportFigures figures;
    private final Target target;
    private final Instant now;

    private final List<LedgerTable.Finished> finished = new ArrayList<>();
    private final List<LedgerTable.Done> done = new ArrayList<>();
    private final List<LedgerTable.NewRemark> newRemarks = new ArrayList<>();
    private final List<Long> holdingFailures = new ArrayList<>();
    private final Map<Long, Set<Awaited>> waiting = new HashMap<>();
    private final Map<Long, Long> facts = new HashMap<>();
    private final List<Runnable> toCount = new ArrayList<>();
    private Counts counts = Counts.NONE;
    private final List<Remark> remarks = new ArrayList<>();

    BatchLedger(LedgerTable ledger, ImportFigures figures, Target target, Instant now) {
        this.ledger = ledger;
        this.figures = figures;
        this.target = target;
        this.now = now;
    }

    /** Returns what is said of the batch. */
    Written written() {
        return new Written(counts, remarks, facts);
    }

    /**
     * Adds an envelope.
     *
     * @param rawId number of its message; null if that is not kept
     */
    void add(ReadEnvelope read, @Nullable Long rawId, EnvelopeTally tally) {
        if (rawId != null) {
            withoutAwaited(rawId, tally);
        }
        tally.countRemarks();
        counts = counts.plus(tally.counts());
        remarks.addAll(tally.remarks());
        Envelope envelope = read.envelope();
        Envelope.Queued queued = envelope.queued();
        if (queued != null) {
            facts.put(queued.entryId(), tally.facts());
            // What the entry imported when it was read before is not a duplicate.
            long again = Math.min(queued.claim().imported(), tally.counts().duplicate());
            Counts fresh = tally.counts().withoutDuplicates(again);
            toCount.add(() -> figures.add(queued.origin(), fresh, tally.remarks()));
            finished.add(
                    new LedgerTable.Finished(
                            queued.entryId(),
                            tally.counts(),
                            read.carrier(),
                            read.authentication()));
            note(queued.importId(), queued.entryId(), read, tally);
        } else if (tally.remarks().isEmpty() && !read.holdsFailure()) {
            // Nearly all are like that, and nobody needs their numbers.
            done.add(
                    new LedgerTable.Done(
                            envelope.name(),
                            rawId,
                            tally.counts(),
                            read.carrier(),
                            read.authentication()));
        } else {
            long entryId =
                    ledger.insertDone(
                            target.scope(),
                            target.importId(),
                            new LedgerTable.Done(
                                    envelope.name(),
                                    rawId,
                                    tally.counts(),
                                    read.carrier(),
                                    read.authentication()),
                            now);
            note(target.importId(), entryId, read, tally);
        }
    }

    /** Counts what came from the queue, which is committed by now. */
    void count() {
        toCount.forEach(Runnable::run);
    }

    private void note(long importId, long entryId, ReadEnvelope read, EnvelopeTally tally) {
        for (Remark remark : tally.remarks()) {
            newRemarks.add(new LedgerTable.NewRemark(importId, entryId, remark));
        }
        if (read.holdsFailure()) {
            holdingFailures.add(entryId);
        }
    }

    /** A report that another entry of the same message waits for already is a duplicate. */
    private void withoutAwaited(long rawId, EnvelopeTally tally) {
        if (tally.waiting().isEmpty()) {
            return;
        }
        Set<Awaited> awaited =
                waiting.computeIfAbsent(rawId, id -> ledger.awaited(target.scope(), rawId));
        tally.withoutAwaited(awaited);
        awaited.addAll(tally.waiting());
    }

    /**
     * Writes it all.
     *
     * @throws AlreadyFinished when the lease of an entry ran out and another worker finished it
     */
    void write() {
        Scope scope = target.scope();
        Set<Long> ended = ledger.finish(scope, finished, now);
        for (LedgerTable.Finished one : finished) {
            if (!ended.contains(one.entryId())) {
                // Its lease ran out and another worker has finished it: nothing of this one
                // counts.
                throw new AlreadyFinished(one.entryId());
            }
        }
        ledger.insertDone(scope, target.importId(), done, now);
        ledger.insertRemarks(scope, newRemarks);
        ledger.setHoldsFailure(scope, holdingFailures);
    }

    /** An entry of the queue was finished by another worker. */
    static final class AlreadyFinished extends RuntimeException {

        private static final long serialVersionUID = 1;

        AlreadyFinished(long entryId) {
            super("entry " + entryId + " was finished by another worker", null, false, false);
        }
    }
}
