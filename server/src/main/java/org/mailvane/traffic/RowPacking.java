package org.mailvane.traffic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.mailvane.domains.DomainRows;
import org.mailvane.jobs.Recurring;
import org.mailvane.jobs.StopSign;
import org.mailvane.store.Db;
import org.mailvane.traffic.PackedRowTable.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Packs the rows of months that have changed: whatever reads many rows is an order of magnitude
 * faster then. A month goes in a transaction of its own, in which nobody else writes about its
 * domain.
 */
@Component
class RowPacking implements Recurring {

    /**
     * How long a month rests after its first change. Imports come one after the other, and each
     * removes what was packed: no month is packed more often than that.
     */
    static final Duration REST = Duration.ofMinutes(10);

    private static final int MONTHS_AT_ONCE = 500;

    private static final Logger log = LoggerFactory.getLogger(RowPacking.class);

    private final Db db;
    private final DomainRows domains;
    private final ReportedRowTable rows;
    private final PackedRowTable packed;
    private final Clock clock;

    RowPacking(
            Db db, DomainRows domains, ReportedRowTable rows, PackedRowTable packed, Clock clock) {
        this.db = db;
        this.domains = domains;
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
        packed.unpackOthers(RowBlockFormat.FORMAT, clock.instant());
        pack(clock.instant().minus(REST), stop);
    }

    /** Packs what was marked until then. */
    void pack(Instant until, StopSign stop) {
        Due last = Due.NONE;
        List<Due> some;
        do {
            some = packed.due(until, last, MONTHS_AT_ONCE);
            for (Due due : some) {
                stop.obey();
                tryToPack(due);
                last = due;
            }
        } while (some.size() == MONTHS_AT_ONCE);
    }

    private void tryToPack(Due due) {
        try {
            db.inTransaction(() -> pack(due));
        } catch (RuntimeException failed) {
            // Its rows are read from their table, and the mark stays. Others are not to wait.
            log.error(
                    "Rows of domain {} in {} could not be packed; it is tried again",
                    due.month().domain().value(),
                    due.month().month(),
                    failed);
        }
    }

    private void pack(Due due) {
        domains.lock(due.scope(), due.month().domain());
        if (packed.unmark(due)) {
            int[] number = {0};
            rows.blocks(
                    due.scope(),
                    List.of(due.month().domain()),
                    Days.of(due.month().month()),
                    block -> packed.insert(due.scope(), number[0]++, block));
        }
    }
}
