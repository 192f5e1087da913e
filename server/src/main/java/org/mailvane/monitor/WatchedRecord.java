package org.mailvane.monitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.monitor.Reading.Outcome;
import org.mailvane.monitor.Reading.RecordKey;
import org.mailvane.monitor.Reading.Said;

/**
 * What is known of a record, over all times that it was asked for.
 *
 * <p>What was read once does not count yet: it counts when it is read a second time, with nothing
 * else read in between, or when a person has asked for it. Only where nothing has counted before,
 * the first answer is shown at once, without its problems.
 *
 * @param key which record
 * @param said what counts, or what was read first
 * @param fingerprint of what counts; empty where nothing does yet
 * @param seenOnce the fingerprint of what was read last, where that does not count yet; else null
 * @param checked when it was asked for last
 * @param known when every question about it was answered last; null: never
 * @param failingSince since when some were not, without a break; null where all were
 * @param unknown whether asking last has told nothing
 */
record WatchedRecord(
        RecordKey key,
        Said said,
        String fingerprint,
        @Nullable String seenOnce,
        Instant checked,
        @Nullable Instant known,
        @Nullable Instant failingSince,
        boolean unknown) {

    /**
     * After so long without an answer it is no passing trouble: what a record refers to then counts
     * as it was found, and of a record that is not answered for at all people are told.
     */
    static final Duration PATIENCE = Duration.ofDays(3);

    /**
     * What is known after another time.
     *
     * @param before what was known; null where it was never asked for
     * @param asked whether a person wants to know it now
     */
    static WatchedRecord after(
            @Nullable WatchedRecord before, Reading reading, Instant now, boolean asked) {
        return before == null
                ? new WatchedRecord(reading.key(), Said.NOTHING, "", null, now, null, null, true)
                        .next(reading, now, asked)
                : before.next(reading, now, asked);
    }

    private WatchedRecord next(Reading reading, Instant now, boolean asked) {
        if (reading.outcome() == Outcome.COMPLETE) {
            return read(reading.said(), now, asked, now, null);
        }
        Instant since = failingSince == null ? now : failingSince;
        boolean lasting = !now.isBefore(since.plus(PATIENCE));
        if (reading.outcome() == Outcome.PARTLY) {
            if (lasting) {
                return read(reading.said(), now, asked, known, since);
            }
            boolean first = fingerprint.isEmpty();
            return new WatchedRecord(
                    key,
                    first ? reading.said() : said,
                    fingerprint,
                    seenOnce,
                    now,
                    known,
                    since,
                    false);
        }
        return new WatchedRecord(key, said, fingerprint, seenOnce, now, known, since, true);
    }

    private WatchedRecord read(
            Said read,
            Instant now,
            boolean asked,
            @Nullable Instant answered,
            @Nullable Instant failing) {
        String seen = Fingerprint.of(read);
        boolean counts = asked || seen.equals(fingerprint) || seen.equals(seenOnce);
        if (counts) {
            return new WatchedRecord(key, read, seen, null, now, answered, failing, false);
        }
        boolean first = fingerprint.isEmpty();
        return new WatchedRecord(
                key, first ? read : said, fingerprint, seen, now, answered, failing, false);
    }

    /** Whether something counts. */
    boolean isSettled() {
        return !fingerprint.isEmpty();
    }

    /** Whether something was read that is to be read once more. */
    boolean isToBeConfirmed() {
        return seenOnce != null;
    }

    /** How it is now: not known where it could not be read last. */
    RecordState state() {
        return unknown ? RecordState.UNKNOWN : said.state();
    }

    /** Whether nobody has answered for it for longer than passes by itself. */
    boolean isLost() {
        return unknown && failingSince != null && !checked.isBefore(failingSince.plus(PATIENCE));
    }
}
