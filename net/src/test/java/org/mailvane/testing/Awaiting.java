package org.mailvane.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
public final class Awaiting {

    private static final Duration STEP = Duration.ofMillis(20);

    private Awaiting() {}

    /** Waits until something is so; fails with its description when it is not so in time. */
    public static void until(String what, Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + atMost.toSeconds() + " s: " + what);
            }
            try {
                Thread.sleep(STEP);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError(interrupted);
            }
        }
    }
}
