package org.mailvane.intake.ledger;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.reading.TransportMessageInfo;
import org.mailvane.reporters.ReportAuthentication;

/**
 * One message or file that came in.
 *
 * @param id its number
 * @param name what it is called
 * @param rawId the message as it is kept; null where it is not
 * @param isQueued whether it waits to be read, or is being read
 * @param isDeferred whether it is read later, since its sender's share of the day is used up
 * @param counts what became of what it holds
 * @param received when it came
 * @param finished when it was read; null before that
 * @param envelopeFrom who sent the mail by its envelope, empty for the null sender; null where it
 *     had no envelope
 * @param carrier what the mail says about its sender
 * @param authentication whether it comes from whom it says; null where that is not known, since it
 *     was not read or was read by an older version
 * @param holdsFailure whether it holds, or may hold, personal data of a failure report
 * @param reasons what is to be said of its parts
 */
public record LedgerEntry(
        long id,
        String name,
        @Nullable Long rawId,
        boolean isQueued,
        boolean isDeferred,
        Counts counts,
        Instant received,
        @Nullable Instant finished,
        @Nullable String envelopeFrom,
        TransportMessageInfo carrier,
        @Nullable ReportAuthentication authentication,
        boolean holdsFailure,
        List<Remark> reasons) {

    /** Whether it holds personal data of a failure report, or nobody has looked yet. */
    public boolean mayHoldFailure() {
        return holdsFailure || isQueued;
    }

    LedgerEntry withReasons(List<Remark> all) {
        return new LedgerEntry(
                id,
                name,
                rawId,
                isQueued,
                isDeferred,
                counts,
                received,
                finished,
                envelopeFrom,
                carrier,
                authentication,
                holdsFailure,
                all);
    }
}
