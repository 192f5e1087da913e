package org.mailvane.testing;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** The clock of a shared service: it shows what the clock of the current borrower shows. */
final class SwitchedClock extends Clock {

    private volatile Clock current;

    SwitchedClock(Clock first) {
        current = first;
    }

    /** Shows this clock's time from now on. */
    void switchTo(Clock clock) {
        current = clock;
    }

    @Override
    public Instant instant() {
        return current.instant();
    }

    @Override
    public ZoneId getZone() {
        return current.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        // Every part works in UTC.
        return this;
    }
}
