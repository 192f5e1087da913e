package org.mailvane.traffic.blocks;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.blocks.PackedRowTable.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Packs the rows of months that have changed, so that readers of many rows read bytes instead of
 * single rows. Each month is packed in a separate transaction, for which nobody waits: if its rows
 * change meanwhile, it is packed later.
 */
@Component
public class RowPacking implements Recurring {

    /**
     * How long a month rests after its first change. Imports come one after the other, and each
     * removes what was packed: no month is packed more often than that.
     */
    static final Duration REST = Duration.ofMinutes(10);

    private static final int MONTHS_AT_ONCE = 500;

    private static final Logger log = LoggerFactory.getLogger(RowPacking.class);

    private final Db db;
    private final ReportedRowTable rows;
    private final PackedRowTable packed;
    private final Clock clock;

    RowPacking(Db db, ReportedRowTable rows, PackedRowTable packed, Clock clock) {
        this.db = db;
        this.rows = rows;
        this.packed = packed;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "row_packing";
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void run(StopSign stop) {
        unpackOlder(stop);
        pack(clock.instant().minus(REST), stop);
    }

    /** What an older program has packed is not read by this one. */
    private void unpackOlder(StopSign stop) {
        List<Due> some;
        do {
            some = packed.older(RowBlockFormat.FORMAT, MONTHS_AT_ONCE);
            for (Due due : some) {
                stop.throwIfStopped();
                db.inTransaction(() ->
                        packed.unpack(
                                due.scope(), new TreeSet<>(Set.of(due.month())), clock.instant()));
            }
        } while (some.size() == MONTHS_AT_ONCE);
    }

    /** Packs what was marked until then. */
    public void pack(Instant until, StopSign stop) {
        Due last = Due.NONE;
        List<Due> some;
        do {
            some = packed.due(until, last, MONTHS_AT_ONCE);
            for (Due due : some) {
                stop.throwIfStopped();
                tryToPack(due, stop);
                last = due;
            }
        } while (some.size() == MONTHS_AT_ONCE);
    }

    /** Packs a month. Where that fails, its rows are read from their table, and it rests again. */
    private void tryToPack(Due due, StopSign stop) {
        boolean done = false;
        try {
            done = db.tryInSnapshot(() -> pack(due, stop));
        } catch (StopSign.Stopped stopped) {
            throw stopped;
        } catch (RuntimeException | OutOfMemoryError failed) {
            log.error(
                    "Rows of domain {} in {} could not be packed; it is tried again",
                    due.month().domain().value(),
                    due.month().month(),
                    failed);
        }
        if (!done) {
            db.inTransaction(() -> packed.postpone(due, clock.instant()));
        }
    }

    private void pack(Due due, StopSign stop) {
        if (packed.isMarked(due)) {
            packed.remove(due);
            int[] number = {0};
            rows.blocks(
                    due.scope(),
                    List.of(due.month().domain()),
                    Days.of(due.month().month()),
                    block -> {
                        stop.throwIfStopped();
                        packed.insert(due.scope(), number[0]++, block);
                    });
            // Fails where rows have changed meanwhile: any change of rows has changed the mark.
            packed.unmark(due);
        }
    }
}
