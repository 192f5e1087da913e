package org.mailvane.intake.queue;

import java.time.Duration;
import java.time.Instant;

/**
 * Where in its account's queue a message goes: in the order in which they came, but larger ones let
 * smaller ones that come somewhat later go first. None waits for those that come a day later, so
 * that many small ones do not keep a large one out for ever.
 */
final class QueueOrder {

    /**
     * Bytes, as they are stored, up to which a message keeps its place: most reports are smaller.
     */
    static final long SMALL = 8 << 10;

    /** By so much further KB messages go first that come a minute later. */
    static final long KB_PER_MINUTE = 1;

    /** Messages that come later than this never go first. */
    static final Duration LONGEST = Duration.ofDays(1);

    private QueueOrder() {}

    /**
     * Returns a message's place, which is compared with those of others of its account.
     *
     * @param bytes its size as it is stored
     */
    static long place(Instant received, long bytes) {
        long minutes = Math.max(0, bytes - SMALL) / (KB_PER_MINUTE << 10);
        return received.plus(Duration.ofMinutes(Math.min(minutes, LONGEST.toMinutes())))
                .toEpochMilli();
    }
}
