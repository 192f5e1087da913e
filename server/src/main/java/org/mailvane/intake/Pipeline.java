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
    static final int UNDER_WAY = 32;

    /** Bytes of these envelopes; a single one may be larger. */
    static final long BYTES_UNDER_WAY = 32 << 20;

    /** A batch is written when it has so many envelopes. */
    static final int BATCH_ENVELOPES = 100;

    /** A batch is written when it has so many records. */
    static final int BATCH_RECORDS = 10_000;

    /** A batch is written when its envelopes have so many bytes. */
    static final long BATCH_BYTES = 16 << 20;

    private final ThreadLocal<EnvelopeReader> readers;
    private final ExecutorService reading;
    private final ExecutorService writing =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("intake-writer").daemon().factory());
    private final Consumer<List<ReadEnvelope>> writer;
    private final Deque<Future<ReadEnvelope>> underWay = new ArrayDeque<>();
    private long bytesUnderWay;
    private List<ReadEnvelope> batch = new ArrayList<>();
    private long batchRecords;
    private long batchBytes;
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

    /** Takes an envelope in; waits while too much is under way. */
    void submit(Envelope envelope) {
        while (!underWay.isEmpty()
                && (underWay.size() >= UNDER_WAY
                        || bytesUnderWay + envelope.size() > BYTES_UNDER_WAY
                        || underWay.peek().isDone())) {
            takeNext();
        }
        bytesUnderWay += envelope.size();
        underWay.add(reading.submit(() -> read(envelope)));
    }

    /**
     * Reading an envelope failed in a way that must not happen.
     *
     * <p>It may be the envelope's fault, so whoever goes on with others should do without it.
     */
    static final class ReadingFailed extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Envelope envelope;

        ReadingFailed(Envelope envelope, Throwable cause) {
            super(envelope.name() + " could not be read", cause);
            this.envelope = envelope;
        }

        Envelope envelope() {
            return envelope;
        }
    }

    /** Waits until everything that was taken in is written. */
    void finish() {
        while (!underWay.isEmpty()) {
            takeNext();
        }
        write();
        result(lastWrite);
    }

    private ReadEnvelope read(Envelope envelope) {
        try {
            return readers.get().read(envelope);
        } catch (RuntimeException | Error failed) {
            throw new ReadingFailed(envelope, failed);
        }
    }

    /** Ends the threads; what has not been written is dropped. */
    @Override
    public void close() {
        reading.shutdownNow();
        // A batch that is being written is finished: its transaction must not be cut off, which an
        // interrupted thread that closes the writer would do.
        boolean interrupted = Thread.interrupted();
        try {
            writing.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Adds the envelope that came first to the batch, once it is read. */
    private void takeNext() {
        ReadEnvelope read = result(underWay.remove());
        long bytes = read.envelope().size();
        bytesUnderWay -= bytes;
        batch.add(read);
        batchRecords += read.recordCount();
        batchBytes += bytes;
        if (batch.size() >= BATCH_ENVELOPES
                || batchRecords >= BATCH_RECORDS
                || batchBytes >= BATCH_BYTES) {
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
        batchBytes = 0;
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (failed.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
