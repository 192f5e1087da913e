package org.mailvane.monitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.monitor.DnsObservation.RecordKey;

/**
 * What is known of a record, over all times that it was asked for.
 *
 * <p>What was read once does not count yet: it counts when it is read a second time, with nothing
 * else read in between, or when a person has asked for it. Only where nothing has counted before,
 * the first answer is shown at once, without its problems.
 *
 * @param key which record
 * @param content what counts, or what was read first
 * @param fingerprint of what counts; empty where nothing does yet
 * @param seenOnce the fingerprint of what was read last, where that does not count yet; else null
 * @param checked when it was asked for last
 * @param known when every question about it was answered last; null: never
 * @param failingSince since when some were not, without a break; null where all were
 * @param unansweredSince since when the record itself was not answered, without a break; null where
 *     it was
 * @param unknown whether the last query had no result
 * @param late whether it was looked for when its domain had been watched already, so that it is
 *     news where it is there
 */
record WatchedRecord(
        RecordKey key,
        RecordContent content,
        String fingerprint,
        @Nullable String seenOnce,
        Instant checked,
        @Nullable Instant known,
        @Nullable Instant failingSince,
        @Nullable Instant unansweredSince,
        boolean unknown,
        boolean late) {

    /**
     * After so long without an answer the failure is not temporary: what a record refers to then
     * counts as it was found, and a record without any answer is reported.
     */
    static final Duration PATIENCE = Duration.ofDays(3);

    /** Returns what is known of a record before it was ever asked for. */
    static WatchedRecord unseen(RecordKey key, Instant now, boolean late) {
        return new WatchedRecord(
                key, RecordContent.NOTHING, "", null, now, null, null, null, true, late);
    }

    /**
     * Returns what is known after another time.
     *
     * @param asked whether a person wants to know it now
     */
    WatchedRecord after(DnsObservation reading, Instant now, boolean asked) {
        Instant since = failingSince == null ? now : failingSince;
        return switch (reading.outcome()) {
            case COMPLETE -> read(reading.content(), now, asked, now, null);
            case PARTLY -> {
                if (!now.isBefore(since.plus(PATIENCE))) {
                    yield read(reading.content(), now, asked, known, since);
                }
                boolean first = fingerprint.isEmpty();
                // What is an error may only be that what it refers to did not answer.
                boolean open = first && reading.content().state() == RecordState.ERROR;
                yield new WatchedRecord(
                        key,
                        first ? reading.content() : content,
                        fingerprint,
                        seenOnce,
                        now,
                        known,
                        since,
                        null,
                        open,
                        late);
            }
            case FAILED ->
                    new WatchedRecord(
                            key,
                            content,
                            fingerprint,
                            seenOnce,
                            now,
                            known,
                            since,
                            unansweredSince == null ? now : unansweredSince,
                            true,
                            late);
        };
    }

    private WatchedRecord read(
            RecordContent read,
            Instant now,
            boolean asked,
            @Nullable Instant answered,
            @Nullable Instant failing) {
        String seen = Fingerprint.of(read);
        RecordContent current = read.remembering(content);
        boolean counts = asked || seen.equals(fingerprint) || seen.equals(seenOnce);
        boolean first = fingerprint.isEmpty();
        return new WatchedRecord(
                key,
                counts || first ? current : content,
                counts ? seen : fingerprint,
                counts ? null : seen,
                now,
                answered,
                failing,
                null,
                false,
                late);
    }

    /** Whether something counts. */
    boolean isSettled() {
        return !fingerprint.isEmpty();
    }

    /** Whether it is known to exist, with errors or without. */
    boolean isThere() {
        return isSettled() && content.state() != RecordState.MISSING;
    }

    /** Whether something was read that is to be read once more. */
    boolean isToBeConfirmed() {
        return seenOnce != null;
    }

    /** How it is now: not known where it could not be read last. */
    RecordState state() {
        return unknown ? RecordState.UNKNOWN : content.state();
    }

    /** Whether nobody has answered for it for longer than passes by itself. */
    boolean isLost() {
        return unknown
                && unansweredSince != null
                && !checked.isBefore(unansweredSince.plus(PATIENCE));
    }
}
