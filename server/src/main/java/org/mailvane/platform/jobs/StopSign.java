package org.mailvane.platform.jobs;

import java.util.function.BooleanSupplier;

/** Tells work that the service ends. */
public final class StopSign {

    private final BooleanSupplier up;

    /** One that is up when this says so. */
    public StopSign(BooleanSupplier up) {
        this.up = up;
    }

    /** Whether the service ends. */
    public boolean isUp() {
        return up.getAsBoolean();
    }

    /**
     * Ends the work here if the service ends; it is begun again by the next one.
     *
     * @throws Stopped then
     */
    public void throwIfStopped() {
        if (isUp()) {
            throw new Stopped();
        }
    }

    /**
     * Runs statements that end work, also on an interrupted thread: statements fail on such a
     * thread, and stopping interrupts.
     */
    public static void uninterrupted(Runnable statements) {
        boolean interrupted = Thread.interrupted();
        try {
            statements.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The work was ended because the service ends. */
    public static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1;

        Stopped() {
            super("the service is stopping", null, false, false);
        }
    }
}
