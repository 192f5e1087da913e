package org.mailvane.detailreport.queue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.Stage;
import org.mailvane.detailreport.queue.DetailQueueTable.Written;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores how far the work on a report is, and keeps the report for its worker. It does so on a
 * separate thread: the thread that reads the rows has a transaction that can't write.
 */
final class ReportProgress implements WorkProgress, AutoCloseable {

    /** Between two words about the same report. */
    static final Duration EVERY = Duration.ofMillis(250);

    /**
     * How often a report is kept for longer though nothing has moved, and is missed where it was
     * deleted.
     */
    static final Duration KEEP = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(ReportProgress.class);

    private final Writer writer;
    private final LongSupplier nanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private Reached written = new Reached(Stage.READING, 0);
    private Reached reached = written;
    private long writtenAt;
    private volatile boolean lost;

    /** Where it is written. */
    @FunctionalInterface
    interface Writer {
        Written write(Stage stage, int percent);
    }

    private record Reached(Stage stage, int percent) {

        boolean isBeyond(Reached other) {
            return percent > other.percent
                    || (percent == other.percent && stage.compareTo(other.stage) > 0);
        }
    }

    /**
     * One that says nothing before {@link #start}.
     *
     * @param nanos time that never goes back, in nanoseconds
     */
    ReportProgress(Writer writer, LongSupplier nanos) {
        this.writer = writer;
        this.nanos = nanos;
        this.writtenAt = nanos.getAsLong();
    }

    /** Begins to write. */
    ReportProgress start() {
        Thread.ofVirtual().name("detail-progress").start(this::run);
        return this;
    }

    @Override
    public synchronized void reached(Stage stage, int percent) {
        Reached now = new Reached(stage, percent);
        // Of two threads the one that was first may say so last.
        if (now.isBeyond(reached)) {
            reached = now;
        }
    }

    /** Whether the report is another worker's, or gone. */
    boolean isLost() {
        return lost;
    }

    private void run() {
        try {
            while (!ended.await(EVERY.toMillis(), TimeUnit.MILLISECONDS) && !lost) {
                write();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes what there is to say. */
    void write() {
        Reached now = due();
        if (now == null) {
            return;
        }
        try {
            Written became = writer.write(now.stage(), now.percent());
            lost = became == Written.LOST;
            if (became == Written.DONE) {
                said(now);
            }
        } catch (RuntimeException failed) {
            // The work meets the same, and has an answer to it.
            log.debug("How far a report is could not be written", failed);
        }
    }

    private synchronized @Nullable Reached due() {
        boolean news = reached.isBeyond(written);
        return news || nanos.getAsLong() - writtenAt >= KEEP.toNanos() ? reached : null;
    }

    private synchronized void said(Reached now) {
        written = now;
        writtenAt = nanos.getAsLong();
    }

    /** Says nothing more; waits for nobody. */
    @Override
    public void close() {
        ended.countDown();
    }
}
