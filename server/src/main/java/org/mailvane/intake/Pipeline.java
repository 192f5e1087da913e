package org.mailvane.intake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.mailvane.reports.Limits;

/**
 * Envelopes on their way through reading and writing: several are read at the same time, and while
 * one batch is written the next is read. They are written in the order in which they came.
 *
 * <p>What is held in memory is bounded by the number of envelopes under way and by what {@link
 * EnvelopeReader} holds of each.
 */
final class Pipeline implements AutoCloseable {

    /** Envelopes that are being read, or wait to be written. */
    static final int UNDER_WAY = 64;

    /** A batch is written when it has so many envelopes. */
    static final int BATCH_ENVELOPES = 100;

    /** A batch is written when it has so many records. */
    static final int BATCH_RECORDS = 10_000;

    private final ThreadLocal<EnvelopeReader> readers;
    private final ExecutorService reading;
    private final ExecutorService writing =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("intake-writer").daemon().factory());
    private final Consumer<List<ReadEnvelope>> writer;
    private final Deque<Future<ReadEnvelope>> underWay = new ArrayDeque<>();
    private List<ReadEnvelope> batch = new ArrayList<>();
    private long batchRecords;
    private Future<?> lastWrite;

    /**
     * @param limits of reading
     * @param threads that read
     * @param writer writes a batch; called from one thread, one batch after the other
     */
    Pipeline(Limits limits, int threads, Consumer<List<ReadEnvelope>> writer) {
        this.readers = ThreadLocal.withInitial(() -> new EnvelopeReader(limits));
        this.reading =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().name("intake-reader-", 0).daemon().factory());
        this.writer = writer;
        this.lastWrite = writing.submit(() -> {});
    }

    /** Takes an envelope in; waits while too many are under way. */
    void submit(Envelope envelope) {
        underWay.add(reading.submit(() -> readers.get().read(envelope)));
        while (underWay.size() >= UNDER_WAY || (!underWay.isEmpty() && underWay.peek().isDone())) {
            addToBatch(result(underWay.remove()));
        }
    }

    /** Waits until everything that was taken in is written. */
    void finish() {
        while (!underWay.isEmpty()) {
            addToBatch(result(underWay.remove()));
        }
        write();
        result(lastWrite);
    }

    /** Ends the threads; what has not been written is dropped. */
    @Override
    public void close() {
        reading.shutdownNow();
        writing.shutdown();
        // A batch that is being written is finished: its transaction must not be cut off.
        writing.close();
    }

    private void addToBatch(ReadEnvelope read) {
        batch.add(read);
        batchRecords += read.recordCount();
        if (batch.size() >= BATCH_ENVELOPES || batchRecords >= BATCH_RECORDS) {
            write();
        }
    }

    /** Hands the batch to the writer, once that is done with the one before. */
    private void write() {
        if (batch.isEmpty()) {
            return;
        }
        result(lastWrite);
        List<ReadEnvelope> full = batch;
        lastWrite = writing.submit(() -> writer.accept(full));
        batch = new ArrayList<>();
        batchRecords = 0;
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
