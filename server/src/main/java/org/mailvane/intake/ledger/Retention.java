package org.mailvane.intake.ledger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.domains.Expiring;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.reporters.Reporters;
import org.springframework.stereotype.Component;

/**
 * Deletes what is no longer kept: messages with their ledger entries, rows, reporters without any
 * remaining report, and what was reported about days without any. It works in small steps, each of
 * which is right by itself.
 */
@Component
class Retention implements Recurring {

    /** Messages, entries or imports that one step goes through. */
    static final int STEP = 5_000;

    private final Db db;
    private final LedgerTable ledger;
    private final RawTable raws;
    private final ImportTable imports;
    private final List<Expiring> expiring;
    private final Reporters reporters;
    private final Settings settings;
    private final KeptDays keptDays;
    private final Clock clock;

    Retention(
            Db db,
            LedgerTable ledger,
            RawTable raws,
            ImportTable imports,
            List<Expiring> expiring,
            Reporters reporters,
            Settings settings,
            KeptDays keptDays,
            Clock clock) {
        this.db = db;
        this.ledger = ledger;
        this.raws = raws;
        this.imports = imports;
        this.expiring = expiring;
        this.reporters = reporters;
        this.settings = settings;
        this.keptDays = keptDays;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "retention";
    }

    @Override
    public Duration every() {
        return Duration.ofDays(1);
    }

    @Override
    public void run(StopSign stop) {
        if (settings.rawRetentionDays() > 0) {
            Instant now = clock.instant();
            Instant before = now.minus(Duration.ofDays(settings.rawRetentionDays()));
            // Entries first: what none of them has any more can go.
            deleteOld(stop, after -> ledger.deleteOld(after, STEP, before, now));
            deleteOld(
                    stop,
                    after -> db.inTransaction(() -> raws.deleteOld(after, STEP, before, now)));
            deleteOld(stop, after -> imports.deleteOld(after, STEP, before, now));
        }
        deleteOld(stop, reporters::forgetSome);
        if (settings.retentionDays() > 0) {
            for (Expiring kind : expiring) {
                do {
                    stop.throwIfStopped();
                } while (kind.forgetSome(keptDays.now().first()));
            }
        }
    }

    /** Goes through some rows in the order of their numbers, and deletes those that are too old. */
    @FunctionalInterface
    private interface Step {

        /**
         * Answers the last row that was gone through, if any of them is that old: numbers grow with
         * time. Rows from the future, of a clock that was wrong for a while, say nothing about what
         * follows them.
         *
         * @param after the number after which to look
         */
        Optional<Long> from(long after);
    }

    private static void deleteOld(StopSign stop, Step step) {
        Optional<Long> last = Optional.of(0L);
        while (last.isPresent()) {
            stop.throwIfStopped();
            last = step.from(last.get());
        }
    }
}
