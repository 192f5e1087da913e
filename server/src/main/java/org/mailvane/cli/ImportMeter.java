package org.mailvane.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;

/** Shows an import's progress on standard error: how much of how many, how fast, how long yet. */
final class ImportMeter implements ImportProgress, AutoCloseable {

    private static final long TERMINAL_NANOS = 200_000_000L;
    private static final long LOG_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean terminal =
            Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    private final long start = System.nanoTime();
    private long lastShown;
    private boolean lineOpen;

    ImportMeter(PrintWriter err) {
        this.err = err;
        this.lastShown = start;
    }

    @Override
    public synchronized void progressed(long expected, long read, Counts counts) {
        long now = System.nanoTime();
        if (now - lastShown < (terminal ? TERMINAL_NANOS : LOG_NANOS) || read == 0) {
            return;
        }
        lastShown = now;
        show(line(expected, read, (now - start) / 1e9));
    }

    static String line(long expected, long read, double seconds) {
        double rate = read / Math.max(seconds, 0.001);
        long left = Math.round((expected - read) / Math.max(rate, 0.001));
        return String.format(
                Locale.ROOT,
                "%,d of %,d · %,.0f/s · about %s left",
                read,
                expected,
                rate,
                left < 120 ? left + " s" : (left + 59) / 60 + " min");
    }

    @Override
    public void failed(List<Failure> failures) {
        print("failed: ", failures);
    }

    @Override
    public void incomplete(List<Failure> losses) {
        print("incomplete: ", losses);
    }

    private synchronized void print(String what, List<Failure> each) {
        endLine();
        for (Failure one : each) {
            err.println(what + Printable.of(one.file() + ": " + one.reason()));
        }
        err.flush();
    }

    @Override
    public synchronized void close() {
        endLine();
        err.flush();
    }

    private void show(String text) {
        if (terminal) {
            err.print("\r\033[K" + text);
            lineOpen = true;
        } else {
            err.println(text);
        }
        err.flush();
    }

    private void endLine() {
        if (lineOpen) {
            err.print("\r\033[K");
            lineOpen = false;
        }
    }
}
