package org.mailvane.demo;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a demo: it stops on each of the demo's past days, one after the other, and then runs
 * as the real one does.
 */
public final class DemoClock extends Clock {

    private final Clock real;
    private final LocalDate today;
    private volatile @Nullable Instant past;

    /** A clock that tells the time, until it is moved to a day before. */
    public DemoClock() {
        this(Clock.systemUTC());
    }

    /**
     * As {@link #DemoClock()}.
     *
     * @param real gives the time when this clock runs again
     */
    DemoClock(Clock real) {
        this.real = real;
        this.today = LocalDate.ofInstant(real.instant(), ZoneOffset.UTC);
    }

    /** The day (UTC) with which the demo's data ends: that on which this clock was made. */
    public LocalDate today() {
        return today;
    }

    /** Stands still so many days ago, at a time of the day (UTC). */
    public void moveTo(int ago, LocalTime time) {
        past = today.minusDays(ago).atTime(time).toInstant(ZoneOffset.UTC);
    }

    /** Goes on as the real one, from now on. */
    public void letGo() {
        past = null;
    }

    /**
     * Returns how many days the clock is before {@link #today}; also 0 when the past days are over.
     */
    int ago() {
        LocalDate day = LocalDate.ofInstant(instant(), ZoneOffset.UTC);
        return (int) Math.max(0, ChronoUnit.DAYS.between(day, today));
    }

    @Override
    public Instant instant() {
        Instant still = past;
        return still == null ? real.instant() : still;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        // Whoever asks for a zone wants days, and days here are UTC.
        return this;
    }
}
