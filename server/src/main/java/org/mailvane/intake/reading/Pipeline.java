package org.mailvane.intake.reading;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reports.Limits;

/**
 * Envelopes on their way through reading and writing: several are read at the same time, and while
 * one batch is written the next is read. They are written in the order in which they came, but for
 * mails whose authentication takes long: they leave the pipeline, so that nobody waits for a
 * stranger's DNS.
 *
 * <p>The memory is bounded by the number of envelopes under way and by what {@link EnvelopeReader}
 * holds of each.
 */
public final class Pipeline implements AutoCloseable {

    /** Envelopes that are being read, or wait to be written. */
    static final int UNDER_WAY = 32;

    /** Bytes of these envelopes; a single one may be larger. */
    static final long BYTES_UNDER_WAY = 32 << 20;

    /** A batch is written when it has so many envelopes. */
    public static final int BATCH_ENVELOPES = 100;

    /** A batch is written when it has so many records. */
    static final int BATCH_RECORDS = 10_000;

    /** A batch is written when its envelopes have so many bytes. */
    static final long BATCH_BYTES = 16 << 20;

    /**
     * How long the authentication of a mail is waited for. It has gone on while others were read,
     * so that a window of mails without an answer costs this time once.
     */
    static final Duration PATIENCE = Duration.ofMillis(100);

    private final ThreadLocal<EnvelopeReader> readers;
    private final ExecutorService reading;
    private final ExecutorService writing =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("intake-writer").daemon().factory());
    private final Consumer<List<ReadEnvelope>> writer;
    private final Late late;
    private final Deque<Future<Reading>> underWay = new ArrayDeque<>();
    private long bytesUnderWay;
    private List<ReadEnvelope> batch = new ArrayList<>();
    private long batchRecords;
    private long batchBytes;
    private Future<?> lastWrite;

    /** Takes over mails whose authentication takes long. */
    @FunctionalInterface
    public interface Late {

        /** All is authenticated at once. */
        Late NONE = (read, authentication) -> Optional.of(authentication.join());

        /**
         * Takes an envelope over, which is dropped here and is to be submitted again when its
         * authentication has come to an end.
         *
         * @return as what it counts instead; empty where it was taken over
         */
        Optional<ReportAuthentication> take(
                ReadEnvelope read, CompletableFuture<ReportAuthentication> authentication);
    }

    /**
     * An envelope that was read, and is being authenticated.
     *
     * @param since when that began, in {@link System#nanoTime}
     */
    private record Reading(
            ReadEnvelope read, CompletableFuture<ReportAuthentication> authentication, long since) {

        static Reading of(ReadEnvelope read) {
            return new Reading(
                    read,
                    read.holdsReports()
                            ? read.envelope().authenticity().of(read)
                            : CompletableFuture.completedFuture(ReportAuthentication.NONE),
                    System.nanoTime());
        }
    }

    /**
     * @param limits of reading
     * @param threads that read
     * @param writer writes a batch; called from one thread, one batch after the other
     */
    public Pipeline(Limits limits, int threads, Consumer<List<ReadEnvelope>> writer, Late late) {
        this.late = late;
        this.readers = ThreadLocal.withInitial(() -> new EnvelopeReader(limits));
        this.reading =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().name("intake-reader-", 0).daemon().factory());
        this.writer = writer;
        this.lastWrite = writing.submit(() -> {});
    }

    /** Takes an envelope in; waits while too much is under way. */
    public void submit(Envelope envelope) {
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
     * <p>It may be the envelope's fault, so the caller should continue without it.
     */
    public static final class ReadingFailed extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Envelope envelope;

        public ReadingFailed(Envelope envelope, Throwable cause) {
            super(envelope.name() + " could not be read", cause);
            this.envelope = envelope;
        }

        public Envelope envelope() {
            return envelope;
        }
    }

    /** Waits until everything that was taken in is written. */
    public void finish() {
        while (!underWay.isEmpty()) {
            takeNext();
        }
        write();
        result(lastWrite);
    }

    private Reading read(Envelope envelope) {
        try {
            return Reading.of(readers.get().read(envelope));
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
        Reading reading = result(underWay.remove());
        ReadEnvelope read = reading.read();
        long bytes = read.envelope().size();
        bytesUnderWay -= bytes;
        Optional<ReportAuthentication> authentication = authentication(reading);
        if (authentication.isEmpty()) {
            return;
        }
        batch.add(read.authenticatedAs(authentication.get()));
        batchRecords += read.recordCount();
        batchBytes += bytes;
        if (batch.size() >= BATCH_ENVELOPES
                || batchRecords >= BATCH_RECORDS
                || batchBytes >= BATCH_BYTES) {
            write();
        }
    }

    /** Waits a moment for the authentication; empty where the envelope was taken over. */
    private Optional<ReportAuthentication> authentication(Reading reading) {
        long patience = PATIENCE.toNanos() - (System.nanoTime() - reading.since());
        try {
            return Optional.of(
                    reading.authentication().get(Math.max(0, patience), TimeUnit.NANOSECONDS));
        } catch (TimeoutException slow) {
            return late.take(reading.read(), reading.authentication());
        } catch (ExecutionException failed) {
            throw new ReadingFailed(reading.read().envelope(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
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
